"""Solutions of ψ kept and tried on other partitions: most inexact ones fall without asking the solver again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.orbit_pair import OrbitPair
from vsym.symmetry.virtual.relations import Relation

Counts = Mapping[tuple[str, int], int]
"""How many processes of each cell (by number) are in each local state."""


@frozen
class CellPair:
    """Two states with different steps of one relation, as counts per local state and cell."""

    relation: Relation
    first: Counts
    second: Counts
    shared: Mapping[str, int]


def cell_pair(model: Model, relation: Relation, pair: OrbitPair, cells: Sequence[Processes]) -> CellPair:
    """The pair with each column's processes dealt out to the cells inside it, local state by local state."""
    first, second = (_deal(model, pair, counts, cells) for counts in (pair.enabled, pair.disabled))
    return CellPair(relation, first, second, pair.shared)


def refutes(model: Model, pair: CellPair, cells: Sequence[Processes], blocks: Sequence[Processes]) -> bool:
    """Whether the pair shows that the relation is not virtually symmetric for `blocks`, each a union of cells."""
    return same_counters(model, pair, cells, blocks) and any(
        _effects(pair, pair.first, cells, block) != _effects(pair, pair.second, cells, block) for block in blocks
    )


def same_counters(model: Model, pair: CellPair, cells: Sequence[Processes], blocks: Sequence[Processes]) -> bool:
    """Whether both states have the same counters of `blocks`, each a union of cells."""
    members = [[number for number, cell in enumerate(cells) if cell.first in block] for block in blocks]
    for inside in members:
        for state in model.states:
            totals = (sum(side.get((state, number), 0) for number in inside) for side in (pair.first, pair.second))
            if len(set(totals)) > 1:
                return False
    return True


def _effects(
    pair: CellPair, counts: Counts, cells: Sequence[Processes], block: Processes
) -> set[tuple[tuple[str, int], ...]]:
    """The shared values that the block's steps of the relation lead to."""
    value_of = values_of(pair, counts, cells)
    found = set()
    for choice in pair.relation.alternatives:
        movers = Count(pair.relation.source, choice.processes & block)
        if value_of(movers) and satisfied(choice.guard, value_of):
            results = {**pair.shared, **{name: value(term, value_of) for name, term in choice.update}}
            found.add(tuple(sorted(results.items())))
    return found


def values_of(pair: CellPair, counts: Counts, cells: Sequence[Processes]) -> Callable[[Atom], int]:
    """The values of atoms in one of a pair's states."""

    def value_of(variable: Atom) -> int:
        if isinstance(variable, Count):
            inside = (number for number, cell in enumerate(cells) if cell.first in variable.processes)
            return sum(counts.get((variable.state, number), 0) for number in inside)
        return pair.shared[name_of(variable)]

    return value_of


def _deal(model: Model, pair: OrbitPair, counts: Counts, cells: Sequence[Processes]) -> Counts:
    unnamed = next((state for state in model.states if state not in pair.frame.rows), None)
    dealt: dict[tuple[str, int], int] = {}
    for number, column in enumerate(pair.frame.columns):
        wanted = {row: counts[row, number] for row in pair.frame.rows}
        if unnamed is not None:
            wanted[unnamed] = pair.size_of(model, column) - sum(wanted.values())
        queue = [(state, wanted[state]) for state in model.states if wanted.get(state)]
        for cell_number, cell in enumerate(cells):
            room = pair.size_of(model, cell & column)
            while room:
                state, left = queue.pop()
                taken = min(room, left)
                dealt[state, cell_number] = dealt.get((state, cell_number), 0) + taken
                room -= taken
                if left > taken:
                    queue.append((state, left - taken))
    return dealt
