"""A chain of stabilisers of cells in a group, with an element for each coset of one in the one before.

Source of the idea: Linton, "Finding the smallest image of a set", ISSAC 2004.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.groups.chains import Chain, chain
from vsym.groups.group import Group
from vsym.groups.permutations import Images, inverse

MOST_IMAGES = 4096
"""So many images of a state at most are followed at a time; of a state that has more, some one is taken."""


@frozen(eq=False)
class Rank:
    """An element for each right coset of a subgroup, which leaves some more cells alone."""

    elements: tuple[Images, ...]
    fixed: tuple[int, ...]


@frozen(eq=False)
class Cosets:
    """Ranks down to the trivial group: every element of a group is one of the first, followed by one of the second, and
    so on, in one way. Of a state, at most so many images are followed from rank to rank: the `most`."""

    action: Action
    order: int
    most: int = MOST_IMAGES

    @property
    def length(self) -> int:
        """How many cells there are."""
        return len(self.action.celled)

    @cached_property
    def cell_of(self) -> Mapping[int, int]:
        """The cell of each point that has one."""
        return {point: cell for cell, point in enumerate(self.action.celled)}

    @property
    def certain(self) -> bool:
        """Whether no state has too many images to follow all of them, so that each orbit has one representative."""
        return self.order <= self.most

    @property
    def elements(self) -> int:
        """How many elements the ranks have."""
        return sum(len(rank.elements) for rank in self.ranks)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks. A cell is taken where the next subgroup has few cosets."""
        return tuple(self._ranks())

    def _ranks(self) -> Iterator[Rank]:
        group, left = self.action.cells.proved(), set(range(self.length))
        rest: Chain | None = None
        while left:
            lengths = {cell: len(orbit) for orbit in group.orbits() for cell in orbit}
            cell = min(left, key=lambda one: (lengths[one], one))
            stabilisers = None if rest is None else _beginning(rest, left, lengths[cell])
            if stabilisers is None:
                stabilisers = chain(group.degree, group.generators, group.order, [cell], prove=True)
            elements = tuple(inverse(element) for element in stabilisers.transversals[0].elements())
            rest = stabilisers.from_level(1)
            group = Group(group.degree, rest.generators, rest.order)
            fixed = tuple(sorted(left - set(group.support)))
            left -= set(fixed)
            yield Rank(elements, fixed)


def _beginning(known: Chain, left: Collection[int], length: int) -> Chain | None:
    """A chain that is known, where it begins with one of the cells that are left, and one whose orbit has this
    length."""
    first = known.transversals[0] if known.transversals else None
    return known if first is not None and first.root in left and len(first) == length else None
