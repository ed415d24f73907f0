"""Drawn programs: the engines that explore programs find and decide what the oracle does, and their paths replay."""

from __future__ import annotations

from random import Random

import pytest

from tests.decided_programs import checked, decided, expected, folded, sound, without_multisets
from tests.generated_program_names import Kind
from tests.generated_programs import Drawn, drawn, seeds
from vsym.composition.programs import CheckedProgram

ENGINES = ("interpreted", "compiled")
OF_SYSTEMS = ("explicit", "mdd")
CHECKED = ("-std=gnu11", "-O0", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=undefined")
"""What is compiled once and run for a moment need not be fast, but must do nothing that C leaves undefined."""


@pytest.fixture(autouse=True)
def flags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", CHECKED)


@pytest.mark.parametrize("seed", seeds(8))
@pytest.mark.parametrize("engine", ENGINES)
def test_state_by_state(engine: str, seed: int) -> None:
    program = drawn(Random(seed), Kind())
    result = checked(program, engine)
    assert decided(result) == expected(program)
    _errors_are_known(program, result)


@pytest.mark.parametrize("seed", seeds(8))
@pytest.mark.parametrize("engine", OF_SYSTEMS)
def test_as_a_system(engine: str, seed: int) -> None:
    """A system has no firings of its own, and diagrams no layers; all else is as the oracle says."""
    program = without_multisets(Random(seed), Kind())
    result = checked(program, engine)
    found, known = decided(result), expected(program)
    assert found == known._replace(rules_fired=None, depth=found.depth if engine == "mdd" else known.depth)
    _errors_are_known(program, result)


@pytest.mark.parametrize("seed", seeds(7))
def test_orbit_by_orbit(seed: int) -> None:
    """Up to permutations of the scalarsets, there are as many states as permuting by hand finds orbits."""
    program = sound(Random(seed), Kind(symmetric=True))
    result = checked(program, "compiled", quotient=True)
    assert decided(result) == folded(program)
    assert result.reached is not None
    assert result.reached.represented == len(program.explored.states)
    _errors_are_known(program, result)


def _errors_are_known(program: Drawn, result: CheckedProgram) -> None:
    """An error that a path ends in is one that the oracle has found, on the same line."""
    for outcome in result.outcomes:
        if outcome.fault is not None:
            line, _ = outcome.fault.span.source.position(outcome.fault.span.start)
            assert (outcome.fault.kind, line) in program.troubles
