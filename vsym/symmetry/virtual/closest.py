"""The closest two states between those of a solution of ψ: two processes exchanged, where no lemma forbids it.

From one state of an orbit to another leads a chain of exchanges of two processes. Where the first can take a step that
the last cannot, there are neighbours in the chain of which this is true as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from vsym.basics.limits import Budget, LimitReachedError
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.terms import Atom, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.orbit_pair import OrbitPair
from vsym.symmetry.virtual.question import needs_results
from vsym.symmetry.virtual.relations import Relation

Counts = dict[tuple[str, int], int]
"""How many processes of each column, by number, are in each local state told apart, or in "", any other."""


def closest(
    relation: Relation, pair: OrbitPair, blocks: Sequence[Processes], lemma: Formula, budget: Budget
) -> OrbitPair:
    """The shortest stretch of a chain between the states of a solution that is one itself; sizes must be numbers.

    Where there is no time for it, the solution as it is.
    """
    try:
        return _closest(relation, pair, blocks, lemma, budget)
    except LimitReachedError:
        return pair


def _closest(
    relation: Relation, pair: OrbitPair, blocks: Sequence[Processes], lemma: Formula, budget: Budget
) -> OrbitPair:
    chain = [_whole(pair, pair.enabled)]
    for block in blocks:
        chain += budget.paced(_exchanges(pair, block, chain[-1], _whole(pair, pair.disabled)))
    known = [number for number, counts in enumerate(budget.paced(chain)) if satisfied(lemma, _reader(pair, counts))]
    joint = needs_results(relation, blocks)
    effects = {number: _effects(relation, pair, chain[number], joint=joint) for number in budget.paced(known)}
    # What the first can do and the last cannot is lost between two of them.
    stretches = [
        (after - number, number, after)
        for number, after in itertools.pairwise(known)
        if effects[number] - effects[after]
    ]
    _, first, last = min(stretches)
    return replace(pair, enabled=_told_apart(chain[first]), disabled=_told_apart(chain[last]))


def _whole(pair: OrbitPair, counts: Mapping[tuple[str, int], int]) -> Counts:
    found = dict(counts)
    for number, column in enumerate(pair.frame.columns):
        found["", number] = column.size - sum(counts[row, number] for row in pair.frame.rows)
    return found


def _told_apart(counts: Counts) -> Counts:
    return {cell: size for cell, size in counts.items() if cell[0]}


def _exchanges(pair: OrbitPair, block: Processes, start: Counts, end: Counts) -> Iterator[Counts]:
    """The states after the first, one exchange of two processes of the block after the other, to their counts in `end`.

    Each exchange puts one process where the last state has it, so that there are no more than need be by one half.
    """
    counts, rows = dict(start), (*pair.frame.rows, "")
    mask = pair.frame.columns_of(block)
    columns = [number for number in range(len(pair.frame.columns)) if mask >> number & 1]
    while True:
        surplus = [(r, c) for c in columns for r in rows if counts[r, c] > end[r, c]]
        if not surplus:
            return
        leaves, one = surplus[0]
        # Somewhere in the block one of these is missing, and there is too much of something else.
        other = next(c for c in columns if counts[leaves, c] < end[leaves, c])
        comes = next(r for r, c in surplus if c == other)
        for row, column, change in ((leaves, one, -1), (comes, one, 1), (leaves, other, 1), (comes, other, -1)):
            counts[row, column] += change
        yield dict(counts)


def _effects(relation: Relation, pair: OrbitPair, counts: Counts, *, joint: bool) -> set[tuple[tuple[str, int], ...]]:
    """The shared values that steps of the pair's block lead to, where they are `joint` a part of the question."""
    value_of = _reader(pair, counts)
    found = set()
    for choice in relation.alternatives:
        processes = choice.processes & pair.block
        if processes and value_of(Count(relation.source, processes)) and satisfied(choice.guard, value_of):
            results = dict(pair.shared)
            if joint:
                results |= {name: value(term, value_of) for name, term in choice.update}
            found.add(tuple(sorted(results.items())))
    return found


def _reader(pair: OrbitPair, counts: Counts) -> Callable[[Atom], int]:
    frame = pair.frame

    def value_of(variable: Atom) -> int:
        if not isinstance(variable, Count):
            return pair.shared[name_of(variable)]
        mask = frame.columns_of(variable.processes)
        return sum(counts[variable.state, number] for number in range(mask.bit_length()) if mask >> number & 1)

    return value_of
