"""Classes of variables whose values may only be exchanged together (theory, section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from vsym.groups import connected
from vsym.symmetry.detected import forms
from vsym.symmetry.detected.forms import Cell, Key, Nodes, own_cells


class Classes:
    """Variables 0, 1, …, `variables` - 1 in classes, each named by one of its variables.

    Variables that are compared or assigned to each other are in one class, arguments and results of arithmetic need not
    be. In a `pinned` class no value is exchanged for another one, for there is arithmetic that is too large for tables.
    """

    def __init__(self, nodes: Nodes, variables: int) -> None:
        self._nodes, self._classes = nodes, connected.Classes(variables)
        self._mentioned: set[Cell] = set()
        self._pinned: set[Cell] = set()
        self._visited: set[Key] = set()

    def __contains__(self, cell: Cell) -> bool:
        """True where a formula or a term speaks of the variable."""
        return cell in self._mentioned

    def of(self, cell: Cell) -> Cell:
        """The class of a variable."""
        return self._classes.least(cell)

    def pinned(self) -> frozenset[Cell]:
        """The classes whose values are never exchanged."""
        return frozenset(map(self.of, self._pinned))

    def assigned(self, cell: Cell, term: Key) -> None:
        """Take note of the term that a variable is assigned."""
        node = self._nodes[term]
        self._mentioned.add(cell)
        match node:
            case forms.Value():
                pass
            case forms.Read(other):
                self._unite(cell, other)
            case forms.Table(cells):
                self._mentioned.update(cells)
            case forms.Total() | forms.Divided():
                self.pin((cell, *self._read(term)))
                if isinstance(node, forms.Divided):
                    self.assigned(cell, node.term)
            case forms.Cases(branches):
                for condition, branch in branches:
                    self.tested(condition)
                    self.assigned(cell, branch)
            case forms.Constant() | forms.In() | forms.Same() | forms.Relation() | forms.Weighed() | forms.Joined():
                raise TypeError(f"{node} is not a term")
            case _:
                assert_never(node)

    def tested(self, formula: Key) -> None:
        """Take note of the variables that a formula compares."""
        if formula in self._visited:
            return
        self._visited.add(formula)
        node = self._nodes[formula]
        match node:
            case forms.Constant() | forms.In() | forms.Relation():
                self._mentioned.update(own_cells(node))
            case forms.Same(first, second):
                self._unite(first, second)
            case forms.Weighed():
                self.pin(own_cells(node))
            case forms.Joined(_, operands):
                for operand in operands:
                    self.tested(operand)
            case forms.Value() | forms.Read() | forms.Table() | forms.Total() | forms.Divided() | forms.Cases():
                raise TypeError(f"{node} is not a formula")
            case _:
                assert_never(node)

    def _read(self, term: Key) -> Iterator[Cell]:
        """The variables whose values a term computes with, but for those of its conditions."""
        node = self._nodes[term]
        yield from own_cells(node)
        if isinstance(node, forms.Divided):
            yield from self._read(node.term)
        elif isinstance(node, forms.Cases):
            for _, branch in node.branches:
                yield from self._read(branch)

    def pin(self, cells: Iterable[Cell]) -> None:
        """Take note that no value of some variables is exchanged."""
        pinned = tuple(cells)
        self._mentioned.update(pinned)
        self._pinned.update(pinned)

    def _unite(self, first: Cell, second: Cell) -> None:
        self._mentioned |= {first, second}
        self._classes.join(first, second)
