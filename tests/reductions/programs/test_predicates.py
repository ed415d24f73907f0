"""Comparisons of sums of codes, and conditions that are too large to be lowered as a whole, part by part."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

import pytest

from tests.reductions.programs.agreement import agree
from tests.support.drawn import chosen
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.logic.folding import satisfied
from vsym.logic.formula import Operator
from vsym.logic.terms import Atom, Named
from vsym.reductions.programs import questions
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.events import Writing
from vsym.reductions.programs.instances import SIZE
from vsym.reductions.programs.lowering import lowered
from vsym.reductions.programs.predicates import Sum, bits

_SHOP = """
type client: scalarset(3); gift: enum { book, game, lamp };
var bag: array [client] of 0..7; most: 0..3;
function bit(g: gift): 0..7; begin return g = book ? 1 : g = game ? 2 : 4; end;
function has(c: client; g: gift): boolean; begin return !isundefined(bag[c]) & bag[c] / bit(g) % 2 = 1; end;
startstate undefine bag; most := 0; end;
startstate for c: client do bag[c] := 1 end; most := 1; end;
ruleset c: client do
  rule "enter" isundefined(bag[c]) ==> bag[c] := 0 end;
  ruleset g: gift do rule "take" !isundefined(bag[c]) & !has(c, g) ==> bag[c] := bag[c] + bit(g) end end;
end;
rule "most" most < 3 ==> most := most + 1 end;
"""
_STATES = 12
"""The number of states to compare: the two starts, in one of which everybody has the same, and most of their direct
successors."""

_EVERY = "forall c: client do forall d: client do forall g: gift do has(c, g) & has(d, g) -> c = d end end end"
_SOME = "exists c: client do exists d: client do exists g: gift do c != d & has(c, g) & !has(d, g) end end end"
_BOTH = f"({_EVERY}) & (most < 2 | ({_SOME}))"


@pytest.mark.parametrize("condition", chosen([_BOTH], [_EVERY, _SOME, _BOTH]))
def test_what_is_too_large_is_lowered_part_by_part(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load_program(f'{_SHOP} invariant "it" {condition};')
    whole = agree(program, _STATES)
    # Enough for two elements, and not for all of them.
    monkeypatch.setattr(questions, "SIZE", 300)
    apart = agree(program, _STATES)
    assert whole.left_out == apart.left_out == ()


@pytest.mark.parametrize(
    "condition",
    [
        # It is not universal, nor a connective.
        f"({_EVERY}) = ({_SOME})",
        # It may end in an error.
        "forall c: client do forall d: client do forall g: gift do bag[c] / bit(g) = bag[d] | has(c, g) end end end",
    ],
)
def test_what_cannot_be_taken_apart_is_left_out(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load_program(f'{_SHOP} invariant "it" {condition};')
    assert lowered(program, UNLIMITED).left_out == ()
    monkeypatch.setattr(questions, "SIZE", 300)
    left_out = dict(lowered(program, UNLIMITED).left_out)
    assert "too many cases" in left_out["it"]


@pytest.mark.parametrize(
    ("sign", "means"), [("<=", operator.le), (">=", operator.ge), ("=", operator.eq), ("!=", operator.ne)]
)
def test_a_comparison_of_a_sum_holds_where_that_of_its_value_does(
    sign: Operator, means: Callable[[int, int], bool]
) -> None:
    """Against all codes of two slots, one of which lacks a code."""
    codes = 0b1011, 0b111
    algebra = Algebra(codes, UNLIMITED)
    algebra.allowed = SIZE
    writing = Writing(algebra, ["x", "y"])
    for first, second, constant in product((-1, 1, 2), (-2, -1, 0, 1), range(-6, 7)):
        terms = tuple((slot, factor) for slot, factor in enumerate((first, second)) if factor)
        formula = writing.formula(algebra.compared(Sum(terms, constant), sign, algebra.context()))
        for x, y in product(*map(bits, codes)):
            state: dict[Atom, int] = {Named("x"): x, Named("y"): y}
            assert satisfied(formula, state.__getitem__) == means(first * x + second * y + constant, 0)
