"""Limits of work in the front end: each of its parts asks, and what is small is over before it would."""

from __future__ import annotations

import pytest

from tests.loading import counting
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.basics.source import Source
from vsym.checking.check import subject_of
from vsym.languages.gsst.elaborate import elaborate
from vsym.languages.gsst.parse import build, parse_tree
from vsym.languages.scanning import PACE

PASSED = Budget(deadline=0.0)
FRAME = "system s\nparam n = 1\nstates A, B\ngroup P of n\ninit A\ntrans A -> B if {}\n"
SMALL = Source("small", FRAME.format("#A >= 1"))
LARGE = Source("large", FRAME.format(" | ".join(["#A >= 1"] * PACE)))
REPEATED = Source("repeated", SMALL.text + f"for i in 1..{PACE} {{ trans A -> B if #A >= i }}\n")


def test_parsing_asks() -> None:
    with pytest.raises(LimitReachedError):
        parse_tree(LARGE, PASSED)


def test_building_asks() -> None:
    tree = parse_tree(LARGE)
    with pytest.raises(LimitReachedError):
        build(LARGE, tree, PASSED)


def test_looking_for_more_errors_asks() -> None:
    wrong = Source("wrong", "system s\nstates ,\n" + LARGE.text)
    with pytest.raises(LimitReachedError):
        parse_tree(wrong, PASSED)


def test_elaboration_asks() -> None:
    text = counting(REPEATED, PASSED)
    assert len(text.at({}).transitions) == PACE + 1
    with pytest.raises(LimitReachedError):
        text.at({}, PASSED)
    with pytest.raises(LimitReachedError):
        text.open(("n",), {}, PASSED)
    with pytest.raises(LimitReachedError):
        subject_of(text, {}, budget=PASSED)


def test_a_small_model_is_read_whatever_the_limit() -> None:
    """So that an error in it is told, and what is asked of it has an answer that says how far it came."""
    file = build(SMALL, parse_tree(SMALL, PASSED), PASSED)
    assert elaborate(file, {}, budget=PASSED) == elaborate(file, {}, budget=UNLIMITED)
