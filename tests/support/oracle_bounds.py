"""Bounds of any blocks by brute force, from the definitions of the theory, section 10; nothing of vsym is imported.

Blocks may be any partition of the processes: nothing here counts, each abstract state is the set of its states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, assert_never

from tests.support import oracle, oracle_ltl, oracle_temporal
from tests.support.oracle_symmetry import AbstractState, Blocks, abstract

Relation: TypeAlias = Mapping[AbstractState, frozenset[AbstractState]]


class Values(NamedTuple):
    """The abstract states in which a formula is sure, and those in which it is possible."""

    sure: frozenset[AbstractState]
    possible: frozenset[AbstractState]

    def negated(self, everything: Iterable[AbstractState]) -> Values:
        """The values of the negation."""
        states = frozenset(everything)
        return Values(states - self.possible, states - self.sure)


@dataclass(frozen=True, eq=False)
class Bounds:
    """γ, the two relations, whose steps include the stuttering of stuck states, and the images of the initial
    states."""

    structure: oracle.Structure
    states: Mapping[AbstractState, tuple[oracle.State, ...]]
    may: Relation
    must: Relation
    starts: frozenset[AbstractState]


def bounds(structure: oracle.Structure, blocks: Blocks) -> Bounds:
    """may and must for these blocks, on the states of the structure, reachable or not."""

    def image(state: oracle.State) -> AbstractState:
        return abstract(structure.model, blocks, state)

    states: dict[AbstractState, list[oracle.State]] = {}
    for state in structure.steps:
        states.setdefault(image(state), []).append(state)
    targets = {
        state: frozenset(image(step.target) for step in steps) or frozenset([image(state)])
        for state, steps in structure.steps.items()
    }
    leading = {one: [targets[state] for state in inside] for one, inside in states.items()}
    return Bounds(
        structure,
        {one: tuple(inside) for one, inside in states.items()},
        {one: frozenset().union(*each) for one, each in leading.items()},
        {one: each[0].intersection(*each[1:]) for one, each in leading.items()},
        frozenset(map(image, oracle.initial_states(structure))),
    )


def predicate(bounds: Bounds, formula: oracle_ltl.Formula) -> Values:
    """The values of a formula without temporal operators, taken as a whole."""
    names = oracle_temporal.predicates_of(formula)

    def true(state: oracle.State) -> bool:
        return oracle_ltl.on_word(formula, [oracle_temporal.true_in(bounds.structure, state, names)], 0)[0]

    held = {one: [true(state) for state in inside] for one, inside in bounds.states.items()}
    return Values(
        frozenset(one for one, each in held.items() if all(each)),
        frozenset(one for one, each in held.items() if any(each)),
    )


def ctl(bounds: Bounds, formula: oracle_ltl.Formula) -> Values:
    """The values of a CTL formula on the paths that satisfy the model's justice."""
    match formula:
        case _ if not _is_temporal(formula):
            return predicate(bounds, formula)
        case oracle_ltl.Not(operand):
            return ctl(bounds, operand).negated(bounds.states)
        case oracle_ltl.Connective("iff", left, right):
            both = oracle_ltl.Connective("and", left, right)
            none = oracle_ltl.Connective("and", oracle_ltl.Not(left), oracle_ltl.Not(right))
            return ctl(bounds, oracle_ltl.Connective("or", both, none))
        case oracle_ltl.Connective(operator, left, right):
            a, b = ctl(bounds, left), ctl(bounds, right)
            if operator == "or":
                return Values(a.sure | b.sure, a.possible | b.possible)
            return Values(a.sure & b.sure, a.possible & b.possible)
        case oracle_ltl.Tense(operator, operands, "A"):
            negation = oracle_ltl.dual(operator, tuple(map(oracle_ltl.Not, operands)))
            return ctl(bounds, oracle_ltl.Not(oracle_ltl.Tense(*negation, "E")))
        case oracle_ltl.Tense(operator, operands):
            values, goals = [ctl(bounds, operand) for operand in operands], justice(bounds)
            sure = [value.sure for value in values], [goal.sure for goal in goals]
            possible = [value.possible for value in values], [goal.possible for goal in goals]
            return Values(
                frozenset(oracle_ltl.some_path(bounds.must, operator, *sure)),
                frozenset(oracle_ltl.some_path(bounds.may, operator, *possible)),
            )
        case oracle_ltl.Atom():
            raise TypeError("an atom has no temporal operator")
    assert_never(formula)


def justice(bounds: Bounds) -> list[Values]:
    """The values of each justice constraint."""
    return [predicate(bounds, oracle_ltl.Atom(one)) for one in bounds.structure.model.fairness]


