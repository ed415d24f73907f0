"""States told apart by a few comparisons, and which steps lead from one region to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.linear import after_step, atoms, change_of, changes_at, holds
from vsym.engines.smt.system import Step, TransitionSystem

REGIONS = 160
"""The most regions."""

EDGES = 2_000
"""The most edges between them."""

Changes = Mapping[FNode, int]
"""The changes of variables by a step."""


@frozen(eq=False)
class Edge:
    """A step that leads from a region to a region. `changes` are its changes of the variables; if they depend on the
    state, `constant` is false and they are those of one state."""

    source: int
    step: int
    target: int
    changes: Changes
    constant: bool


@frozen
class RegionGraph:
    """The regions of a system between which a step leads, each by which of the predicates `told_apart` hold in it.
    `met` has, for each region, the numbers of the justice constraints that hold in some state of it."""

    system: TransitionSystem
    told_apart: tuple[FNode, ...]
    signs: tuple[tuple[bool, ...], ...]
    regions: tuple[FNode, ...]
    edges: tuple[Edge, ...]
    met: tuple[frozenset[int], ...]

    def taken(self, edge: Edge) -> FNode:
        """The states in which the step of an edge is possible and leads to its target."""
        if edge not in self._taken:
            step = self.system.steps[edge.step]
            target = self.system.before(step, self.regions[edge.target])
            self._taken[edge] = self.system.manager.And(step.guard, self.regions[edge.source], target)
        return self._taken[edge]

    @cached_property
    def _taken(self) -> dict[Edge, FNode]:
        return {}


def comparisons(system: TransitionSystem, formulas: Sequence[FNode]) -> tuple[FNode, ...]:
    """The comparisons in formulas as `term <= bound`, equations as two of them, each once."""
    manager = system.manager
    distinct: dict[tuple[frozenset[tuple[FNode, int]], int], FNode] = {}
    for formula in formulas:
        for one in atoms(formula):
            bounds = {"<=": (one.bound,), ">=": (one.bound - 1,), "=": (one.bound, one.bound - 1)}[one.operator]
            for bound in bounds:
                key = frozenset(one.left.coefficients.items()), bound
                distinct.setdefault(key, manager.LE(one.left.term(system.environment), manager.Int(bound)))
    return tuple(distinct.values())


def region_graph(
    system: TransitionSystem, told_apart: Sequence[FNode], justice: Sequence[FNode], budget: Budget
) -> RegionGraph | None:
    """The regions that predicates tell apart, None where they are too many; raises UndecidedError."""
    manager = system.manager
    numbers: dict[tuple[bool, ...], int] = {}
    edges: list[Edge] = []
    with Session(system.environment, budget) as session:
        session.add([system.domain])
        for number, step in enumerate(system.steps):
            for before, after, changes in _changes(system, step, told_apart, session):
                source, target = (numbers.setdefault(one, len(numbers)) for one in (before, after))
                constant = all(change_of(step, variable) is not None for variable in step.update)
                edges.append(Edge(source, number, target, changes, constant))
                if len(numbers) > REGIONS or len(edges) > EDGES:
                    return None
        formulas = tuple(
            manager.And([part if true else manager.Not(part) for part, true in zip(told_apart, signs, strict=True)])
            for signs in numbers
        )
        met = tuple(
            frozenset(number for number, just in enumerate(justice) if session.satisfiable(region, just))
            for region in formulas
        )
    return RegionGraph(system, tuple(told_apart), tuple(numbers), formulas, tuple(edges), met)


def _changes(
    system: TransitionSystem, step: Step, told_apart: Sequence[FNode], session: Session
) -> Iterator[tuple[tuple[bool, ...], tuple[bool, ...], Changes]]:
    """Each pair of regions that a step leads between, with the changes on one way between them."""
    later = [system.before(step, part) for part in told_apart]
    with session.scope():
        session.add([step.guard])
        while (state := session.model(system.symbols)) is not None:
            before, after = (tuple(holds(part, one) for part in told_apart) for one in (state, after_step(step, state)))
            yield before, after, changes_at(step, state)
            signed = zip((*told_apart, *later), (*before, *after), strict=True)
            session.add([system.manager.Or([system.manager.Not(part) if true else part for part, true in signed])])
