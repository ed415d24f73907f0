"""The partitions that the edges of programs respect, checked against all states one by one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from random import Random

import pytest

from tests.support.drawn import many
from tests.support.generated_asymmetric import asymmetric
from tests.support.loading import load_program
from vsym.basics.limits import Budget
from vsym.checking.rule_edges import annotated_program
from vsym.engines.adaptive.rules import RuleEdge
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State
from vsym.system.report import Silence

SIZE = 3

SAMPLE = 20


def _edges(program: Program) -> tuple[RuleEdge, ...]:
    return annotated_program(program, Budget(), Silence()).edges


def _exchanged(state: State | None, one: int, other: int) -> State | None:
    """A state of a drawn program with two processes exchanged, whose places come first, and then the owner."""
    if state is None:
        return None
    places = [*state[:SIZE]]
    places[one], places[other] = places[other], places[one]
    owner = {one + 1: other + 1, other + 1: one + 1}.get(state[SIZE], state[SIZE])
    return (*places, owner, *state[SIZE + 1 :])


def _taken(semantics: Semantics, edge: RuleEdge, state: State) -> set[tuple[bool, State | None]]:
    """The states to which an edge leads, each with whether it ends in an error there."""
    results: set[tuple[bool, State | None]] = set()
    for instance in edge.instances:
        try:
            fired = semantics.fired(instance.firing, state)
        except FaultError:
            results.add((True, None))
            continue
        if fired is not None:
            results.add((fired.fault is not None, fired.state))
    return results


def _respects(semantics: Semantics, edge: RuleEdge, one: int, other: int, states: Iterable[State]) -> bool:
    return all(
        {(fault, _exchanged(then, one, other)) for fault, then in _taken(semantics, edge, state)}
        == _taken(semantics, edge, _exchanged(state, one, other) or ())
        for state in states
    )


def _states(program: Program, draw: Random) -> list[State]:
    """All states with values, in any order; without an owner as well, if it may be without a value."""
    semantics = Semantics(program)
    undefined = "undefine owner" in program.source.text or any(
        fired.state is not None and not fired.state[SIZE] for fired in semantics.starts()
    )
    slots = program.layout.slots
    codes = (range(not (undefined and slot.text == "owner"), slot.type.cardinality + 1) for slot in slots)
    states = [*itertools.product(*codes)]
    draw.shuffle(states)
    return states


@pytest.mark.parametrize("seed", range(many(5)))
def test_edges_respect_what_takes_their_steps_to_their_steps_and_are_all_instances(seed: int) -> None:
    """An exchange inside a cell does, and one of two cells does not in some state."""
    draw = Random(seed)
    program = load_program(asymmetric(draw, SIZE))
    semantics, edges = Semantics(program), [edge for edge in _edges(program) if edge.rule is not None]
    states = _states(program, draw)
    for edge in edges:
        cells = [[process - 1 for process in cell] for cell in edge.partition]
        for cell in cells:
            for one, other in itertools.pairwise(cell):
                assert _respects(semantics, edge, one, other, states[:SAMPLE]), edge
        for (one, *_), (other, *_) in itertools.combinations(cells, 2):
            assert not _respects(semantics, edge, one, other, states), edge
    firings = [instance.firing for edge in edges for instance in edge.instances]
    assert len(firings) == len({*firings})
    assert not edges or {one.firing for state in states[:SAMPLE] for one in semantics.fire(state)} <= {*firings}


TEXT = """
type Process: 0..5; var place: array [Process] of 0..1; turn: Process;
startstate for p: Process do place[p] := 0 end; turn := 0; end;
"""


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("ruleset p: Process do rule place[p] = 0 ==> place[p] := 1; end end;", ["1..6"]),
        ("ruleset p: Process do rule p != 2 & place[p] = 0 ==> place[p] := 1; end end;", ["1..2, 4..6/3"]),
        ("rule place[1] = 0 ==> place[4] := 1; end;", ["1, 3..4, 6/2/5"]),
        (
            "ruleset p: Process do rule place[p] = 0 & turn = p ==> turn := (p + 1) % 6; end end;",
            ["1/2/3..6", "1, 4..6/2/3", "1..2, 5..6/3/4", "1..3, 6/4/5", "1..4/5/6", "1/2..5/6"],
        ),
        # A process that looks at all before it tells these from those behind it.
        (
            "ruleset p: Process do rule forall q: Process do q < p -> place[q] = 1 end ==> place[p] := 1; end end;",
            ["1/2..6", "1/2/3..6", "1..2/3/4..6", "1..3/4/5..6", "1..4/5/6", "1..5/6"],
        ),
        # What a choice of another type chooses makes edges of its own.
        (
            "ruleset h: 0..1 do rule forall p: Process do p / 3 = h -> place[p] = 0 end ==> place[5] := 1; end end;",
            ["1..3/4..5/6", "1..3/4..5/6"],
        ),
    ],
)
def test_what_rules_name_compare_and_choose(rule: str, cells: list[str]) -> None:
    edges = _edges(load_program(TEXT + rule))
    assert ["/".join(map(str, edge.partition)) for edge in edges] == cells