def ctl_verdict(bounds: Bounds, formula: oracle.Formula) -> bool | None:
    """The truth of a CTL formula in all initial states, None where it is unknown."""
    values = ctl(bounds, oracle_temporal.over_atoms(formula))
    if bounds.starts <= values.sure:
        return True
    return None if bounds.starts <= values.possible else False


def ltl_verdict(bounds: Bounds, formula: oracle_ltl.Formula) -> bool | None:
    """The truth of an LTL formula on all fair paths from initial states, None where it is unknown."""
    claim, denial = literal_form(formula), literal_form(oracle_ltl.Not(formula))
    goals = justice(bounds)
    graph = _graph(bounds, bounds.may, claim, [goal.possible for goal in goals])
    if oracle_ltl.ltl_holds(graph, bounds.starts, claim):
        return True
    graph = _graph(bounds, _going_astray(bounds), denial, [goal.sure for goal in goals])
    return None if oracle_ltl.ltl_holds(graph, bounds.starts, oracle_ltl.Not(denial)) else False


def error_verdict(bounds: Bounds) -> bool | None:
    """Tells if an assignment can leave its range, None where it is unknown."""
    leaving = {
        one: [bool(bounds.structure.overflows[state]) for state in states] for one, states in bounds.states.items()
    }
    if any(all(leaving[one]) for one in oracle.closure(bounds.starts, bounds.must.__getitem__)):
        return True
    return None if any(any(leaving[one]) for one in oracle.closure(bounds.starts, bounds.may.__getitem__)) else False


LOST = AbstractState((), (-1,))
"""A state that follows every state, itself as well, where a path of must may end: no literal is sure there."""


def _going_astray(bounds: Bounds) -> Relation:
    return {LOST: frozenset([LOST])} | {one: targets | {LOST} for one, targets in bounds.must.items()}


def _graph(
    bounds: Bounds, relation: Relation, formula: oracle_ltl.Formula, goals: Sequence[AbstractSet[AbstractState]]
) -> oracle_ltl.Graph[AbstractState]:
    """The reachable part of a relation, with the literals that are sure, and the goals by number as justice."""
    literals = {literal: predicate(bounds, literal).sure for literal in _literals(formula)}
    sets = literals | dict(enumerate(goals))
    reached = oracle.closure(bounds.starts, relation.__getitem__)
    atoms = {one: frozenset(name for name, states in sets.items() if one in states) for one in reached}
    return oracle_ltl.Graph({one: relation[one] for one in reached}, atoms, tuple(range(len(goals))))


def literal_form(formula: oracle_ltl.Formula) -> oracle_ltl.Formula:
    """An LTL formula without negations, whose atoms are named by formulas without temporal operators."""
    match formula:
        case _ if not _is_temporal(formula):
            return oracle_ltl.Atom(formula)
        case oracle_ltl.Not(operand):
            return literal_form(_negation(operand))
        case oracle_ltl.Connective("iff", left, right):
            both = oracle_ltl.Connective("and", left, right)
            none = oracle_ltl.Connective("and", oracle_ltl.Not(left), oracle_ltl.Not(right))
            return literal_form(oracle_ltl.Connective("or", both, none))
        case oracle_ltl.Connective(operator, left, right):
            return oracle_ltl.Connective(operator, literal_form(left), literal_form(right))
        case oracle_ltl.Tense(operator, operands):
            return oracle_ltl.Tense(operator, tuple(map(literal_form, operands)))
        case oracle_ltl.Atom():
            raise TypeError("an atom has no temporal operator")
    assert_never(formula)


def _negation(formula: oracle_ltl.Formula) -> oracle_ltl.Formula:
    """The negation of a temporal formula, moved inside its operator."""
    match formula:
        case oracle_ltl.Not(operand):
            return operand
        case oracle_ltl.Connective("iff", left, right):
            return oracle_ltl.Connective("iff", left, oracle_ltl.Not(right))
        case oracle_ltl.Connective(operator, left, right):
            other: Literal["and", "or"] = "or" if operator == "and" else "and"
            return oracle_ltl.Connective(other, oracle_ltl.Not(left), oracle_ltl.Not(right))
        case oracle_ltl.Tense(operator, operands):
            return oracle_ltl.Tense(*oracle_ltl.dual(operator, tuple(map(oracle_ltl.Not, operands))))
        case oracle_ltl.Atom():
            raise TypeError("an atom has no temporal operator")
    assert_never(formula)


def _is_temporal(formula: oracle_ltl.Formula) -> bool:
    return any(isinstance(part, oracle_ltl.Tense) for part in oracle_ltl.parts(formula))


def _literals(formula: oracle_ltl.Formula) -> list[oracle_ltl.Formula]:
    """The formulas that name atoms of a literal form."""
    return [name for name in oracle_ltl.atoms(formula) if isinstance(name, oracle_ltl.Formula)]
