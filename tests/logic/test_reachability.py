"""What properties ask of reachable states, against the reachable states and the oracle's verdicts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.drawn import DRAWN
from tests.system.generated import systems
from tests.system.judging import Structure, holds, structure
from tests.system.systems import HERE, at, ctl, invariant
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal, conjunction, negate
from vsym.logic.properties import Logic, Property
from vsym.logic.reachability import Question, reachability
from vsym.system import step
from vsym.system.step import Vector
from vsym.system.system import System

P, Q = at("x", "<=", 1), at("y", "=", 0)
NOT_P = negate(P)
AG, EF, EF_NOT = (Temporal("AG", (P,)), Temporal("EF", (P,)), Temporal("EF", (NOT_P,)))
G, F = Temporal("G", (P,)), Temporal("F", (P,))

NEVER: tuple[tuple[Logic, Formula, Formula], ...] = (
    ("invariant", P, NOT_P),
    ("ctl", AG, NOT_P),
    ("ctl", negate(EF), P),
    ("ctl", negate(EF_NOT), NOT_P),
    ("ctl", negate(Temporal("EU", (TRUE, P))), P),
    ("ctl", Temporal("AG", (conjunction([P, Q]),)), negate(conjunction([P, Q]))),
    ("ltl", G, NOT_P),
    ("ltl", negate(F), P),
)
REACHED: tuple[tuple[Logic, Formula, Formula], ...] = (
    ("ctl", EF, P),
    ("ctl", negate(AG), NOT_P),
    ("ctl", negate(Temporal("AG", (NOT_P,))), P),
    ("ctl", Temporal("EU", (TRUE, P)), P),
)
INITIALLY: tuple[tuple[Logic, Formula, Formula], ...] = (("ctl", P, NOT_P), ("ltl", P, NOT_P), ("ctl", TRUE, FALSE))
MORE: tuple[tuple[Logic, Formula], ...] = (
    *(("ctl", Temporal(one, (P,))) for one in ("AX", "EX", "AF", "EG")),
    *(("ctl", Temporal(one, (P, Q))) for one in ("AU", "EU", "AW", "EW", "AR", "ER")),
    *(("ltl", Temporal(one, (P,))) for one in ("X", "F")),
    *(("ltl", Temporal(one, (P, Q))) for one in ("U", "W", "R")),
    ("ltl", negate(G)),
    ("ltl", conjunction([G, Temporal("G", (Q,))])),
    ("ltl", Temporal("G", (F,))),
    ("ctl", conjunction([AG, Temporal("AG", (Q,))])),
    ("ctl", conjunction([P, AG])),
    ("ctl", Temporal("AG", (EF,))),
    ("ctl", Temporal("EF", (AG,))),
)  # type: ignore[assignment]


def _property(logic: Logic, formula: Formula) -> Property:
    return Property("p", logic, formula, "p", HERE)


@pytest.mark.parametrize(("logic", "formula", "target"), NEVER)
def test_what_is_never_to_be_reached(logic: Logic, formula: Formula, target: Formula) -> None:
    assert reachability(_property(logic, formula)) == Question("never", target)


@pytest.mark.parametrize(("logic", "formula", "target"), REACHED)
def test_what_is_to_be_reached(logic: Logic, formula: Formula, target: Formula) -> None:
    assert reachability(_property(logic, formula)) == Question("reached", target)


@pytest.mark.parametrize(("logic", "formula", "target"), INITIALLY)
def test_what_initial_states_are_not_to_be(logic: Logic, formula: Formula, target: Formula) -> None:
    assert reachability(_property(logic, formula)) == Question("initially never", target)


@pytest.mark.parametrize(("logic", "formula"), MORE)
def test_what_asks_for_more(logic: Logic, formula: Formula) -> None:
    assert reachability(_property(logic, formula)) is None


@given(systems(fairness=False))
@settings(DRAWN, max_examples=150)
def test_the_question_has_the_verdict_of_the_property(system: System) -> None:
    """Of the properties that are drawn, and of every spelling with a predicate that is drawn."""
    whole = structure(system)
    predicate = system.properties[0].formula
    spelled = [
        _property(logic, _with(formula, predicate))
        for logic, formula, *_ in (*NEVER, *REACHED, *INITIALLY)
    ]
    for prop in (*system.properties, *spelled):
        question = reachability(prop)
        if question is not None:
            assert _answer(whole, question) == holds(whole, prop), prop
    assert all(reachability(prop) is not None for prop in spelled)


def _with(formula: Formula, predicate: Formula) -> Formula:
    """A spelling with another predicate in the place of P."""


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
