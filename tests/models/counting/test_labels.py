"""What reports call local transitions that are one row."""

from __future__ import annotations

import pytest

import vsym
from tests.composing import decided, reduced

FRAME = "system s\nstates N, T\ngroup R of 1\ngroup W of 1\ninit T\n"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("trans good: T -> N if #N >= 5\ntrans bad: T -> N { W: true }", "good, bad: T -> N"),
        ("trans good: T -> N if #N >= 5\ntrans T -> N { W: true }", "good, unnamed: T -> N"),
        ("trans T -> N if #N >= 5\ntrans T -> N { W: true }", "T -> N"),
        ("trans good: T -> N", "good: T -> N"),
    ],
)
def test_a_row_names_all_of_its_transitions(text: str, label: str) -> None:
    """In the verdicts on symmetry, and in the counter system."""
    model = vsym.load(FRAME + text)
    [decision] = decided(model).decisions
    assert model.label(decision.relation.origins) == label
    assert {one.label for one in reduced(model).counters.transitions} <= {label, "bad: T -> N", "T -> N"}


def test_those_with_one_effect_are_named_arrow_by_arrow() -> None:
    text = "trans a: N -> T with N -> N\ntrans b: N -> T with T -> T\ntrans c: T -> N"
    model = vsym.load(FRAME + text)
    assert model.label([0, 1]) == "a: N -> T with N -> N | b: N -> T with T -> T"
