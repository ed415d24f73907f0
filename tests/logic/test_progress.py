"""Questions of progress that properties ask, against the verdicts of the oracle on drawn systems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, many
from tests.support.present import present
from tests.system.generated import systems
from tests.system.judging import holds, structure
from tests.system.systems import asked, at, ctl, ltl
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Formula,
    Not,
    Or,
    Temporal,
    TemporalOperator,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.progress import Progress, Questions, awaited, may_have_a_rank, progress
from vsym.logic.properties import Property
from vsym.system.system import System

P, Q = at("x", "<=", 1), at("y", "=", 0)
AF_Q, EF_Q = Temporal("AF", (Q,)), Temporal("EF", (Q,))


def _always(formula: Formula) -> Formula:
    return Temporal("AG", (formula,))


@pytest.mark.parametrize(
    ("prop", "question"),
    [
        (asked("ctl", AF_Q), Progress("inevitable", None, Q)),
        (ltl("F", Q), Progress("inevitable", None, Q)),
        (asked("ctl", Not(Temporal("EG", (negate(Q),)))), Progress("inevitable", None, Q)),
        (asked("ctl", _always(disjunction([negate(P), AF_Q]))), Progress("inevitable", P, Q)),
        (asked("ctl", Not(Temporal("EF", (conjunction([P, Not(AF_Q)]),)))), Progress("inevitable", P, Q)),
        (asked("ltl", Temporal("G", (disjunction([negate(P), Temporal("F", (Q,))]),))), Progress("inevitable", P, Q)),
        (asked("ctl", _always(disjunction([negate(P), EF_Q]))), Progress("possible", P, Q)),
    ],
)
def test_every_spelling_is_the_same_question(prop: Property, question: Progress) -> None:
    assert progress(prop) == Questions((question,), exact=True)


def test_what_is_asked_of_more_states_than_it_speaks_of_is_not_exact() -> None:
    """The question AG AF Q is about all reachable states, but the property only needs it after a P."""
    ahead = _always(disjunction([negate(P), _always(AF_Q)]))
    assert progress(asked("ctl", ahead)) == Questions((Progress("inevitable", TRUE, Q),), exact=False)
    everywhere = _always(conjunction([EF_Q, _always(AF_Q)]))
    both = (Progress("possible", TRUE, Q), Progress("inevitable", TRUE, Q))
    assert progress(asked("ctl", everywhere)) == Questions(both, exact=True)


@pytest.mark.parametrize(
    "prop",
    [
        ctl("AG", P),
        ctl("EF", P),
        ctl("EG", P),
        ctl("AX", P),
        ltl("X", P),
        asked("ltl", Temporal("F", (Temporal("G", (P,)),))),
        asked("ctl", disjunction([AF_Q, Temporal("AF", (P,))])),
        asked("ctl", Temporal("AU", (P, Q))),
    ],
)
def test_what_asks_for_anything_else_is_none(prop: Property) -> None:
    assert progress(prop) is None


def test_what_is_never_reached_is_awaited_in_vain() -> None:
    assert awaited(ctl("AG", P)) == Questions((Progress("inevitable", negate(P), FALSE),), exact=True)
    assert awaited(asked("ctl", AF_Q)) == progress(asked("ctl", AF_Q))
    assert awaited(ctl("EF", P)) is None


@pytest.mark.parametrize("trigger", [P, TRUE, FALSE])
@pytest.mark.parametrize("goal", [Q, TRUE, FALSE])
@pytest.mark.parametrize(("operator", "kind"), [("AF", "inevitable"), ("EF", "possible")])
def test_a_constant_in_a_property_leaves_it_the_rank_that_it_may_have(
    trigger: Formula, goal: Formula, operator: TemporalOperator, kind: str
) -> None:
    """Not simplified, as when a parameter leaves a state without processes."""
    leads = Temporal("AG", (Or((Not(trigger), Temporal(operator, (goal,)))),))
    questions = present(may_have_a_rank(asked("ctl", leads)))
    assert [(part.kind, part.trigger is None) for part in questions.parts] == [(kind, False)]


def test_what_asks_for_no_progress_has_no_rank() -> None:
    assert may_have_a_rank(ctl("AG", P)) is None
    assert may_have_a_rank(ctl("EF", P)) is None
    assert may_have_a_rank(ctl("AG", TRUE)) == Questions((Progress("inevitable", FALSE, FALSE),), exact=True)


@st.composite
def _formulas(draw: st.DrawFn, depth: int = 3) -> Formula:
    """AG, AF and EF of predicates, joined, nested and negated."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from([P, Q, negate(P), negate(Q)]))
    inner = _formulas(depth=depth - 1)
    match draw(st.sampled_from(["AG", "AG", "AF", "EF", "and", "or", "not"])):
        case "AG" | "AF" | "EF" as operator:
            return Temporal(operator, (draw(inner),))
        case "and":
            return conjunction([draw(inner), draw(inner)])
        case "or":
            return disjunction([draw(inner), draw(inner)])
    return Not(draw(inner))


def _asked(question: Progress) -> Formula:
    ahead = Temporal("AF" if question.kind == "inevitable" else "EF", (question.goal,))
    return ahead if question.trigger is None else _always(disjunction([negate(question.trigger), ahead]))


@given(systems(), st.lists(_formulas(), min_size=8, max_size=8))
@settings(DRAWN, max_examples=many(12))
def test_the_questions_together_are_what_is_asked(system: System, formulas: list[Formula]) -> None:
    """A property follows from its questions, and says the same where they are exact, on fair paths too."""
    whole = structure(system)
    for formula in formulas:
        prop = asked("ctl", formula)
        questions = progress(prop)
        if questions is None:
            continue
        together = all(holds(whole, asked("ctl", _asked(question))) for question in questions.parts)
        if questions.exact:
            assert holds(whole, prop) == together, (prop.formula, questions)
        elif together:
            assert holds(whole, prop)
