"""Questions of reachability that properties ask, against the reachable states and the oracle's verdicts."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest
from hypothesis import given, settings

from tests.support.drawn import DRAWN, many
from tests.system.generated import CTL_BINARY, LTL_BINARY, systems
from tests.system.judging import Structure, holds, satisfying, structure
from tests.system.systems import HERE, at
from vsym.logic.formula import (
    FALSE,
    TRUE,
    And,
    Formula,
    Not,
    Temporal,
    TemporalOperator,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.properties import Property
from vsym.logic.reachability import Question, in_ctl, reachability
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
    always, possibly, globally = Temporal("AG", (p,)), Temporal("EF", (p,)), Temporal("G", (p,))
    here, never, reached = Question("initially never", no), Question("never", no), Question("reached", p)
    return [
        ("ctl", p, here),
        ("ltl", p, here),
        ("invariant", p, never),
        ("ctl", always, never),
        ("ctl", Temporal("AG", (always,)), never),
        ("ctl", negate(Temporal("EF", (no,))), never),
        ("ctl", negate(Temporal("EF", (Temporal("EF", (no,)),))), never),
        ("ctl", negate(Temporal("EU", (TRUE, no))), never),
        ("ctl", negate(Temporal("EU", (Not(FALSE), no))), never),
        ("ctl", Temporal("AW", (p, FALSE)), never),
        ("ctl", Temporal("AW", (p, Not(TRUE))), never),
        ("ctl", Temporal("AR", (FALSE, p)), never),
        ("ctl", conjunction([always, Temporal("AG", (TRUE,))]), never),
        ("ctl", Temporal("AG", (Temporal("AR", (no, p)),)), never),
        ("ctl", Temporal("AG", (And((TRUE, p, Not(FALSE))),)), never),
        ("ltl", globally, never),
        ("ltl", Temporal("G", (globally,)), never),
        ("ltl", Temporal("W", (p, FALSE)), never),
        ("ltl", Temporal("R", (FALSE, p)), never),
        ("ltl", negate(Temporal("F", (no,))), never),
        ("ltl", negate(Temporal("U", (TRUE, no))), never),
        ("ltl", Temporal("G", (conjunction([p, globally]),)), never),
        ("ctl", negate(possibly), Question("never", p)),
        ("ltl", negate(Temporal("F", (p,))), Question("never", p)),
        ("ctl", possibly, reached),
        ("ctl", Temporal("EF", (possibly,)), reached),
        ("ctl", Temporal("EU", (TRUE, p)), reached),
        ("ctl", negate(Temporal("AG", (no,))), reached),
        ("ctl", negate(Temporal("AW", (no, FALSE))), reached),
        ("ctl", negate(Temporal("AR", (FALSE, no))), reached),
        ("ctl", Temporal("EF", (Temporal("EU", (no, p)),)), reached),
        ("ctl", disjunction([possibly, Temporal("EF", (FALSE,))]), reached),
        ("ctl", negate(always), Question("reached", no)),
    ]


_BROKEN = disjunction([negate(P), negate(Q)])
_AG_Q, _G_Q = Temporal("AG", (Q,)), Temporal("G", (Q,))
TOGETHER: tuple[tuple[Logic, Formula, Question], ...] = (
    ("ctl", conjunction([AG, _AG_Q]), Question("never", _BROKEN)),
    ("ctl", conjunction([AG, negate(Temporal("EF", (negate(Q),)))]), Question("never", _BROKEN)),
    ("ctl", Temporal("AG", (conjunction([P, _AG_Q]),)), Question("never", _BROKEN)),
    ("ctl", Temporal("AG", (Temporal("AW", (P, Q)),)), Question("never", conjunction([negate(P), negate(Q)]))),
    ("ltl", conjunction([G, _G_Q]), Question("never", _BROKEN)),
    ("ltl", Temporal("G", (conjunction([P, _G_Q]),)), Question("never", _BROKEN)),
    ("ltl", negate(disjunction([Temporal("F", (P,)), Temporal("F", (Q,))])), Question("never", disjunction([P, Q]))),
    ("ltl", Temporal("G", (TRUE,)), Question("never", FALSE)),
    ("ctl", disjunction([EF, Temporal("EF", (Q,))]), Question("reached", disjunction([P, Q]))),
    ("ctl", negate(conjunction([AG, _AG_Q])), Question("reached", _BROKEN)),
    ("ctl", Temporal("EF", (disjunction([P, Temporal("EF", (Q,))]),)), Question("reached", disjunction([P, Q]))),
)


_CTL_ONE: tuple[TemporalOperator, ...] = ("AX", "EX", "AF", "EG")
_LTL_ONE: tuple[TemporalOperator, ...] = ("X", "F")
MORE: tuple[tuple[Logic, Formula], ...] = (
    *(("ctl", Temporal(one, (P,))) for one in _CTL_ONE),
    *(("ctl", Temporal(one, (P, Q))) for one in CTL_BINARY),
    *(("ltl", Temporal(one, (P,))) for one in _LTL_ONE),
    *(("ltl", Temporal(one, (P, Q))) for one in LTL_BINARY),
    ("ltl", negate(G)),
    ("ltl", disjunction([G, _G_Q])),
    ("ltl", conjunction([P, _G_Q])),
    ("ltl", Temporal("G", (F,))),
    ("ltl", Temporal("G", (EF,))),
    ("ctl", disjunction([AG, _AG_Q])),
    ("ctl", conjunction([EF, Temporal("EF", (Q,))])),
    ("ctl", conjunction([Q, AG])),
    ("ctl", Temporal("AG", (disjunction([P, _AG_Q]),))),
    ("ctl", Temporal("AG", (EF,))),
    ("ctl", Temporal("EF", (AG,))),
    ("ctl", Temporal("EF", (conjunction([P, Temporal("EF", (Q,))]),))),
    ("ctl", Temporal("AG", (F,))),
)


def _property(logic: Logic, formula: Formula) -> Property:
    return Property("p", logic, formula, "p", HERE)


@pytest.mark.parametrize(("logic", "formula", "question"), [*_spelled(P), *TOGETHER])
def test_every_spelling_is_the_same_question(logic: Logic, formula: Formula, question: Question) -> None:
    prop = _property(logic, formula)
    assert reachability(prop) == question
    match question:
        case Question("never", target):
            assert in_ctl(prop) == Temporal("AG", (negate(target),))
        case Question("reached", target):
            assert in_ctl(prop) == Temporal("EF", (target,))
        case _:
            assert question.kind == "initially never"


@pytest.mark.parametrize(("logic", "formula"), MORE)
def test_what_asks_for_more(logic: Logic, formula: Formula) -> None:
    assert reachability(_property(logic, formula)) is None


@given(systems())
@settings(DRAWN, max_examples=many(5))
def test_the_question_has_the_verdict_of_the_property(system: System) -> None:
    """The properties are the drawn ones, and every spelling for a drawn predicate, also on the fair paths."""
    whole = structure(system)
    spelled = [_property(logic, formula) for logic, formula, _ in _spelled(system.properties[0].formula)]
    for prop in (*system.properties, *spelled):
        question = reachability(prop)
        assert question is not None or prop not in spelled
        if question is not None:
            assert _answer(whole, question, prop.logic) == holds(whole, prop), prop


def _answer(whole: Structure, question: Question, logic: Logic) -> bool:
    """The answer by a look at all states that each initial state leads to, of which those with a fair path count."""
    system = whole.system
    fair = satisfying(whole, Temporal("EG", (TRUE,)))

    def is_target(state: Vector) -> bool:
        return step.holds(system, question.target, state)

    match question.kind:
        case "never":
            return not any(map(is_target, fair))
        case "initially never":
            return not any(is_target(state) for state in whole.initial if logic == "ctl" or state in fair)
        case "reached":
            return all(any(map(is_target, _from(whole, start) & fair)) for start in whole.initial)


def _from(whole: Structure, start: Vector) -> set[Vector]:
    """The states that one leads to."""
    ahead = {start: None}
    queue = [start]
    for state in queue:
        for target in whole.successors[state]:
            if target not in ahead:
                ahead[target] = None
                queue.append(target)
    return set(ahead)
