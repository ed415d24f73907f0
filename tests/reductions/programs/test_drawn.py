"""Drawn programs as systems: the same starts, steps, errors and predicates, state by state."""

from __future__ import annotations

from hypothesis import given, settings

from tests.reductions.programs.agreement import agree
from tests.support.drawn import DRAWN, many
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, programs
from tests.support.interpreted_programs import read
from vsym.basics.options import RefusedError

_STATES = 20


def _agrees(drawn: Drawn, taken: list[bool]) -> None:
    program = read(drawn)
    try:
        agree(program, _STATES)
    except RefusedError:
        if not program.layout.bags:
            taken.append(False)
    else:
        taken.append(True)


def _mostly_taken(kind: Kind, examples: int) -> None:
    taken: list[bool] = []

    @settings(DRAWN, max_examples=many(examples), derandomize=True)
    @given(programs(kind))
    def each(drawn: Drawn) -> None:
        _agrees(drawn, taken)

    each()
    assert sum(taken) > 0.8 * len(taken)
    assert len(taken) > examples / 3


def test_programs_with_all_of_the_language() -> None:
    _mostly_taken(Kind(), 10)


def test_programs_that_use_scalarsets_soundly() -> None:
    _mostly_taken(Kind(symmetric=True), 10)


def test_programs_that_rumur_reads() -> None:
    _mostly_taken(Kind(strict=True), 4)
