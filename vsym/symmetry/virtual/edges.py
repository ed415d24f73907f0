"""The edges of adaptive symmetry reduction: steps under one guard, with the partition Q of processes it respects."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, conjunction
from vsym.models.counting.counts import at_least_one
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.exchange import interchangeable
from vsym.symmetry.virtual.relations import Alternative, Relation
from vsym.symmetry.virtual.updates import Update, sets_of_update


@frozen
class Edge:
    """`source → target` for `processes` under `guard`; exchanging processes inside a cell of `partition` changes
    neither `domain` nor what `update` assigns (Adaptive Symmetry Reduction, section 5).

    The guard alone may change where nobody is there to take the step, which changes nothing that is reached. With
    `overflow` the step would assign a value outside a variable's range, and leads nowhere. `origins` are the places in
    the model of the `trans` declarations that it stems from.
    """

    source: str
    target: str
    processes: Processes
    guard: Formula
    update: Update
    origins: tuple[int, ...]
    partition: tuple[Processes, ...]
    overflow: bool

    @property
    def domain(self) -> Formula:
        """Somebody is there to take the step, and the guard holds."""
        return conjunction([at_least_one(self.source, self.processes), self.guard])


def edges(environment: Environment, model: Model, relations: Iterable[Relation], budget: Budget) -> tuple[Edge, ...]:
    """Every edge of a model, with the partition that `respects` states or else the coarsest one that the solver finds
    in time."""
    return tuple(
        Edge(
            relation.source,
            relation.target,
            choice.processes,
            choice.guard,
            choice.update,
            choice.origins,
            _partition(environment, model, relation.source, choice, budget),
            relation.overflow,
        )
        for relation in relations
        for choice in relation.alternatives
    )


def _partition(
    environment: Environment, model: Model, source: str, choice: Alternative, budget: Budget
) -> tuple[Processes, ...]:
    stated = [model.transitions[origin].respects for origin in choice.origins]
    known = [partition for partition in stated if partition is not None]
    separated = [choice.processes, *sets_of_update(choice.update)]
    if len(known) == len(stated):
        return tuple(refine([*separated, *(cell for partition in known for cell in partition.cells)]))
    domain = conjunction([at_least_one(source, choice.processes), choice.guard])
    return interchangeable(environment, model, domain, separated, budget)
