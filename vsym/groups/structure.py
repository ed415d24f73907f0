"""A group as a person says it: a direct product of groups that have names.

A factor has a name by what it does to the points of one orbit, or to sets of them, which tells its elements apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from math import prod

from vsym.basics.frozen import frozen
from vsym.groups.actions import restricted
from vsym.groups.certainty import certain_by, is_product
from vsym.groups.components import independent
from vsym.groups.decomposition import Named, decomposed
from vsym.groups.group import Group
from vsym.groups.kinds import Kind
from vsym.groups.permutations import Permutation
from vsym.groups.recognition import Arranged

_MOST_SPELLED = 3
"""So many factors of one kind are spelled out; more are a power."""


@frozen
class Factor:
    """A direct factor of a group of permutations.

    Its `kind` is how it permutes the `points`, each a single one or a set of some, in their order as the places of
    the kind; of an "other" group there are none. The `generators`, which are those of the kind where it has some,
    permute all that the factor moves.
    """

    kind: Kind
    points: tuple[tuple[int, ...], ...]
    generators: tuple[Permutation, ...]

    @cached_property
    def support(self) -> tuple[int, ...]:
        """The points that the factor moves, ascending."""
        return tuple(sorted({point for generator in self.generators for point in generator.support}))

    @property
    def blocks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The `points` in the blocks of a wreath product; else all in one."""
        size = self.kind.inner.size if self.kind.inner else self.kind.size
        return tuple(self.points[first : first + size] for first in range(0, len(self.points), size))


@frozen
class Structure:
    """A group as the direct product of its factors; `certain` is whether their orders are."""

    factors: tuple[Factor, ...]
    order: int
    certain: bool

    @property
    def text(self) -> str:
        """What a person calls the group, like `S3 × S4 wr S2`; 1 is the group that moves nothing."""
        texts = Counter(factor.kind.text for factor in self.factors)
        return " × ".join(part for text, count in texts.items() for part in _repeated(text, count)) or "1"


def _repeated(text: str, count: int) -> list[str]:
    if count <= _MOST_SPELLED:
        return [text] * count
    return [f"({text})^{count}" if " " in text else f"{text}^{count}"]


def structure(group: Group) -> Structure:
    """The group as the direct product of as many factors as its orbits, and sets in them, show."""
    factors: list[Factor] = []
    certain = True
    for generators in independent(group.degree, group.generators):
        part = Group(group.degree, generators, group.bound)
        named = Named(restricted(part, part.support), tuple((point,) for point in part.support))
        parts = [*decomposed(named)]
        found = [_factor(group.degree, *one) for one in parts]
        factors += found
        certain = certain and (
            named.group.certain
            or (
                all(
                    arranged and certain_by(one.group, arranged.points, arranged.kind, one.single)
                    for one, arranged in parts
                )
                and (len(parts) == 1 or is_product(part, [factor.generators for factor in found]))
            )
        )
    return Structure(tuple(factors), prod(factor.kind.order for factor in factors), certain or group.certain)


def _factor(degree: int, named: Named, arranged: Arranged | None) -> Factor:
    if arranged is None:
        kind = Kind("other", len(named.names), named.group.order)
        return Factor(kind, (), tuple(named.original(degree, one) for one in named.group.generators))
    kind, points = arranged.kind, arranged.points
    elements: Iterable[Permutation] = named.group.generators
    if kind.has_generators:
        based = named.group.chain_on(points)
        elements = (based.element([points[image] for image in images]) for images in kind.generators())
    generators = tuple(named.original(degree, one) for one in elements)
    return Factor(kind, tuple(named.names[point] for point in points), generators)
