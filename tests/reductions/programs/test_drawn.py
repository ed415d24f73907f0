"""Drawn programs as systems: the same starts, steps, errors and predicates, state by state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.reductions.programs.agreement import agree
from tests.support.drawn import DRAWN, many
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, programs
from tests.support.interpreted_programs import read
from vsym.basics.options import RefusedError

_STATES = 20


@pytest.mark.parametrize(
    ("kind", "examples"),
    [(Kind(), 3), (Kind(symmetric=True), 3), (Kind(strict=True), 2)],
    ids=["all of the language", "scalarsets used soundly", "what rumur reads"],
)
def test_drawn_programs_are_mostly_taken(kind: Kind, examples: int) -> None:
    taken: list[bool] = []

    @settings(DRAWN, max_examples=many(examples), derandomize=True)
    @given(programs(kind))
    def each(drawn: Drawn) -> None:
        program = read(drawn)
        try:
            agree(program, _STATES)
        except RefusedError:
            if not program.layout.bags:
                taken.append(False)
        else:
            taken.append(True)

    each()
    assert sum(taken) > 0.8 * len(taken)
    assert len(taken) > examples / 3
