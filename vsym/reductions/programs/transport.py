"""What runs of pieces of programs have come to, with other slots in the place of theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, assert_never

from vsym.reductions.programs.predicates import (
    Always,
    Conjunction,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    Within,
)
from vsym.reductions.programs.trees import Fork, Leaf, Switch, Tree, Trees
from vsym.reductions.programs.values import Coded


class Transport:
    """Other slots for some, each of the same codes, and no two for one: in a `predicate`, and in a `tree`."""

    def __init__(self, trees: Trees, slots: Mapping[int, int]) -> None:
        self._trees, self._algebra, self._slots = trees, trees.algebra, slots
        self.predicate: Callable[[Predicate], Predicate] = cache(self._predicate)
        self.tree: Callable[[Tree[Any]], Tree[Any]] = cache(self._tree)

    def _predicate(self, predicate: Predicate) -> Predicate:
        """A predicate of the other slots."""
        match predicate:
            case Always():
                return predicate
            case Within(slot, codes):
                return self._algebra.within(self._slots[slot], codes)
            case Relation(terms, operator, bound):
                return self._algebra.related(self._sum(Sum(terms, 0)).terms, operator, bound)
            case Conjunction(parts) | Disjunction(parts):
                return self._algebra.combined(type(predicate), map(self.predicate, parts))
            case Equivalence(left, right):
                return self._algebra.equivalent(self.predicate(left), self.predicate(right))
        assert_never(predicate)

    def _sum(self, of: Sum) -> Sum:
        return Sum(tuple(sorted([(self._slots[slot], coefficient) for slot, coefficient in of.terms])), of.constant)

    def _tree(self, tree: Tree[Any]) -> Tree[Any]:
        """A tree over the other slots, of codes or of values."""
        match tree:
            case Leaf(Sum() as content):
                return self._trees.leaf(self._sum(content))
            case Leaf(Coded(code, kind)):
                return self._trees.leaf(Coded(self._sum(code), kind))
            case Leaf(None):
                return tree
            case Leaf(content):
                raise TypeError(f"{content} is neither a code nor a value")
            case Switch(slot, arms):
                return self._trees.switch(self._slots[slot], [(codes, self.tree(below)) for codes, below in arms])
            case Fork(condition, then, otherwise):
                return self._trees.choose(self.predicate(condition), self.tree(then), self.tree(otherwise))
        assert_never(tree)
