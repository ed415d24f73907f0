"""What properties ask of progress, against the verdicts of the oracle on drawn systems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, many
from tests.system.generated import systems
from tests.system.judging import holds, structure
from tests.system.systems import asked, at, ctl, ltl
from vsym.logic.formula import TRUE, Formula, Not, Temporal, conjunction, disjunction, negate
from vsym.logic.progress import Progress, Questions, progress
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
    """AG AF Q is asked of all reachable states, of which only those ahead of a P count."""
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
@settings(DRAWN, max_examples=many(24))
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
