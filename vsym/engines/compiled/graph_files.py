"""The graph of a search, as the compiled program has written it to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.explicit.graph import Graph, Nodes
from vsym.engines.explicit.table import Mask, Numbers
from vsym.logic.bounds import Side
from vsym.logic.explaining import Route as Way
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, relation
from vsym.logic.terms import Atom
from vsym.system.result import Path, PathKind

ANY = -1
"""Instead of a rule: any, or none."""

Along: TypeAlias = Callable[[Sequence[int], Sequence[int | None], int | None, PathKind], Path[Any, Any]]
"""The path along some states, each reached by the given rule, or by any for None; and the state where its loop begins.
"""


@frozen(eq=False)
class Written:
    """The files of a search: `rules` has the rule of each edge, -1 for the self-loop of a state without successors."""

    graph: Graph
    rules: Numbers
    parents: Numbers
    atoms: NDArray[np.uint8]


def read(folder: FilePath, atoms: int) -> Written:
    """The graph in the files that a search has written to a folder, without the edges of the state that it was
    expanding when it ended."""
    degrees = np.fromfile(folder / "degrees", dtype=np.uint32).astype(np.int64)
    edges = int(degrees.sum())
    targets = np.fromfile(folder / "targets", dtype=np.uint32, count=edges).astype(np.int32)
    rules = np.fromfile(folder / "rules", dtype=np.uint32, count=edges).astype(np.int32)
    parents = np.fromfile(folder / "predecessors", dtype=np.uint32).astype(np.int32)
    if not atoms:
        return of_edges(degrees, targets, rules, parents, np.zeros((len(degrees), 0), dtype=np.uint8))
    packed = np.fromfile(folder / "atoms", dtype=np.uint8).reshape(len(degrees), -(-atoms // 8))
    bits = np.unpackbits(packed, axis=1, count=atoms, bitorder="little")
    return of_edges(degrees, targets, rules, parents, bits)


def of_edges(
    degrees: NDArray[np.int64], targets: Numbers, rules: Numbers, parents: Numbers, bits: NDArray[np.uint8]
) -> Written:
    """The graph of the states that were expanded, state by state: how many edges each has, and its atoms.

    A state without successors gets a self-loop.
    """
    ends = np.flatnonzero(degrees == 0)
    places = np.cumsum(degrees)[ends]
    targets, rules = np.insert(targets, places, ends), np.insert(rules, places, ANY)
    filled = np.maximum(degrees, 1)
    offsets = np.full(len(parents) + 1, len(targets), dtype=np.int64)
    offsets[0] = 0
    np.cumsum(filled, out=offsets[1 : len(degrees) + 1])
    atoms = np.zeros((len(parents), bits.shape[1]), dtype=np.uint8)
    atoms[: len(degrees)] = bits
    return Written(Graph(offsets, targets, len(degrees)), rules, parents, atoms)


@frozen(eq=False)
class StoredGraph:
    """The states that a compiled program has stored, as a `Structure`.

    A node is a state, or with fair rules a state together with the fair rule that led there: `state_of` and `rule_of`
    say which, and paths through such a node take such a step.
    """

    graph: Graph
    parents: Numbers
    atoms: NDArray[np.uint8]
    numbers: Mapping[Atom, int]
    fairness: tuple[Formula, ...]
    goals: tuple[Mask, ...]
    initial: int
    interrupted: Interruption | None
    state_of: Nodes
    rule_of: Numbers
    ask: Along
    all_initial: bool

    @property
    def states(self) -> int:
        """The number of nodes."""
        return self.graph.size

    @property
    def expanded(self) -> int:
        """The number of those whose successors are known."""
        return self.graph.unknown

    @property
    def judged(self) -> int:
        """The number of nodes with decided predicates: expanding a state decides its predicates."""
        return self.expanded

    @property
    def complete(self) -> bool:
        """True if these are all."""
        return self.all_initial and self.expanded == self.states

    def where(self, predicate: Formula) -> Mask:
        """The nodes in which a predicate over the program's atoms holds."""
        size = self.states

        def compared(comparison: Comparison) -> Mask:
            total = np.zeros(size, dtype=np.int64)
            for atom, coefficient in comparison.left.terms:
                total += coefficient * self.atoms[:, self.numbers[atom]].astype(np.int64)
            mask: Mask = relation(comparison.operator)(total, comparison.bound)  # type: ignore[arg-type, assignment]
            return mask

        return fold(
            predicate,
            Algebra(
                truth=lambda value: np.full(size, value),
                comparison=compared,
                negation=np.logical_not,
                conjunction=lambda operands: np.logical_and.reduce(list(operands)),
                disjunction=lambda operands: np.logical_or.reduce(list(operands)),
                equivalence=lambda left, right: left == right,
            ),
        )

    def justice(self, _: Side) -> tuple[Mask, ...]:
        """The nodes of each fairness constraint; of a fair rule, those where it has just fired or may not."""
        return (*(self.where(formula) for formula in self.fairness), *self.goals)

    def path(self, route: Way[int], kind: PathKind) -> Path[Any, Any]:
        """A route as a path of the program."""
        nodes = np.asarray(route.path, dtype=np.int64)
        rules = [None if rule == ANY else rule for rule in self.rule_of[nodes].tolist()]
        return self.ask(self.state_of[nodes].tolist(), rules, route.loop, kind)

    def vector(self, state: int) -> tuple[int, ...]:
        """A node's state."""
        path = self.ask([int(self.state_of[state])], [None], None, "witness")
        first: tuple[int, ...] = path.states[0]
        return first
