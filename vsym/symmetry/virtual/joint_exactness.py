"""Whether a partition into blocks is exact for steps that may move several processes; what was found is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.terms import Atom, value
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.effects import Effect, units
from vsym.symmetry.virtual.exactness import Blocks
from vsym.symmetry.virtual.joint import decide_jointly
from vsym.symmetry.virtual.orbit_pair import OrbitPair
from vsym.symmetry.virtual.refute import CellPair, Counts, cell_pair, same_counters, values_of
from vsym.symmetry.virtual.relations import Relation


class JointExactness:
    """Asks for each partition of the cells whether every relation is virtually symmetric; raises UndecidedError.

    Every solution is tried on later partitions before the solver is asked.
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
        self._pairs: list[CellPair] = []

    def remember(self, relation: Relation, pair: OrbitPair) -> None:
        """Keep a solution found elsewhere."""
        self._pairs.append(cell_pair(self._model, relation, pair, self._cells))

    def of(self, blocks: Blocks) -> bool:
        """Whether a partition of the cells is exact."""
        if any(self._refutes(pair, blocks) for pair in reversed(self._pairs)):
            return False
        for relation in self._relations:
            decision = decide_jointly(
                self._environment,
                self._model,
                self._relations,
                relation,
                blocks,
                self._lemma,
                self._budget,
                readable=False,
            )
            if decision.pair is not None:
                self.remember(relation, decision.pair)
                return False
        return True

    def after_merge(self, blocks: Blocks, first: Processes, second: Processes) -> bool:
        """The same: a step of one block may change the counters of all, so that nothing is known of the parts."""
        del first, second
        return self.of(blocks)

    def _refutes(self, pair: CellPair, blocks: Blocks) -> bool:
        """Whether the states of a solution have the same counters of these blocks, and steps with other effects."""
        if not same_counters(self._model, pair, self._cells, blocks):
            return False
        return self._effects(pair, pair.first, blocks) != self._effects(pair, pair.second, blocks)

    def _effects(self, pair: CellPair, counts: Counts, blocks: Blocks) -> set[tuple[object, ...]]:
        value_of = values_of(pair, counts, self._cells)
        alike = [relation for relation in self._relations if relation.overflow == pair.relation.overflow]
        return {
            _evaluated(unit.effect, pair, value_of) for unit in units(alike, blocks) if satisfied(unit.domain, value_of)
        }


def _evaluated(effect: Effect, pair: CellPair, value_of: Callable[[Atom], int]) -> tuple[object, ...]:
    """What an effect comes to in a state of a solution."""
    changes = ((key, value(change, value_of)) for key, change in effect.changes)
    results = {**pair.shared, **{name: value(term, value_of) for name, term in effect.update}}
    return (*((key, by) for key, by in changes if by), *sorted(results.items()))
