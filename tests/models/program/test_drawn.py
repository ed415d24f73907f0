"""Drawn programs: the interpreter reaches what the oracle reaches, fires as often, and ends in the same errors."""

from __future__ import annotations

from hypothesis import given, settings

from tests.drawn import DRAWN, many
from tests.generated_program_names import Kind
from tests.generated_programs import Drawn, programs
from tests.interpreted_programs import interpreted, read


def _compared(drawn: Drawn) -> None:
    seen, expected = interpreted(read(drawn)), drawn.explored
    assert seen.states == {*expected.states}
    assert seen.firings == expected.firings
    assert seen.levels == expected.levels
    assert seen.deadlocks == expected.deadlocks
    assert seen.troubles == drawn.troubles
    assert seen.truths == expected.truths


@settings(DRAWN, max_examples=many(12), derandomize=True)
@given(programs(Kind()))
def test_programs_with_all_of_the_language(drawn: Drawn) -> None:
    _compared(drawn)


@settings(DRAWN, max_examples=many(6), derandomize=True)
@given(programs(Kind(symmetric=True)))
def test_programs_that_use_scalarsets_soundly(drawn: Drawn) -> None:
    _compared(drawn)


@settings(DRAWN, max_examples=many(6), derandomize=True)
@given(programs(Kind(strict=True)))
def test_programs_that_rumur_reads(drawn: Drawn) -> None:
    """Which takes copies of undefined values for errors: those without any have the same meaning for all."""
    if not drawn.explored.troubles:
        _compared(drawn)
