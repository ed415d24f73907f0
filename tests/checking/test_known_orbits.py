"""States and orbits of symmetric programs at sizes where they are known: published, by a formula, or by brute force."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import pytest

from tests.diagrams.symmetric_models import Model, bus, clients_and_servers, clients_counted, queue, suites
from tests.support.composing import run_by
from tests.support.drawn import chosen
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.checking.groups.choosing import chosen_group
from vsym.checking.groups.names import AUTO, DECLARED
from vsym.models.program.program import Program


def _counts(name: str, values: dict[str, int], group: str) -> tuple[int | None, int]:
    """The states of an example, and the orbits that are explored."""
    program = load(EXAMPLES / "programs" / f"{name}.m", **values)
    assert isinstance(program, Program)
    program = replace(program, properties=())
    chosen = chosen_group(program, UNLIMITED, group)
    reached = run_by(program, "compiled", chosen.runs[0].quotient).reached
    assert reached is not None
    assert reached.complete
    return reached.represented, reached.states


KNOWN = (
    ("philosophers", {"N": 6}, AUTO, 198, 38),
    ("matching", {"N": 8}, DECLARED, 31_636_449, comb(11, 3)),
    ("spl", {"N": 20}, DECLARED, 2**25, 21 * 6),
    ("salestore", {"N": 3}, AUTO, 1752, 34),
)


@pytest.mark.parametrize(("name", "values", "group", "states", "orbits"), chosen(KNOWN[:2], KNOWN))
def test_known_numbers(name: str, values: dict[str, int], group: str, states: int, orbits: int) -> None:
    assert _counts(name, values, group) == (states, orbits)


COUNTED: tuple[tuple[str, dict[str, int], str, Model], ...] = (
    ("clients", {"N": 3, "S": 2}, AUTO, clients_and_servers(3, 2)),
    ("mesi_bus", {}, DECLARED, bus(3)),
    ("clients_counted", {}, DECLARED, clients_counted(4, 3)),
    ("fifo", {}, DECLARED, queue(4)),
    ("suites", {"T": 3}, AUTO, suites(3, 3)),
)


@pytest.mark.parametrize(
    ("name", "values", "group", "model"), [pytest.param(*one, id=one[0]) for one in chosen(COUNTED[:2], COUNTED)]
)
def test_brute_force(name: str, values: dict[str, int], group: str, model: Model) -> None:
    states = model.reached()
    assert _counts(name, values, group) == (len(states), model.orbits(states))
