"""CTL on the concrete structure, with justice, by naive fixpoints over the reachable states."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from typing_extensions import assert_never

from tests.oracle import (
    Compare,
    Connective,
    Constant,
    Formula,
    Not,
    Path,
    State,
    Structure,
    holds,
    initial_states,
    reachable,
)

States: TypeAlias = frozenset[State]


def satisfied(structure: Structure, formula: Formula) -> bool:
    """Whether a CTL formula holds in every initial state, on the paths that satisfy the model's fairness."""
    return satisfying(structure, formula).issuperset(initial_states(structure))


def satisfying(structure: Structure, formula: Formula) -> States:
    """The reachable states in which a CTL formula holds.

    A state without steps has itself as its only successor. Overflow errors lead nowhere: ask `reachable_overflows`
    first, since a model that can run into one has no verdicts.
    """
    return _Checker(structure).check(formula)


class _Checker:
    """The reachable part of a structure, made total, with the states from which a fair path starts."""

    def __init__(self, structure: Structure) -> None:
        self.model = structure.model
        self.universe: States = frozenset(reachable(structure))
        self.successors = {
            state: frozenset(step.target for step in structure.steps[state]) or frozenset([state])
            for state in self.universe
        }
        self.justice = [self.check(formula) for formula in self.model.fairness]
        self.fair = self.always(self.universe)

    def check(self, formula: Formula) -> States:
        match formula:
            case Constant() | Compare():
                return frozenset(state for state in self.universe if holds(self.model, formula, state))
            case Not(operand):
                return self.universe - self.check(operand)
            case Connective(operator, left, right):
                a, b = self.check(left), self.check(right)
                return {
                    "and": a & b,
                    "or": a | b,
                    "implies": (self.universe - a) | b,
                    "iff": self.universe - (a ^ b),
                }[operator]
            case Path("E", tense, operands):
                return self.exists(tense, [self.check(operand) for operand in operands])
            case Path(_, tense, operands):
                # A is the dual of E: no path has the complement's tense.
                complements = [self.universe - self.check(operand) for operand in operands]
                return self.universe - self.exists_not(tense, complements)
        assert_never(formula)

    def exists(self, tense: str, operands: list[States]) -> States:
        if tense == "X":
            return self.before(operands[0] & self.fair)
        if tense == "F":
            return self.until(self.universe, operands[0])
        if tense == "G":
            return self.always(operands[0])
        left, right = operands
        if tense == "U":
            return self.until(left, right)
        if tense == "W":
            return self.until(left, right) | self.always(left)
        return self.until(right, left & right) | self.always(right)

    def exists_not(self, tense: str, complements: list[States]) -> States:
        """The states with a fair path on which `tense` fails, given the complements of its operands."""
        if len(complements) == 1:
            return self.exists({"X": "X", "F": "G", "G": "F"}[tense], complements)
        not_left, not_right = complements
        if tense == "U":
            return self.exists("R", [not_left, not_right])
        if tense == "R":
            return self.until(not_left, not_right)
        return self.until(not_right, not_left & not_right)

    def before(self, states: States) -> States:
        return frozenset(state for state in self.universe if self.successors[state] & states)

    def until(self, left: States, right: States) -> States:
        return self.reaching(left, right & self.fair)

    def reaching(self, through: States, goal: States) -> States:
        return _fixpoint(lambda states: goal | states | (through & self.before(states)), frozenset())

    def always(self, states: States) -> States:
        """EG under justice: the greatest set that can reach each justice condition again and again inside `states`."""

        def narrow(kept: States) -> States:
            kept &= self.before(kept)
            for goal in self.justice:
                kept &= self.before(self.reaching(kept, kept & goal))
            return kept

        return _fixpoint(narrow, states)


def _fixpoint(step: Callable[[States], States], start: States) -> States:
    while (following := step(start)) != start:
        start = following
    return start
