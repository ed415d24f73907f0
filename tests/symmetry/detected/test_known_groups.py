"""The groups of the example programs are those that their comments derive, and that the oracle counts where they are
small. Of counter systems, groups or local states change places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import factorial

import pytest

from tests.support.composing import reduced
from tests.support.drawn import chosen
from tests.support.oracle_symmetries import Vector, order, reachable, without_constants
from tests.support.running import EXAMPLES
from tests.symmetry.detected.finding import detected
from tests.symmetry.detected.judging import structure, wrong
from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.detection import Detected, Detection

Parameters = Mapping[str, int]

KNOWN: tuple[tuple[str, Parameters, int], ...] = (
    ("token", {}, 3 * 2),
    ("token", {"N": 8}, 8 * 2),
    ("readers_writers", {"N": 5, "W": 3}, factorial(5) * factorial(3)),
    ("peterson", {"N": 4}, factorial(4)),
    ("philosophers", {"N": 20}, 20),
    ("philosophers", {"lefty": 1}, 1),
    ("milner", {"N": 10}, 10),
    ("leader_complete", {"N": 5}, factorial(5)),
    ("leader_ring", {}, 3),
    ("allocator", {}, 2 * 2 * factorial(3)),
    ("allocator", {"A": 3, "B": 2, "C": 2}, factorial(3) * 2 * 2),
    ("three_tier", {"A": 3, "B": 3, "C": 2}, (factorial(3) ** 2 * 2) * 2),
    ("three_tier", {"A": 3, "B": 3, "C": 3}, factorial(3) ** 3 * factorial(3)),
    ("hypercube", {"D": 3}, 2**3 * factorial(3)),
    ("leader_tree", {}, 2**3),
    ("leader_tree", {"N": 13, "CHILDREN": 3}, factorial(3) ** 4),
    ("hanoi", {"DISKS": 4}, factorial(3)),
    ("hanoi", {"given": 1}, factorial(2)),
    ("milner", {"given": 1}, 1),
    ("dinner", {"N": 5}, 5),
    ("two_hop", {}, 24 * 3),
    ("golfer", {}, factorial(4) * 2**2 * 2),
)
LARGE = ("two_hop",)
"""Programs of many events, with a group of the same kind as others."""

SMALL: tuple[tuple[str, Parameters], ...] = (
    ("token", {"N": 2}),
    ("readers_writers", {"N": 2, "W": 1}),
    ("philosophers", {"N": 3}),
    ("milner", {"N": 3}),
    ("leader_complete", {"N": 2}),
    ("leader_ring", {"N": 2}),
    ("allocator", {"A": 1, "B": 0, "C": 2}),
    ("hypercube", {}),
    ("leader_tree", {"N": 4}),
    ("hanoi", {"DISKS": 2}),
)


def _program(name: str, parameters: Parameters) -> Program:
    """An example without its properties, whose symmetries are those of its rules and starts."""
    program = load(EXAMPLES / "programs" / f"{name}.m", **parameters)
    assert isinstance(program, Program)
    return replace(program, properties=())


def _detected(program: Program) -> Detected:
    return detected(lowered(program, UNLIMITED).system, UNLIMITED)


def _title(case: object) -> str:
    return " ".join(f"{name}={value}" for name, value in case.items()) if isinstance(case, Mapping) else str(case)


@pytest.mark.parametrize(
    ("name", "parameters", "known"),
    chosen([one for one in KNOWN[::2] if one[0] not in LARGE], KNOWN),
    ids=_title,
)
def test_the_group_is_the_one_that_is_known(name: str, parameters: Parameters, known: int) -> None:
    symmetries = _detected(_program(name, parameters))
    assert (symmetries.order, symmetries.group.certain, symmetries.checked) == (known, True, "proved")


@pytest.mark.parametrize(("name", "parameters"), chosen(SMALL[::2], SMALL), ids=_title)
def test_no_permutation_of_literals_is_missing_where_there_are_few(name: str, parameters: Parameters) -> None:
    program = _program(name, parameters)
    semantics = Semantics(program)

    def successors(state: Vector) -> Iterator[Vector | None]:
        for fired in semantics.fire(state):
            yield fired.state

    starts = [fired.state for fired in semantics.starts() if fired.state is not None]
    assert _detected(program).order == order(without_constants(reachable(starts, successors)))


PHILOSOPHERS = """system philosophers
param n = 5
param each = 1
states Thinking, Waiting, Eating
group P[k in 0..n-1] of each
init Thinking

for k in 0..n-1 {
  // Who waits has the left fork.
  trans Thinking -> Waiting {
    P[k]: #Waiting[P[k]] + #Eating[P[k]] = 0 & #Eating[P[(k + n - 1) % n]] = 0
    else: false
  }
  trans Waiting -> Eating {
    P[k]: #Waiting[P[(k + 1) % n]] + #Eating[P[(k + 1) % n]] = 0
    else: false
  }
  trans Eating -> Thinking {
    P[k]: true
    else: false
  }
}

ctl first_eats: EF #Eating[P[0]] > 0
"""


@pytest.mark.parametrize(("philosophers", "each"), chosen([(3, 1), (5, 3)], [(3, 1), (5, 3), (7, 20)]))
def test_philosophers_find_their_rotations(philosophers: int, each: int) -> None:
    system = reduced(PHILOSOPHERS, n=philosophers, each=each).system
    detection = Detection(system, UNLIMITED)
    assert detection.detected().order == philosophers
    assert detection.detected([one.formula for one in system.properties]).order == 1


def test_they_are_symmetries_of_the_states_that_satisfy_the_domain() -> None:
    system = reduced(PHILOSOPHERS, n=3).system
    detection = Detection(system, UNLIMITED)
    assert not wrong(detection.detected(), structure(system, detection.domains))


@pytest.mark.parametrize(
    ("example", "values", "order"),
    [
        ("asr", {}, 6),
        ("asr", {"resources": 5, "full": 6}, 120),
        ("deadlock", {}, 2),
        ("vault", {"staff": 40}, 2),
        ("rw", {"readers": 20}, 1),
        ("grw", {"m": 12}, 1),
    ],
)
def test_examples(example: str, values: dict[str, int], order: int) -> None:
    system = reduced(f"examples/{example}.gsst", **values).system
    assert detected(system, UNLIMITED).order == order
