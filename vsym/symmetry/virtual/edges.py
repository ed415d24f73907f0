"""The edges of adaptive symmetry reduction: steps under one guard, with the partition Q of processes it respects: of
those whose exchange changes a predicate in no state at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.folding import satisfied
from vsym.logic.formula import FALSE, Formula, conjunction, disjunction, negate
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.matrix import Frame, States
from vsym.symmetry.virtual.relations import Alternative, Relation, Update, local_states, precondition, sets_of_update


@frozen
class Exchange:
    """A state in which a predicate holds, and no longer holds after one process of `first`, in `one`, and one process
    of `second`, in `other`, have exchanged their places; counts are per row and column of `frame`."""

    first: Processes
    one: str
    second: Processes
    other: str
    frame: Frame
    counts: Mapping[tuple[str, int], int]
    shared: Mapping[str, int]


class Exchanges:
    """A dialogue with a solver about one predicate; use it as a context manager. Each of `cells` must be inside or
    outside of every set that the predicate counts in."""

    def __init__(
        self, environment: Environment, model: Model, formula: Formula, cells: Sequence[Processes], budget: Budget
    ) -> None:
        self._formula, self._budget = formula, budget
        named = dict.fromkeys(local_states(formula))
        # All local states that the predicate does not count are the same to it: one stands for them.
        unnamed = [state for state in model.states if state not in named][:1]
        self._rows = tuple(state for state in model.states if state in named or state in unnamed)
        self._states = States(environment, model, Frame(model.states, self._rows, tuple(cells)))
        self._session = Session(environment, budget)
        holds = self._states.translate(formula)
        self._session.add([*self._states.constraints, holds])

    def counterexample(self, first: Processes, second: Processes) -> Exchange | None:
        """An exchange of a process of one cell with a process of another that changes the predicate; None if none does.

        Raises UndecidedError.
        """
        swaps = itertools.permutations(self._rows, 2)
        breaks = {(one, other): self._breaks(first, one, second, other) for one, other in swaps}
        # Even to pose a question takes time.
        self._budget.check()
        values = self._session.model(self._states.symbols, self._states.translate(disjunction(breaks.values())))
        if values is None:
            return None
        counts, shared = self._states.of(values)
        frame = self._states.matrix.frame
        value_of = frame.reader(counts, shared)
        one, other = next(swap for swap, changed in breaks.items() if satisfied(changed, value_of))
        return Exchange(first, one, second, other, frame, counts, shared)

    def _breaks(self, first: Processes, one: str, second: Processes, other: str) -> Formula:
        """Processes to exchange are there, and after their exchange the predicate does not hold."""
        after = exchanged(self._formula, first, one, second, other)
        if after == self._formula:
            return FALSE
        return conjunction([at_least_one(one, first), at_least_one(other, second), negate(after)])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()


def exchanged(formula: Formula, first: Processes, one: str, second: Processes, other: str) -> Formula:
    """The predicate before an exchange that says `formula` holds after it.

    A process of `first` in `one` and a process of `second` in `other` exchange their local states.
    """

    def change(count: Count) -> Linear:
        leaves = (first <= count.processes) - (second <= count.processes)
        return Linear((), leaves * ((count.state == other) - (count.state == one)))

    return precondition(formula, (), change)


def interchangeable(
    environment: Environment, model: Model, formula: Formula, separated: Sequence[Processes], budget: Budget
) -> tuple[Processes, ...]:
    """The coarsest partition of the processes that a predicate respects and that cuts none of the sets `separated`.

    To be exchangeable in every state is an equivalence, as (i k) = (i j)(j k)(i j): each cell is compared with one of
    every class found so far. Processes that the solver cannot settle in time stay apart, which is right and only finer.
    """
    apart = refine([model.processes, *separated])
    cells = refine([model.processes, *separated, *named_sets(formula)])
    if len(cells) == len(apart):
        return tuple(cells)
    classes: list[list[Processes]] = []
    with Exchanges(environment, model, formula, cells, budget) as exchanges:
        try:
            for cell in cells:
                side = next(whole for whole in apart if cell <= whole)
                for members in classes:
                    if members[0] <= side and exchanges.counterexample(members[0], cell) is None:
                        members.append(cell)
                        break
                else:
                    classes.append([cell])
        except UndecidedError:
            classes += [[cell] for cell in cells[sum(map(len, classes)) :]]
    joined = (Processes.of(piece for cell in members for piece in cell.ranges) for members in classes)
    return tuple(sorted(joined, key=lambda cell: cell.first))


@frozen
class Edge:
    """`source → target` for `processes` under `guard`; exchanging processes inside a cell of `partition` changes
    neither `domain` nor the values that `update` assigns (Adaptive Symmetry Reduction, section 5).

    The guard alone may change where no process is there to take the step, which changes no reached state. With
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
    separated = [choice.processes, *sets_of_update(choice.update)]
    if None not in stated:
        return tuple(refine([*separated, *(cell for partition in stated if partition for cell in partition.cells)]))
    domain = conjunction([at_least_one(source, choice.processes), choice.guard])
    return interchangeable(environment, model, domain, separated, budget)
