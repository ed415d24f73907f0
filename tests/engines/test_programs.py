"""Drawn programs: the engines that explore programs agree with the oracle, and their paths replay."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.decided_programs import (
    checked,
    decided,
    expected,
    folded,
    of_seed,
    sound,
    sound_of_seed,
    without_multisets,
)
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, drawn, seeds
from tests.support.interpreted_programs import read
from vsym.basics.limits import REASONS
from vsym.checking.answer import Checked
from vsym.commands.task import exit_status
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Program

ENGINES = ("interpreted", "compiled")
OF_SYSTEMS = ("explicit", "mdd")


@pytest.mark.parametrize("seed", seeds(3))
@pytest.mark.parametrize("engine", ENGINES)
def test_state_by_state(engine: str, seed: int) -> None:
    program = of_seed(seed, Kind())
    result = checked(program, engine)
    assert decided(result) == expected(program)
    _errors_are_known(program, result)


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("symmetric", [False, True])
def test_guards_and_properties_that_change_variables(symmetric: bool, seed: int) -> None:
    """Changes by a guard are there when the body begins, and lost where the guard is false."""
    draw, kind = Random(seed), Kind(symmetric=symmetric, effects=True)
    program = sound(draw, kind) if symmetric else drawn(draw, kind)
    while not _changes_somewhere(read(program)):
        program = sound(draw, kind) if symmetric else drawn(draw, kind)
    for engine in ENGINES:
        assert decided(checked(program, engine)) == expected(program)
    if symmetric:
        assert decided(checked(program, "compiled", quotient=True)) == folded(program)


def _changes_somewhere(program: Program) -> bool:
    return bool(program.changing) or any(program.changes(one.expression) for one in program.conditions)


@pytest.mark.parametrize("seed", seeds(4))
def test_as_a_system(seed: int) -> None:
    """A system has no firings of its own, and diagrams no layers; all else is as the oracle says. Each program has one
    engine, since the contract of all engines tests them all on systems."""
    engine = OF_SYSTEMS[seed % 2]
    program = without_multisets(Random(seed), Kind())
    result = checked(program, engine)
    found, known = decided(result), expected(program)
    assert found == known._replace(rules_fired=None, depth=found.depth if engine == "mdd" else known.depth)
    _errors_are_known(program, result)


@pytest.mark.parametrize("seed", seeds(3))
def test_orbit_by_orbit(seed: int) -> None:
    """Up to permutations of the scalarsets, there are as many states as permuting by hand finds orbits."""
    program = sound_of_seed(seed, Kind(symmetric=True))
    result = checked(program, "compiled", quotient=True)
    assert decided(result) == folded(program)
    assert result.reached is not None
    assert result.reached.represented == len(program.explored.states)
    _errors_are_known(program, result)


@pytest.mark.parametrize("seed", seeds(3))
@pytest.mark.parametrize("engine", ENGINES)
def test_stopping_changes_no_verdict_and_no_status(engine: str, seed: int) -> None:
    """A search that stops leaves only minor properties open, beside a violation; it decides all others alike."""
    program = of_seed(seed, Kind())
    some, whole = checked(program, engine, spare=0), checked(program, engine)
    assert exit_status(some) == exit_status(whole)
    left = [one for one in some.outcomes if one.verdict.reason == REASONS["decided"]]
    assert all(one.property.minor for one in left)
    assert not left or "violated" in {one.verdict.outcome for one in some.outcomes}
    for one, other in zip(some.outcomes, whole.outcomes, strict=True):
        if one not in left and other.verdict.reason != OWN_FAULT:
            assert one.verdict.outcome == other.verdict.outcome
    _errors_are_known(program, some)


def _errors_are_known(program: Drawn, result: Checked) -> None:
    """An error that a path ends in is one that the oracle has found, on the same line."""
    for outcome in result.outcomes:
        if outcome.run is not None and outcome.run.ending is not None:
            line, _ = outcome.run.ending.fault.span.source.position(outcome.run.ending.fault.span.start)
            assert (outcome.run.ending.fault.kind, line) in program.troubles
