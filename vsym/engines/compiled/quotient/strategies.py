"""How a representative of an orbit is found, factor by factor of a group of literal maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action, actions
from vsym.engines.compiled.quotient.cosets import Cosets
from vsym.engines.compiled.quotient.sorting import Sorting
from vsym.engines.compiled.quotient.trees import tree
from vsym.models.program.group import Factor
from vsym.models.program.literals import LiteralMap

MOST_ENTRIES = 2_000_000
"""So many entries at most have the tables of a factor's elements, if least images are to be taken."""


@frozen(eq=False)
class Descent:
    """Steps down to a lesser state along generators: which state of its orbit is reached depends on the first one."""

    action: Action

    @property
    def order(self) -> int:
        """The number of the factor's elements."""
        return self.action.group.order


Strategy: TypeAlias = Sorting | Cosets | Descent
"""Sorting gives each orbit one representative; so do least images along cosets, unless a state has very many; descents
give several."""


def strategies(maps: Sequence[LiteralMap], domains: Sequence[tuple[int, ...]]) -> tuple[Strategy, ...]:
    """The strategy for each factor of the group that literal maps generate; slots have codes of their domains alone."""
    return tuple(map(_strategy, actions(maps, domains)))


def _strategy(action: Action) -> Strategy:
    grown = tree(action)
    if grown is not None:
        return Sorting(action, grown)
    # What is known of the group without a proof says whether the proof is worth its while.
    if sum(map(len, action.cells.chain.transversals)) * len(action.celled) <= MOST_ENTRIES:
        cosets = Cosets(action, action.group.proved().order)
        if cosets.elements * cosets.length <= MOST_ENTRIES:
            return cosets
    return Descent(action)


def factor(strategy: Strategy) -> Factor:
    """A strategy as what is said of it."""
    match strategy:
        case Sorting():
            return Factor(strategy.order, "sorting", strategy.action.name)
        case Cosets():
            return Factor(strategy.order, "least image", strategy.action.name)
        case Descent():
            return Factor(strategy.order, "local search", strategy.action.name)
    assert_never(strategy)
