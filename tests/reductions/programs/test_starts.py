"""Hints that let the elements of a scalarset come into play one after another."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.reductions.programs.slots import Slots
from vsym.reductions.programs.starts import activations
from vsym.system.step import holds

_HEAD = "type P: scalarset(4); Q: scalarset(2); var x: array [P] of 0..2; y: array [Q] of 0..2; n: 0..2;"
_RULES = 'ruleset p: P do rule "up" x[p] < 2 ==> x[p] := x[p] + 1; end; end;'


def test_as_many_elements_in_a_row_are_as_at_the_start() -> None:
    """The elements are those of the larger scalarset, which starts with 0 or 1 in all of them."""
    start = "ruleset v: 0..1 do startstate for p: P do x[p] := v; end; for q: Q do y[q] := 0; end; n := 0; end; end;"
    program = load_program(f"{_HEAD} {start} {_RULES}")
    system = Slots.of(program, UNLIMITED).tasks[0].structure
    cells = [place for place, slot in enumerate(program.layout.slots) if slot.text.startswith("x")]
    hints = activations(program, UNLIMITED)
    assert [hint.text for hint in hints] == [f"{still} of P as at the start" for still in (3, 2, 1)]
    state = list(next(iter(program.semantics.initial())))
    for values in product((1, 2, 3), repeat=4):
        for cell, value in zip(cells, values, strict=True):
            state[cell] = value
        runs = "".join("1" if value < 3 else "0" for value in values).split("0")
        longest = max(map(len, runs))
        hinted = [holds(system, hint.predicate(system), tuple(state)) for hint in hints]
        assert hinted == [longest >= still for still in (3, 2, 1)]


def test_starts_that_say_nothing_of_elements_give_no_hint() -> None:
    anything = "startstate end; ruleset v: 0..2 do startstate for p: P do x[p] := v; end; end; end;"
    with pytest.raises(RefusedError, match="may start with any value"):
        activations(load_program(f"{_HEAD} {anything} {_RULES}"), UNLIMITED)
    alone = load_program('var n: 0..2; startstate n := 0; end; rule "r" n := 1; end;')
    with pytest.raises(RefusedError, match="no scalarset has elements"):
        activations(alone, UNLIMITED)
