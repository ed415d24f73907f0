"""A real rumur as a second opinion: on programs that it reads, it counts the states and firings that vsym counts.

One program of each sort, more with VSYM_DRAWN: the oracle has already decided the programs that rumur checks.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.decided_programs import Decided, checked, decided, expected, folded, sound
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, drawn, seeds
from tests.support.rumur import Checked, rumur


@pytest.mark.parametrize("seed", seeds(1))
def test_state_by_state(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    program = drawn(draw, Kind(strict=True))
    while not _sound(program):
        program = drawn(draw, Kind(strict=True))
    ours = decided(checked(program, "interpreted"))
    assert ours == expected(program)
    _agrees(rumur(program.spelled.text, "off", "stuttering", tmp_path), ours, program)


@pytest.mark.parametrize("seed", seeds(1))
def test_orbit_by_orbit(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    program = sound(draw, Kind(strict=True, symmetric=True))
    while not _sound(program):
        program = sound(draw, Kind(strict=True, symmetric=True))
    ours = decided(checked(program, "compiled", quotient=True))
    assert ours == folded(program)
    _agrees(rumur(program.spelled.text, "exhaustive", "stuttering", tmp_path), ours, program)


@pytest.mark.parametrize("seed", seeds(1))
def test_errors_are_on_the_same_lines(seed: int, tmp_path: Path) -> None:
    """Errors of rules only: rumur expands no state where a property ends in an error or an invariant is false."""
    # The very first seed would pass over 34 programs.
    draw = Random(seed + 2)
    program = drawn(draw, Kind(strict=True))
    while not program.explored.troubles or not _sound(program, errors=True):
        program = drawn(draw, Kind(strict=True))
    theirs = rumur(program.spelled.text, "off", "off", tmp_path)
    assert {error.line for error in theirs.errors} == {line for _, line in program.troubles}
    assert theirs.states == len(program.explored.states)


def _sound(program: Drawn, *, errors: bool = False) -> bool:
    """True where rumur goes on as vsym does: rumur stops where an invariant is false, never leaves a `while` loop that
    does not end, and needs an initial state."""
    found = program.explored
    kinds = {prop.name: prop.kind for prop in program.program.properties}
    stopped = any(kinds[name] == "invariant" and verdict != "holds" for name, verdict in found.verdicts.items())
    endless = any(kind == "turns" for kind, _ in found.troubles)
    unsure = any(verdict == "unknown" for verdict in found.verdicts.values())
    return bool(found.states) and not (stopped or endless or unsure) and (errors or not found.troubles)


def _agrees(theirs: Checked, ours: Decided, program: Drawn) -> None:
    assert (theirs.states, theirs.fired) == (ours.states, ours.rules_fired)
    messages = [error.message for error in theirs.errors]
    assert messages.count("deadlock") == ours.deadlocks
    if ours.deadlocks:
        return
    # Rumur checks liveness and reports covers only where nothing is wrong.
    for prop in program.program.properties:
        violated = ours.verdicts.get(prop.name) == "violated"
        if prop.kind == "liveness":
            assert any(f'"{prop.name}"' in message for message in messages) == violated
        elif prop.kind == "cover":
            assert (theirs.covered[prop.name] == 0) == violated
