"""The concrete structure as a graph for `oracle_ltl`, and CTL on it, on the paths that satisfy the justice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from tests.support import oracle, oracle_ltl


def satisfied(structure: oracle.Structure, formula: oracle.Formula) -> bool:
    """Tells if a CTL formula holds in every initial state, on the paths that satisfy the model's fairness."""
    return satisfying(structure, formula).issuperset(oracle.initial_states(structure))


def satisfying(structure: oracle.Structure, formula: oracle.Formula) -> set[oracle.State]:
    """The reachable states in which a CTL formula holds.

    Overflow errors lead nowhere: ask `reachable_overflows` first, since a model that can run into one has no verdicts.
    """
    asked = over_atoms(formula)
    return oracle_ltl.ctl_satisfying(graph(structure, [asked]), asked)


def graph(
    structure: oracle.Structure, formulas: Iterable[oracle_ltl.Formula], *, everywhere: bool = False
) -> oracle_ltl.Graph[oracle.State]:
    """The reachable states, or all, with the predicates that formulas and justice name; one without steps follows
    itself."""
    states = list(structure.steps) if everywhere else oracle.reachable(structure)
    successors = {
        state: frozenset(step.target for step in structure.steps[state]) or frozenset([state]) for state in states
    }
    justice = structure.model.fairness
    predicates = {*justice}.union(*map(predicates_of, formulas))
    return oracle_ltl.Graph(successors, {state: true_in(structure, state, predicates) for state in states}, justice)


def predicates_of(formula: oracle_ltl.Formula) -> set[oracle.Formula]:
    """The predicates that are a formula's atoms."""
    return {name for name in oracle_ltl.atoms(formula) if isinstance(name, oracle.Formula)}


def true_in(
    structure: oracle.Structure, state: oracle.State, predicates: Iterable[oracle.Formula]
) -> frozenset[oracle.Formula]:
    """The predicates that hold in a state."""
    return frozenset(predicate for predicate in predicates if oracle.holds(structure.model, predicate, state))


def over_atoms(formula: oracle.Formula) -> oracle_ltl.Formula:
    """A CTL formula whose atoms are the comparisons."""
    match formula:
        case oracle.Constant() | oracle.Compare() | oracle.Deadlocked():
            return oracle_ltl.Atom(formula)
        case oracle.Not(operand):
            return oracle_ltl.Not(over_atoms(operand))
        case oracle.Connective(operator, left, right):
            if operator == "implies":
                return oracle_ltl.Connective("or", over_atoms(oracle.Not(left)), over_atoms(right))
            return oracle_ltl.Connective(operator, over_atoms(left), over_atoms(right))
        case oracle.Path(quantifier, tense, operands):
            return oracle_ltl.Tense(tense, tuple(map(over_atoms, operands)), quantifier)
    assert_never(formula)
