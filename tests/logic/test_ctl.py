"""The basis of CTL: shapes here; meanings in the tests of the explicit engine, against a fixpoint for each operator."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import ctl, ltl
from vsym.logic.ctl import (
    Conjunction,
    Equivalence,
    ExistsGlobally,
    ExistsNext,
    ExistsUntil,
    Negation,
    Predicate,
    Reduction,
    is_universal,
    operands,
    reduce,
)
from vsym.logic.formula import TRUE, And, Formula, Iff, Not, Or, Temporal, TemporalOperator, compare
from vsym.logic.terms import Named, linear

P: Formula = compare(linear([(Named("p"), 1)]), "=", linear([], 1))
Q: Formula = compare(linear([(Named("q"), 1)]), "=", linear([], 1))


def test_predicate_stays_whole() -> None:
    formula = And((P, Not(Q)))
    assert reduce([formula]).nodes == (Predicate(formula),)


def test_always_is_the_negation_of_until() -> None:
    nodes = (Predicate(P), Negation(0), Predicate(TRUE), ExistsUntil(2, 1), Negation(3))
    assert reduce([Temporal("AG", (P,))]) == Reduction(nodes, (4,))


def test_two_negations_vanish() -> None:
    reduction = reduce([Not(Temporal("AX", (Not(Temporal("EX", (P,))),)))])
    root = reduction.nodes[reduction.roots[0]]
    assert isinstance(root, ExistsNext)
    assert isinstance(reduction.nodes[root.operand], ExistsNext)


def test_equal_subformulas_share_a_node() -> None:
    eventually = Temporal("EF", (P,))
    reduction = reduce([Or((eventually, Temporal("EX", (eventually,)))), eventually, Iff(eventually, Q)])
    assert sum(isinstance(node, ExistsUntil) for node in reduction.nodes) == 1
    assert isinstance(reduction.nodes[reduction.roots[1]], ExistsUntil)
    assert isinstance(reduction.nodes[reduction.roots[2]], Equivalence)


def test_nested_weak_untils_grow_linearly() -> None:
    formula = P
    for _ in range(60):
        formula = Temporal("AR", (Q, Temporal("EW", (formula, Q))))
    assert len(reduce([formula]).nodes) < 60 * 10


@pytest.mark.parametrize("operator", ["AX", "EX", "AF", "EF", "AG", "EG"])
def test_operands_come_first(operator: TemporalOperator) -> None:
    reduction = reduce([Temporal(operator, (Temporal("AU", (P, Temporal("EG", (Q,)))),))])
    for number, node in enumerate(reduction.nodes):
        assert all(operand < number for operand in operands(node))
    assert any(isinstance(node, ExistsGlobally) for node in reduction.nodes)
    assert any(isinstance(node, Conjunction) for node in reduction.nodes)


@pytest.mark.parametrize("operator", ["X", "F", "G", "U", "W", "R"])
def test_linear_operator_is_refused(operator: TemporalOperator) -> None:
    count = 1 if operator in ("X", "F", "G") else 2
    with pytest.raises(ValueError, match=f"{operator} is not a formula of CTL"):
        reduce([Temporal(operator, (P, Q)[:count])])


@pytest.mark.parametrize(
    ("text", "universal"),
    [
        ("#A = 1", True),
        ("AG #A = 1", True),
        ("EF #A = 1", False),
        ("!EF #A = 1", True),
        ("!AG #A = 1", False),
        ("!EF EF #A = 1", True),
        ("!EF AG #A = 1", False),
        ("AG (#A = 1 -> AF #B = 1)", True),
        ("AG (#A = 1 -> EF #B = 1)", False),
        ("AG (EF #A = 1 -> #B = 1)", True),
        ("A [#A = 1 U !E [#A = 1 U #B = 1]]", True),
        ("AX #A = 1 <-> #B = 1", False),
        ("#A = 1 <-> #B = 1", True),
    ],
)
def test_a_path_refutes_what_speaks_of_all_paths(text: str, universal: bool) -> None:
    assert is_universal(ctl(text)) is universal


def test_ltl_is_refused() -> None:
    with pytest.raises(ValueError, match="not a CTL operator"):
        is_universal(ltl("G #A = 1"))
