"""Verdicts on automata, against the oracle's list of states, on drawn ones and some with constructs that those lack."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import vsym
from tests.languages.ta.writing import written
from tests.support.drawn import many
from tests.support.oracle_thresholds import Instance, drawn_automaton, drawn_formula, negated, some_run
from vsym.basics.source import Source
from vsym.languages.ta import LANGUAGE
from vsym.models.counting.model import Model


def load(text: str, **values: int) -> Model:
    """The model of a text."""
    model: Model = LANGUAGE.parsed(Source("test.ta", text)).at(values)
    return model


def outcome(text: str, **values: int) -> str:
    """The verdict on the one property of a text."""
    return vsym.check(load(text, **values), engine="explicit").outcomes[0].verdict.outcome


@pytest.mark.parametrize("seed", range(many(5)))
def test_verdicts_at_a_size_are_the_oracles(seed: int) -> None:
    chance = random.Random(seed)
    automaton = replace(drawn_automaton(chance), stutters=True)
    formula = drawn_formula(chance, automaton)
    n, t = chance.randint(1, 4), chance.randint(0, 2)
    refuted = some_run(Instance(automaton, n, t), negated(formula))
    text = written(automaton, formula)
    assert outcome(text, N=n, T=t) == ("violated" if refuted else "holds"), text


BEGUN = """skel P {
  shared x, y;
  parameters N, F;
  assumptions (1) { N >= F; }
  locations (2) { a: [0]; b: [1]; }
  inits (3) { a == N; b == 0; y == 0; FIRST }
  rules (1) { 0: a -> b when (x < F) do { x' == x + 1; }; }
  specifications (1) { p: SPEC; }
}
"""


@pytest.mark.parametrize(
    ("first", "formula", "expected"),
    [
        # Without a first value, any is possible, more than the guard compares with too.
        ("", "[](x < F + 1)", "violated"),
        ("", "[](x < F + 100)", "violated"),
        ("", "x >= F -> [](b == 0)", "holds"),
        ("", "[](b <= F)", "holds"),
        ("", "[](b < F)", "violated"),
        ("x <= 1;", "[](b < F)", "violated"),
        ("x <= 1;", "[](x <= F)", "holds"),
        ("x >= 1;", "[](b < F)", "holds"),
        ("x == F - 1;", "[](b <= 1)", "holds"),
        ("x == F - 1;", "[](b == 0)", "violated"),
    ],
)
def test_a_shared_variable_has_every_first_value_that_the_start_allows(first: str, formula: str, expected: str) -> None:
    assert outcome(BEGUN.replace("FIRST", first).replace("SPEC", formula), N=3, F=2) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        # All have moved and y is N: x must be more than 2N to show it.
        ("[](b < N || x <= y + N)", "violated"),
        ("[](b < N || x <= 2 * b + y)", "violated"),
        ("[](b < N || x > y || x <= N)", "holds"),
        ("[](y <= b)", "holds"),
    ],
)
def test_first_values_go_as_far_as_variables_and_counts_that_they_are_compared_with(
    formula: str, expected: str
) -> None:
    text = BEGUN.replace("FIRST", "").replace("when (x < F) do { x' == x + 1; }", "when (true) do { y' == y + 1; }")
    assert outcome(text.replace("SPEC", formula), N=2, F=0) == expected


ROUNDS = """skel P {
  shared x;
  parameters N, T;
  locations (2) { a: [0]; b: [1]; c: [2]; }
  inits (3) { a == N; b == 0; c == 0; x == 0; }
  rules (1) {
    0: a -> b when (true) do { x' == x + 2; };
    1: b -> a when (true) do { RESET };
    2: a -> c when (x >= T) do { };
  }
  specifications (1) { p: SPEC; }
}
"""


@pytest.mark.parametrize(
    ("reset", "formula", "expected"),
    [
        ("", "[](c == 0)", "violated"),
        ("", "[](x < 41)", "violated"),
        ("", "[](x == 0 || <>(x >= 2))", "holds"),
        ("reset(x);", "[](x <= 2)", "holds"),
        ("reset(x);", "[](c == 0)", "holds"),
        ("x' == 0;", "[](b == 0 || <>(x == 0))", "violated"),
    ],
)
def test_a_variable_that_a_cycle_raises_stops_where_no_condition_tells_its_values_apart(
    reset: str, formula: str, expected: str
) -> None:
    assert outcome(ROUNDS.replace("RESET", reset).replace("SPEC", formula), N=1, T=7) == expected


def test_a_run_may_stay_anywhere_for_ever() -> None:
    text = BEGUN.replace("FIRST", "x == 0;").replace("SPEC", "<>(b == N)")
    assert outcome(text, N=2, F=2) == "violated"
    assert outcome(text.replace("<>(b == N)", "<>[](x >= F || a == 0) -> <>(b == N)"), N=2, F=2) == "holds"
