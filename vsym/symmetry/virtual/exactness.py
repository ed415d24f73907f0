"""Whether a partition into blocks is exact for all relations of a model; what was found out once is remembered."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.decision import decide_by_orbits
from vsym.symmetry.virtual.orbit_pair import OrbitPair
from vsym.symmetry.virtual.posed import Posed
from vsym.symmetry.virtual.refute import CellPair, cell_pair, refutes
from vsym.symmetry.virtual.relations import Relation
from vsym.symmetry.virtual.swaps import Swaps, decide_by_exchanges

Blocks = tuple[Processes, ...]


class Exactness:
    """Asks for each partition whether every relation is virtually symmetric; all methods raise UndecidedError.

    By exchanges, where they decide; else over whole orbits, and then every solution of ψ is tried on later partitions
    before the solver is asked. `cells` are those of the model.
    """

    def __init__(
        self,
        environment: Environment,
        model: Model,
        relations: Sequence[Relation],
        cells: Sequence[Processes],
        lemma: Formula,
        budget: Budget,
    ) -> None:
        self._environment, self._model, self._lemma, self._budget = environment, model, lemma, budget
        self._relations, self._cells = relations, cells
        answers: dict[Posed, bool] = {}
        self._swaps = [Swaps(environment, model, relation, lemma, budget, answers) for relation in relations]
        self._pairs: list[CellPair] = []

    def remember(self, relation: Relation, pair: OrbitPair) -> None:
        """Keep a solution of ψ found elsewhere."""
        self._pairs.append(cell_pair(self._model, relation, pair, self._cells))

    def of(self, blocks: Blocks) -> bool:
        """Whether a partition of the cells is exact."""
        if decide_by_exchanges(self._model, self._lemma, blocks):
            return not any(swaps.broken(block, blocks) for swaps in self._swaps for block in blocks)
        return self._hold(((relation, block) for relation in self._relations for block in blocks), blocks)

    def after_merge(self, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """Whether a partition is exact that is known to be so with the two parts of one block apart.

        Only steps of the union, and those whose guards tell its parts apart, can have lost it.
        """
        union = first | second
        if decide_by_exchanges(self._model, self._lemma, blocks):
            return all(self._alike(swaps, blocks, first, second) for swaps in self._swaps)
        others = (block for block in blocks if block != union)
        affected = ((r, b) for b in others for r in self._relations if _splits(r, b, union))
        return self._hold(itertools.chain(((r, union) for r in self._relations), affected), blocks)

    def _alike(self, swaps: Swaps, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """Whether one exchange across two parts of a block changes nothing: with those inside, it makes up them all."""
        ends = itertools.product((first.last, first.first), (second.first, second.last))
        one, other = min(ends, key=lambda pair: swaps.difference(*pair).bit_count())
        union = first | second
        choices = [choice.processes - union for choice in swaps.affected(one, other)]
        outside = Processes.of(piece for processes in choices for piece in processes.ranges)
        movers = [union, *(block for block in blocks if outside and block != union and block & outside)]
        return all(swaps.alike(block, one, other) for block in movers)

    def _hold(self, questions: Iterable[tuple[Relation, Processes]], blocks: Blocks) -> bool:
        """Whether ψ has no solution for the steps of any of these relations by any of these blocks."""
        if any(refutes(self._model, pair, self._cells, blocks) for pair in reversed(self._pairs)):
            return False
        for relation, block in questions:
            pair = decide_by_orbits(self._environment, self._model, relation, block, blocks, self._lemma, self._budget)
            if pair is not None:
                self.remember(relation, pair)
                return False
        return True


def _splits(relation: Relation, block: Processes, union: Processes) -> bool:
    """Whether the steps of `block` depend on how the processes of `union` are divided."""
    return any(common and common != union for processes in relation.sets(block) for common in [processes & union])
