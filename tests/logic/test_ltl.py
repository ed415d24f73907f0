"""The normal form of LTL: its meaning and its savings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.ltl_formulas import P, Q, R, implies, later, letter, propositional
from tests.logic.test_automaton import WORDS, Word, f, g, holds
from tests.support import oracle_ltl
from tests.support.drawn import many
from vsym.logic.ctl import Conjunction, Disjunction
from vsym.logic.formula import FALSE, TRUE, And, Formula, Iff, Not, Or, conjunction, negate
from vsym.logic.ltl import Literal, Next, NormalForm, Release, Until, normal_form, recurring


def read(form: NormalForm, number: int) -> oracle_ltl.Formula:
    """A node as a formula of the oracle; strong release is a release whose left side comes."""
    node = form.nodes[number]
    match node:
        case Literal(literal):
            atom = oracle_ltl.Atom(form.predicates[literal // 2])
            return oracle_ltl.Not(atom) if literal % 2 else atom
        case Conjunction(operands) | Disjunction(operands):
            return joined("and" if isinstance(node, Conjunction) else "or", [read(form, part) for part in operands])
        case Next(operand):
            return oracle_ltl.Tense("X", (read(form, operand),))
        case Until(left, right, strong):
            return oracle_ltl.Tense("U" if strong else "W", (read(form, left), read(form, right)))
        case Release(left, right, strong):
            freed = read(form, left)
            release = oracle_ltl.Tense("R", (freed, read(form, right)))
            return oracle_ltl.Connective("and", release, oracle_ltl.Tense("F", (freed,))) if strong else release


def joined(operator: str, parts: list[oracle_ltl.Formula]) -> oracle_ltl.Formula:
    atom = oracle_ltl.Atom("")
    result: oracle_ltl.Formula = oracle_ltl.Connective("or" if operator == "and" else "and", atom, oracle_ltl.Not(atom))
    for part in parts:
        result = oracle_ltl.Connective("and" if operator == "and" else "or", result, part)
    return result


@settings(max_examples=many(20), deadline=None)
@given(propositional(), st.booleans(), WORDS)
def test_it_says_the_same(formula: Formula, positive: bool, word: Word) -> None:
    letters, loop = word
    form = normal_form(formula if positive else Not(formula))
    known = [frozenset().union(*(letter(p, true) for p in form.predicates)) for true in letters]
    assert oracle_ltl.on_word(read(form, form.root), known, loop)[0] == (holds(formula, word) == positive)
    for number, node in enumerate(form.nodes):
        assert all(operand < number for operand in _operands(node))


def _operands(node: object) -> tuple[int, ...]:
    match node:
        case Conjunction(operands) | Disjunction(operands):
            return operands
        case Next(operand):
            return (operand,)
        case Until(left, right, _) | Release(left, right, _):
            return (left, right)
    return ()


@pytest.mark.parametrize(
    ("formula", "same"),
    [
        (f(f(P)), f(P)),
        (g(g(P)), g(P)),
        (f(g(f(P))), g(f(P))),
        (g(f(g(P))), f(g(P))),
        (f(later("U", Q, P)), f(P)),
        (g(later("R", Q, P)), g(P)),
        (Or((f(P), f(Q))), f(Or((P, Q)))),
        (Or((g(f(P)), g(f(Q)))), g(f(Or((P, Q))))),
        (And((f(g(later("X", P))), f(g(later("X", Q))))), f(g(And((later("X", P), later("X", Q)))))),
        (Not(later("X", P)), later("X", Not(P))),
        (later("U", TRUE, P), f(P)),
        (later("W", P, FALSE), g(P)),
        (later("R", FALSE, P), g(P)),
        (later("U", P, P), P),
        (later("W", TRUE, P), TRUE),
        (later("R", P, TRUE), TRUE),
        (later("U", P, FALSE), FALSE),
        (And((f(P), later("X", TRUE))), f(P)),
        (Or((P, Not(P), later("X", Q))), TRUE),
        (Not(Iff(g(P), f(Q))), Or((And((g(P), Not(f(Q)))), And((Not(g(P)), f(Q)))))),
    ],
    ids=str,
)
def test_what_is_simplified(formula: Formula, same: Formula) -> None:
    first, second = normal_form(formula), normal_form(same)
    assert read(first, first.root) == read(second, second.root)


def test_nested_equivalences_do_not_double() -> None:
    formula = g(P)
    for _ in range(40):
        formula = Iff(formula, later("X", f(Q)))
        formula = Iff(formula, later("X", g(R)))
    assert len(normal_form(formula).nodes) < 1000


@settings(max_examples=many(20), deadline=None)
@given(propositional(), propositional(), st.booleans(), WORDS)
def test_recurring_predicates_are_taken_out(formula: Formula, other: Formula, sign: bool, word: Word) -> None:
    whole = And((formula, g(f(other)))) if sign else Not(Or((formula, f(g(other)))))
    rest, predicates = recurring(whole)
    again = conjunction([rest, *(g(f(predicate)) for predicate in predicates)])
    assert holds(whole, word) == holds(again, word)


def test_what_is_taken_out() -> None:
    fair = And((g(f(P)), Not(f(g(Q)))))
    assert recurring(Not(implies(fair, g(f(R))))) == (negate(g(f(R))), (P, negate(Q)))
    assert recurring(g(Not(g(P)))) == (TRUE, (negate(P),))
    assert recurring(g(f(later("X", P)))) == (g(f(later("X", P))), ())
    assert recurring(f(g(P))) == (f(g(P)), ())
    assert recurring(g(P)) == (g(P), ())
