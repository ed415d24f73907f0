"""A program's quotient by a group, for exploring one state of each orbit, or a few.

Only literal maps need the code that permutes literals and NumPy, so it is imported on first use.
"""

from __future__ import annotations

from dataclasses import replace
from math import factorial, prod
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.models.program.layout import Layout
from vsym.models.program.renaming import Factor, SymmetryGroup
from vsym.models.program.types import Scalarset
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.tables import Strategy


@frozen(eq=False)
class Quotient:
    """States up to the permutations of some scalarsets, and up to factors of a group of literal maps, each with its
    strategy.

    Up to `virtual` symmetry not all states of an orbit need be reachable, and each fires rules of its own: only orbits
    are counted.
    """

    scalarsets: tuple[Scalarset, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    virtual: bool = False

    def __bool__(self) -> bool:
        """True if anything is permuted."""
        return bool(self.scalarsets or self.strategies)

    @property
    def order(self) -> int:
        """The order of the group."""
        permutations = (factorial(one.size) for one in self.scalarsets)
        return prod(permutations) * prod(one.order for one in self.strategies)

    def counted(self, reached: Reached) -> Reached:
        """The figures of an exploration that are about the program: up to literal maps a rule may fire in no stored
        state and in others all the same."""
        if self.virtual:
            reached = replace(reached, represented=None, rules_fired=None)
        return replace(reached, idle=None) if self.strategies else reached

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The factors in words and numbers."""
        if not self.strategies:
            return ()
        from vsym.engines.compiled.quotient.tables import factor

        return tuple(map(factor, self.strategies))


PLAIN_STATES = Quotient()
"""Every state by itself."""


def quotient(layout: Layout, group: SymmetryGroup, *, virtual: bool = False) -> Quotient:
    """The quotient by a group, which may be one of `virtual` symmetry.

    Raises ValueError where a literal map touches a multiset, whose elements have no places.
    """
    if not group.generators:
        return Quotient(group.scalarsets)

    from vsym.engines.compiled.quotient.tables import strategies

    inside = {slot for bag in layout.bags for slot in range(bag.offset, bag.offset + bag.size * (1 + bag.width))}
    for one in group.generators:
        if any(one.slots[slot] != slot or one.codes[slot] != (*range(len(one.codes[slot])),) for slot in inside):
            raise ValueError("a literal map touches a multiset")
    return Quotient(group.scalarsets, strategies(group.generators, group.codes(layout)), virtual)
