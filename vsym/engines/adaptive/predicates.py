"""Predicates and terms over the counts of cells, made ready for many states."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from typing_extensions import assert_never

from vsym.engines.adaptive.partitions import Counts
from vsym.formula import And, Comparison, Count, Formula, Iff, Linear, Not, Or, Shared, Temporal, Truth
from vsym.processes import Processes

Test: TypeAlias = Callable[[Counts, Sequence[int]], bool]
"""Whether a predicate holds, from the counts of the cells and the shared values."""

Evaluation: TypeAlias = Callable[[Counts, Sequence[int]], int]

_COMPARE = {"<=": operator.le, ">=": operator.ge, "=": operator.eq, "!=": operator.ne}


@dataclass(frozen=True)
class Places:
    """Where counts stand: the cells of a partition, the local states and the shared variables by their position."""

    cells: tuple[Processes, ...]
    states: Mapping[str, int]
    shared: Mapping[str, int]

    def test(self, formula: Formula) -> Test:
        """A predicate over these places; every set that it counts in must be a union of cells.

        Raises TypeError on a temporal operator.
        """
        match formula:
            case Truth(value):
                return lambda _counts, _shared: value
            case Comparison(left, sign, bound):
                value_of, holds = self.evaluation(left), _COMPARE[sign]
                return lambda counts, shared: bool(holds(value_of(counts, shared), bound))
            case Not(operand):
                negated = self.test(operand)
                return lambda counts, shared: not negated(counts, shared)
            case And(operands):
                both = [self.test(part) for part in operands]
                return lambda counts, shared: all(part(counts, shared) for part in both)
            case Or(operands):
                either = [self.test(part) for part in operands]
                return lambda counts, shared: any(part(counts, shared) for part in either)
            case Iff(left_side, right_side):
                one, other = self.test(left_side), self.test(right_side)
                return lambda counts, shared: one(counts, shared) == other(counts, shared)
            case Temporal(name):
                raise TypeError(f"{name} speaks of paths, not of a state")
        assert_never(formula)

    def evaluation(self, term: Linear) -> Evaluation:
        """The value of a linear term over these places."""
        constant = term.constant
        values = [(self.shared[part.name], c) for part, c in term.terms if isinstance(part, Shared)]
        places = [
            (cell, self.states[part.state], c)
            for part, c in term.terms
            if isinstance(part, Count)
            for cell in self.inside(part.processes)
        ]

        def value_of(counts: Counts, shared: Sequence[int]) -> int:
            total = constant
            for cell, state, c in places:
                total += c * counts[cell][state]
            for position, c in values:
                total += c * shared[position]
            return total

        return value_of

    def inside(self, processes: Processes) -> tuple[int, ...]:
        """The cells inside a set that is a union of cells."""
        return tuple(number for number, cell in enumerate(self.cells) if cell <= processes)

    def caps(self, formula: Formula) -> list[list[int]]:
        """For each cell and local state, a number that the count does not exceed where the predicate holds.

        Read off conjuncts that bound sums of counts from above; the size of the cell where there is none.
        """
        caps = [[cell.size] * len(self.states) for cell in self.cells]
        for part in formula.operands if isinstance(formula, And) else (formula,):
            if isinstance(part, Comparison) and part.operator in ("<=", "="):
                terms = [(variable, c) for variable, c in part.left.terms if isinstance(variable, Count)]
                if len(terms) == len(part.left.terms) and all(c > 0 for _, c in terms):
                    for variable, c in terms:
                        state = self.states[variable.state]
                        for cell in self.inside(variable.processes):
                            caps[cell][state] = min(caps[cell][state], part.bound // c)
        return caps
