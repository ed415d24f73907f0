"""What properties ask of reachable states, against the reachable states and the oracle's verdicts."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest
from hypothesis import given, settings

from tests.drawn import DRAWN
from tests.system.generated import CTL_BINARY, LTL_BINARY, systems
from tests.system.judging import Structure, holds, structure
from tests.system.systems import HERE, at
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, conjunction, negate
from vsym.logic.properties import Property
from vsym.logic.reachability import Question, reachability
from vsym.system import step
from vsym.system.step import Vector
from vsym.system.system import System

P, Q = at("x", "<=", 1), at("y", "=", 0)
AG, EF = Temporal("AG", (P,)), Temporal("EF", (P,))
G, F = Temporal("G", (P,)), Temporal("F", (P,))

Logic: TypeAlias = Literal["ctl", "ltl", "invariant"]


def _spelled(p: Formula) -> list[tuple[Logic, Formula, Question]]:
    """Every spelling of a question of reachability about a predicate."""
    no = negate(p)
    always, possibly = Temporal("AG", (p,)), Temporal("EF", (p,))
    return [
        ("invariant", p, Question("never", no)),
        ("ctl", always, Question("never", no)),
        ("ctl", negate(possibly), Question("never", p)),
        ("ctl", negate(Temporal("EF", (no,))), Question("never", no)),
        ("ctl", negate(Temporal("EU", (TRUE, p))), Question("never", p)),
        ("ltl", Temporal("G", (p,)), Question("never", no)),
        ("ltl", negate(Temporal("F", (p,))), Question("never", p)),
        ("ctl", possibly, Question("reached", p)),
        ("ctl", negate(always), Question("reached", no)),
        ("ctl", Temporal("EU", (TRUE, p)), Question("reached", p)),
        ("ctl", p, Question("initially never", no)),
        ("ltl", p, Question("initially never", no)),
    ]


_CTL_ONE: tuple[TemporalOperator, ...] = ("AX", "EX", "AF", "EG")
_LTL_ONE: tuple[TemporalOperator, ...] = ("X", "F")
MORE: tuple[tuple[Logic, Formula], ...] = (
    *(("ctl", Temporal(one, (P,))) for one in _CTL_ONE),
    *(("ctl", Temporal(one, (P, Q))) for one in CTL_BINARY),
    *(("ltl", Temporal(one, (P,))) for one in _LTL_ONE),
    *(("ltl", Temporal(one, (P, Q))) for one in LTL_BINARY),
    ("ltl", negate(G)),
    ("ltl", conjunction([G, Temporal("G", (Q,))])),
    ("ltl", Temporal("G", (F,))),
    ("ctl", conjunction([AG, Temporal("AG", (Q,))])),
    ("ctl", conjunction([P, AG])),
    ("ctl", Temporal("AG", (EF,))),
    ("ctl", Temporal("EF", (AG,))),
)


def _property(logic: Logic, formula: Formula) -> Property:
    return Property("p", logic, formula, "p", HERE)


@pytest.mark.parametrize(("logic", "formula", "question"), _spelled(P))
def test_every_spelling_is_the_same_question(logic: Logic, formula: Formula, question: Question) -> None:
    assert reachability(_property(logic, formula)) == question


@pytest.mark.parametrize(("logic", "formula"), MORE)
def test_what_asks_for_more(logic: Logic, formula: Formula) -> None:
    assert reachability(_property(logic, formula)) is None


@given(systems(fairness=False))
@settings(DRAWN, max_examples=150)
def test_the_question_has_the_verdict_of_the_property(system: System) -> None:
    """Of the properties that are drawn, and of every spelling for a predicate that is drawn."""
    whole = structure(system)
    spelled = [_property(logic, formula) for logic, formula, _ in _spelled(system.properties[0].formula)]
    for prop in (*system.properties, *spelled):
        question = reachability(prop)
        assert question is not None or prop not in spelled
        if question is not None:
            assert _answer(whole, question) == holds(whole, prop), prop


def _answer(whole: Structure, question: Question) -> bool:
    """The answer by a look at all states that each initial state leads to."""
    system = whole.system

    def is_target(state: Vector) -> bool:
        return step.holds(system, question.target, state)

    match question.kind:
        case "never":
            return not any(map(is_target, whole.steps))
        case "initially never":
            return not any(map(is_target, whole.initial))
        case "reached":
            return all(any(map(is_target, _from(whole, start))) for start in whole.initial)


def _from(whole: Structure, start: Vector) -> list[Vector]:
    """The states that one leads to."""
    ahead = {start: None}
    queue = [start]
    for state in queue:
        for target in whole.successors[state]:
            if target not in ahead:
                ahead[target] = None
                queue.append(target)
    return queue
