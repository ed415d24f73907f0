"""The group up to which a program's states are one."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.models.program.layout import Layout
from vsym.models.program.literals import LiteralMap
from vsym.models.program.types import Scalarset


@frozen
class SymmetryGroup:
    """All permutations of the elements of some scalarsets, together with what literal maps generate.

    The maps leave every slot as it is that a permutation of the scalarsets moves or changes. That each of them maps
    the program's steps and start states onto themselves is for the one to know who makes the group. What they do is to
    be looked at only where each slot has a code of its domain, of which the maps are permutations: the `domains` are by
    slot, and without them every code is in one.
    """

    scalarsets: tuple[Scalarset, ...] = ()
    generators: tuple[LiteralMap, ...] = ()
    domains: tuple[frozenset[int], ...] = ()

    def codes(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """The codes that each slot can have, in order."""
        every = (range(slot.type.cardinality + 1) for slot in layout.slots)
        return tuple(map(tuple, map(sorted, self.domains))) if self.domains else tuple(map(tuple, every))

    def __bool__(self) -> bool:
        """Whether there is more than the identity to be expected."""
        return bool(self.scalarsets or self.generators)


@frozen
class Factor:
    """A factor of a group of literal maps that touches slots of its own: its order, and how a representative of an
    orbit is found: by sorting what alike things have, as the least of all images, or by steps down to some lesser
    state. The `name` is what a person calls it, like `S4 wr S2`."""

    order: int
    strategy: Literal["sorting", "least image", "local search"]
    name: str = field(default="", compare=False)

    @property
    def exact(self) -> bool:
        """Whether each orbit has one representative."""
        return self.strategy != "local search"
