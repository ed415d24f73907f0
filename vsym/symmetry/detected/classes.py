"""Classes of values: which variables' values may only be exchanged together (design, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from vsym.symmetry.detected.forms import (
    Cases,
    Cell,
    Constant,
    Divided,
    In,
    Joined,
    Key,
    Read,
    Relation,
    Same,
    Table,
    Total,
    Value,
    Weighed,
)
from vsym.symmetry.detected.nodes import Nodes


class Classes:
    """Variables in classes, each named by one of its variables.

    Variables that are compared or assigned to each other are in one class, arguments and results of arithmetic need not
    be. In a `pinned` class no value is exchanged for another one, for there is arithmetic that is too large for tables.
    """

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._parents: dict[Cell, Cell] = {}
        self._pinned: set[Cell] = set()
        self._visited: set[Key] = set()

    def __contains__(self, cell: Cell) -> bool:
        """Whether a formula or a term speaks of the variable."""
        return cell in self._parents

    def of(self, cell: Cell) -> Cell:
        """The class of a variable."""
        parent = self._parents.setdefault(cell, cell)
        while parent != cell:
            grandparent = self._parents[parent]
            self._parents[cell] = grandparent
            cell, parent = parent, grandparent
        return cell

    def pinned(self) -> frozenset[Cell]:
        """The classes of which no value is exchanged."""
        return frozenset(self.of(cell) for cell in self._pinned)

    def assigned(self, cell: Cell, term: Key) -> None:
        """Take note of what a variable is assigned."""
        node = self._nodes[term]
        match node:
            case Value():
                self.of(cell)
            case Read(other):
                self._unite(cell, other)
            case Table(cells):
                self._mentioned((cell, *cells))
            case Total(terms):
                self.pin((cell, *(one for one, _ in terms)))
            case Divided(inner):
                self.pin((cell, *self._read(inner)))
                self.assigned(cell, inner)
            case Cases(branches):
                for condition, branch in branches:
                    self.tested(condition)
                    self.assigned(cell, branch)
            case Constant() | In() | Same() | Relation() | Weighed() | Joined():
                raise TypeError(f"{node} is no term")
            case _:
                assert_never(node)

    def tested(self, formula: Key) -> None:
        """Take note of what a formula compares."""
        if formula in self._visited:
            return
        self._visited.add(formula)
        node = self._nodes[formula]
        match node:
            case Constant():
                return
            case In(cell):
                self.of(cell)
            case Same(first, second):
                self._unite(first, second)
            case Relation(cells):
                self._mentioned(cells)
            case Weighed(terms):
                self.pin(cell for cell, _ in terms)
            case Joined(_, operands):
                for operand in operands:
                    self.tested(operand)
            case Value() | Read() | Table() | Total() | Divided() | Cases():
                raise TypeError(f"{node} is no formula")
            case _:
                assert_never(node)

    def _read(self, term: Key) -> Iterator[Cell]:
        """The variables whose values a term computes with."""
        node = self._nodes[term]
        match node:
            case Value():
                return
            case Read(cell):
                yield cell
            case Table(cells):
                yield from cells
            case Total(terms):
                yield from (cell for cell, _ in terms)
            case Divided(inner):
                yield from self._read(inner)
            case Cases(branches):
                for _, branch in branches:
                    yield from self._read(branch)
            case Constant() | In() | Same() | Relation() | Weighed() | Joined():
                raise TypeError(f"{node} is no term")
            case _:
                assert_never(node)

    def _mentioned(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.of(cell)

    def pin(self, cells: Iterable[Cell]) -> None:
        """Take note that no value of some variables is exchanged."""
        for cell in cells:
            self.of(cell)
            self._pinned.add(cell)

    def _unite(self, first: Cell, second: Cell) -> None:
        self._parents[self.of(first)] = self.of(second)
