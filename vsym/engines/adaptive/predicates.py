"""Predicates and terms over the counts of cells of processes, made ready for many states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.engines.adaptive import readings
from vsym.engines.adaptive.digits import Counts, Digits
from vsym.engines.adaptive.partitions import Partitions
from vsym.engines.adaptive.readings import Reading, Test
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, conjuncts, relation
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.processes import Processes

Evaluation: TypeAlias = Callable[[Counts, Sequence[int]], int]


@frozen
class Places:
    """The places of counts: the cells of a partition, the local states and the shared variables by their position."""

    digits: Digits
    cells: tuple[Processes, ...]
    states: Mapping[str, int]
    shared: Mapping[str, int]

    def test(self, formula: Formula) -> Test:
        """A predicate over these places, which exchanging processes inside a cell must not change.

        Raises TypeError on a temporal operator.
        """
        return fold(
            formula,
            Algebra[Test](
                truth=lambda value: lambda _counts, _shared: value,
                comparison=self._comparison,
                negation=lambda operand: lambda counts, shared: not operand(counts, shared),
                conjunction=lambda operands: lambda counts, shared: all(one(counts, shared) for one in operands),
                disjunction=lambda operands: lambda counts, shared: any(one(counts, shared) for one in operands),
                equivalence=lambda left, right: lambda counts, shared: left(counts, shared) == right(counts, shared),
            ),
        )

    def _comparison(self, comparison: Comparison) -> Test:
        column = self._absent(comparison)
        if column is not None:
            return lambda counts, _shared: not counts & column
        value_of, holds, bound = self.evaluation(comparison.left), relation(comparison.operator), comparison.bound
        return lambda counts, shared: holds(value_of(counts, shared), bound)

    def _absent(self, comparison: Comparison) -> Counts | None:
        """The digits that are 0 where a comparison holds, and only there, if it says that nobody is in some local
        states. None for other comparisons, and where sets cut cells."""
        if comparison.operator not in ("=", "<=") or comparison.bound != 0:
            return None
        column = 0
        for atom, c in comparison.left.terms:
            if c < 0 or not isinstance(atom, Count) or any(self._cut(atom.processes)):
                return None
            column |= self.digits.column(self.inside(atom.processes), self.states[atom.state])
        return column

    def evaluation(self, term: Linear) -> Evaluation:
        """The value of a linear term over these places.

        Where it counts in a set that cuts a cell, the value is that of one state of the orbit: the one in which the
        cell's processes take the local states in order.
        """
        digits, constant = self.digits, term.constant
        values = [(self.shared[part.name], c) for part, c in term.terms if isinstance(part, Named)]
        sums: list[tuple[Counts, int, int]] = []
        ranked: list[tuple[int, int, int, tuple[tuple[int, int], ...]]] = []
        for part, c in term.terms:
            if not isinstance(part, Named):
                count = counted(part)
                state = self.states[count.state]
                if cells := self.inside(count.processes):
                    sums.append((digits.column(cells, state), state * digits.bits, c))
                ranked += [(cell, state, c, ranks) for cell, ranks in self._cut(count.processes)]

        def value_of(counts: Counts, shared: Sequence[int]) -> int:
            total = constant
            for column, shift, c in sums:
                total += c * (digits.total(counts & column) >> shift)
            for position, c in values:
                total += c * shared[position]
            for cell, state, c, ranks in ranked:
                own = digits.of_cell(counts, cell)
                start = sum(own[:state])
                end = start + own[state]
                total += c * sum(max(0, min(high, end) - max(low, start)) for low, high in ranks)
            return total

        return value_of

    def _cut(self, processes: Processes) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        """The cells that a set cuts, with the ranks of its processes among those of the cell, from 0, end exclusive."""
        for number, cell in enumerate(self.cells):
            common = cell & processes
            if common and common != cell:
                before = [(cell & Processes.of([(1, low - 1)])).size for low, _ in common.ranges]
                sizes = (high - low + 1 for low, high in common.ranges)
                yield number, tuple((rank, rank + size) for rank, size in zip(before, sizes, strict=True))

    def inside(self, processes: Processes) -> tuple[int, ...]:
        """The cells inside a set."""
        return tuple(number for number, cell in enumerate(self.cells) if cell <= processes)

    def caps(self, formula: Formula) -> list[list[int]]:
        """For each cell and local state, a number that the count does not exceed where the predicate holds.

        Read off conjuncts that bound sums of counts from above; the size of the cell where there is none.
        """
        caps = [[cell.size] * len(self.states) for cell in self.cells]
        for part in conjuncts(formula):
            if isinstance(part, Comparison) and part.operator in ("<=", "="):
                terms = [(variable, c) for variable, c in part.left.terms if isinstance(variable, Count)]
                if len(terms) == len(part.left.terms) and all(c > 0 for _, c in terms):
                    for variable, c in terms:
                        state = self.states[variable.state]
                        for cell in self.inside(variable.processes):
                            caps[cell][state] = max(0, min(caps[cell][state], part.bound // c))
        return caps


def reading(
    partitions: Partitions,
    partition: int,
    respected: int,
    formula: Formula,
    states: Mapping[str, int],
    shared: Mapping[str, int],
) -> Reading:
    """The reading of states under `partition` for a predicate that respects the partition `respected`."""
    meet = partitions.meet(partition, respected)
    places = Places(partitions.digits, partitions.cells[meet], states, shared)
    return readings.reading(partitions, partition, meet, places.test(formula), lambda: places.caps(formula))
