"""Answers to a step as formulas: a state in which none of them is one, against all states."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.drawn import chosen
from tests.symmetry.detected.virtual.small import Step, of_values, of_variables, system
from tests.system.systems import at
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import TRUE, Formula
from vsym.symmetry.detected.virtual.answers import Answer, AnswersQuestion
from vsym.symmetry.detected.virtual.rows import NEUTRAL, Element
from vsym.system.step import after, holds, is_enabled

STEPS: tuple[Step, ...] = (
    ({"x": 0}, {"y": 1}),
    ({"x": 1}, {"y": 1, "z": 1}),
    ({"x": 1, "y": 0}, {"y": 1}),
    ({"x": 1, "z": 0}, {"z": 1}),
)
MODEL = system({"x": 2, "y": 2, "z": 2}, *STEPS)
EXCHANGE = of_values(MODEL, 0, (0, 1)).exchange(0, 1)
ELEMENTS = {
    "neutral": NEUTRAL,
    "the exchange": Element(EXCHANGE),
    "variables": Element(of_variables(MODEL, (1, 2)).exchange(0, 1)),
    "values": Element(of_values(MODEL, 2, (0, 1)).exchange(0, 1)),
}


def _unanswered(number: int, inside: Formula, answers: list[Answer]) -> set[tuple[int, ...]]:
    """The states in which an event has none of the answers, by the definition."""
    left = set()
    for state in product(range(2), repeat=3):
        if not is_enabled(MODEL, number, state) or not holds(MODEL, inside, state):
            continue
        image, target = EXCHANGE.state(state), EXCHANGE.state(after(MODEL, number, state))
        if not any(
            is_enabled(MODEL, one.event, image) and after(MODEL, one.event, image) == one.element.symmetry.state(target)
            for one in answers
        ):
            left.add(state)
    return left


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("inside", [TRUE, at("z", "=", 1)], ids=["anywhere", "inside"])
@pytest.mark.parametrize("other", chosen([(2,), (0, 3)], [(1,), (2,), (3,), (1, 2), (0, 3)]))
@pytest.mark.parametrize("number", range(4))
def test_a_state_without_an_answer_is_found_if_there_is_one(
    number: int, other: tuple[int, ...], inside: Formula, element: str
) -> None:
    answers = [Answer(one, ELEMENTS[element]) for one in other]
    domains = [frozenset({0, 1})] * 3
    asked = AnswersQuestion(MODEL, domains, EXCHANGE, MODEL.events[number], inside, answers, UNLIMITED)
    left, state = _unanswered(number, inside, answers), asked.state()
    assert (state in left) if left else state is None
