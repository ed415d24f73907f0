"""LTL formulas drawn in two shapes at once: as `.gsst` text and for the oracle, over predicates of a drawn model."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support import oracle_ltl
from tests.support.choosing import chance
from tests.support.generated_formulas import Words, draw_predicate

TENSES = 3
"""The most temporal operators of a formula: the naive tableau doubles with each."""


class SpelledLinear(NamedTuple):
    """An LTL formula, whose atoms are the oracle's predicates."""

    text: str
    formula: oracle_ltl.Formula


def draw_linear(draw: DrawFn, words: Words, tenses: int = TENSES) -> SpelledLinear:
    """An LTL formula with at most `tenses` temporal operators."""
    if not tenses or chance(draw, 15):
        predicate = draw_predicate(draw, words, 1)
        return SpelledLinear(f"({predicate.text})", oracle_ltl.Atom(predicate.formula))
    shape = draw(st.integers(0, 9))
    if shape == 0:
        inner = draw_linear(draw, words, tenses - 1)
        return SpelledLinear(f"!({inner.text})", oracle_ltl.Not(inner.formula))
    if shape < 6:
        unary: Literal["X", "F", "G"] = draw(st.sampled_from(["F", "G", "F", "G", "X"]))
        inner = draw_linear(draw, words, tenses - 1)
        return SpelledLinear(f"{unary} ({inner.text})", oracle_ltl.Tense(unary, (inner.formula,)))
    own = int(shape >= 8)
    left = draw_linear(draw, words, (tenses - own) // 2)
    right = draw_linear(draw, words, tenses - own - (tenses - own) // 2)
    if own:
        binary: Literal["U", "W", "R"] = draw(st.sampled_from(["U", "W", "R"]))
        until = oracle_ltl.Tense(binary, (left.formula, right.formula))
        return SpelledLinear(f"(({left.text}) {binary} ({right.text}))", until)
    connective: Literal["and", "or", "iff"] = draw(st.sampled_from(["and", "or", "iff"]))
    sign = {"and": "&", "or": "|", "iff": "<->"}[connective]
    formula = oracle_ltl.Connective(connective, left.formula, right.formula)
    return SpelledLinear(f"(({left.text}) {sign} ({right.text}))", formula)
