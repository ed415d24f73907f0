"""Formulas, terms and events drawn at random, of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from vsym.logic.formula import TRUE, And, Formula, Iff, Not, Operator, Or, compare, conjunction, disjunction
from vsym.logic.terms import Linear, linear
from vsym.system.system import Case, Event, Quotient, Remainder, Term, Variable

OPERATORS: tuple[Operator, ...] = ("<=", ">=", "=", "!=", "=")


class Drawing:
    """Formulas, terms and events over some variables, of every kind."""

    def __init__(self, draw: Random, variables: Sequence[Variable]) -> None:
        self._draw, self._variables = draw, variables

    def start(self) -> Formula:
        """One state, or some."""
        fixed = self._draw.sample(self._variables, self._draw.randint(0, len(self._variables)))
        parts = [compare(read(one), "=", Linear((), self._draw.randint(*one.range))) for one in fixed]
        return conjunction(parts) if self._draw.random() < 0.8 else self.formula(1)

    def formula(self, depth: int) -> Formula:
        """A predicate."""
        if not depth or self._draw.random() < 0.4:
            return self._comparison()
        one, other = self.formula(depth - 1), self.formula(depth - 1)
        match self._draw.choice(("and", "and", "or", "not", "iff")):
            case "and":
                return And((one, other))
            case "or":
                return Or((one, other))
            case "not":
                return Not(one)
            case _:
                return Iff(one, other)

    def _comparison(self) -> Formula:
        operator = self._draw.choice(OPERATORS)
        if self._draw.random() < 0.3:
            one, other = self._draw.sample(self._variables, 2)
            return compare(read(one), operator, read(other))
        bound = Linear((), self._draw.randint(-1, 2))
        return compare(self._sum(self._draw.choice((1, 1, 1, 2, 3))), operator, bound)

    def _sum(self, most: int) -> Linear:
        terms = [
            (one.atom, self._draw.choice((1, 1, -1, 2)))
            for one in self._draw.sample(self._variables, min(most, len(self._variables)))
        ]
        return linear(terms, self._draw.choice((0, 0, 1, -1)))

    def event(self, name: str, depth: int = 2) -> Event:
        """An event whose terms are in the ranges where its guard holds, with formulas of some depth."""
        if self._draw.random() < 0.1:
            return Event(name, name, self.formula(depth), (), error="an error")
        guards, update = [self.formula(depth)], {}
        for one in self._draw.sample(self._variables, self._draw.choice((0, 1, 1, 1, 2))):
            update[one.name], inside = self._term(one, min(depth, 1))
            guards.append(inside)
        return Event(name, name, conjunction(guards), tuple(update.items()))

    def _term(self, to: Variable, depth: int) -> tuple[Term, Formula]:
        """A term, and where it is in the range of a variable."""
        low, high = to.range
        match self._draw.choice(("number", "read", "read", "sum", "case", "case", "quotient", "remainder")):
            case "number":
                return Linear((), self._draw.randint(low, high)), TRUE
            case "read":
                term = read(self._draw.choice(self._variables))
                return term, _between(term, low, high)
            case "case" if depth:
                condition = self.formula(1)
                branch, inside = self._term(to, depth - 1)
                otherwise, else_inside = self._term(to, depth - 1)
                where = (
                    TRUE
                    if (inside, else_inside) == (TRUE, TRUE)
                    else disjunction([conjunction([condition, inside]), conjunction([Not(condition), else_inside])])
                )
                return Case(((condition, branch),), otherwise), where
            case "quotient":
                term = self._sum(2)
                return Quotient(term, 2), _between(term, 2 * low, 2 * high + 1)
            case "remainder" if low <= 0:
                return Remainder(self._sum(2), high + 1), TRUE
            case _:
                term = self._sum(2)
                return term, _between(term, low, high)


def read(one: Variable) -> Linear:
    """The value of a variable."""
    return linear([(one.atom, 1)])


def _between(term: Linear, low: int, high: int) -> Formula:
    return conjunction([compare(term, ">=", Linear((), low)), compare(term, "<=", Linear((), high))])
