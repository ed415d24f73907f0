"""The orbits that example programs promise up to virtual symmetry are those of the definition, by brute force."""

from __future__ import annotations

import pytest

from tests.support.drawn import chosen
from tests.support.expectations import Run, promised, run_name, runs
from tests.support.running import EXAMPLES
from tests.support.virtual_programs import closed, exchanges
from vsym import load
from vsym.models.program.program import Program

ALIKE = {
    "allocator": ("Client",),
    "bakery": ("Customer",),
    "bus": ("Station",),
    "lru": ("Line",),
    "maxid": ("Node",),
    "pool": ("Client", "Buffer"),
    "priorities": ("Process",),
    "rw_classes": ("Process",),
}
"""The types all of whose elements are virtually alike."""


FILES = sorted((EXAMPLES / "programs").glob("*.m"))
PROMISING = [run for run in runs(FILES) if any(one.subject == "virtual" for one in promised(run))]
_LARGE = "allocator"
"""The example that has too many states for brute force at its own size."""


_KINDS = ("bus", "lru", "pool")
"""One of a single type, one under an assumption, and one of two types."""

FEW = [run for run in PROMISING if run_name(run) != _LARGE]


@pytest.mark.parametrize("run", chosen([run for run in FEW if run[0].stem in _KINDS], FEW), ids=run_name)
def test_the_orbits_are_those_of_the_definition(run: Run) -> None:
    program = load(run[0], **dict(run[1]))
    assert isinstance(program, Program)
    values = {one.subject: one.value for one in promised(run)}
    states = closed(program, [one for of in ALIKE[run[0].stem] for one in exchanges(program, of)])
    assert states.virtual
    assert str(len(states.reachable())) == values.get("represented", values["reachable"])
    assert str(states.reached()) == values["virtual"]


def test_each_of_them_promises_its_orbits() -> None:
    assert {run[0].stem for run in PROMISING if not run[1]} == ALIKE.keys()
