"""The kinds of groups that have a name: symmetric, alternating, cyclic, dihedral, and wreath products of groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen

Name: TypeAlias = Literal["symmetric", "alternating", "cyclic", "dihedral", "wreath", "other"]


@frozen
class Kind:
    """A transitive group of permutations of the places 0, 1, …, `size` - 1.

    The places of a cyclic or dihedral group are in the order in which they are rotated. A wreath product permutes
    blocks of places that follow each other, by its `outer` group, and the places in each block by its `inner` one,
    whatever it does in the other blocks. Of an "other" group, the order is all that is known.
    """

    name: Name
    size: int
    order: int
    inner: Kind | None = None
    outer: Kind | None = None

    @property
    def text(self) -> str:
        """`S4` (all permutations of 4 places), `A4`, `C4`, `D4` (of 8 elements), `S3 wr S2` (2 blocks of 3 places)."""
        if self.inner and self.outer:
            parts = (self.inner, self.outer)
            return " wr ".join(f"({one.text})" if one.name == "other" else one.text for one in parts)
        return f"group of order {self.order}" if self.name == "other" else f"{self.name[0].upper()}{self.size}"

    @property
    def has_generators(self) -> bool:
        """Whether `generators` are known: nothing in it is an "other" group."""
        return self.name != "other" and all(one.has_generators for one in (self.inner, self.outer) if one)

    def generators(self) -> Iterator[tuple[int, ...]]:
        """The usual generators, by the images of the places; an "other" group has none.

        These are swaps of neighbours; rotations of three neighbours; a rotation; a rotation and the reflection that
        leaves the first place where it is; those of the inner group in the first block, and those of the outer one on
        whole blocks.
        """
        places = range(self.size)
        match self.name:
            case "symmetric":
                yield from (_cycled(self.size, first, 2) for first in places[:-1])
            case "alternating":
                yield from (_cycled(self.size, first, 3) for first in places[:-2])
            case "cyclic" | "dihedral":
                yield _cycled(self.size, 0, self.size)
                if self.name == "dihedral":
                    yield (0, *reversed(places[1:]))
            case "wreath":
                assert self.inner
                assert self.outer
                block = self.inner.size
                yield from ((*images, *places[block:]) for images in self.inner.generators())
                for images in self.outer.generators():
                    yield tuple(image * block + place for image in images for place in range(block))
            case "other":
                pass


def _cycled(size: int, first: int, length: int) -> tuple[int, ...]:
    """The permutation that takes so many places, from the first on, each to the next, and the last to the first."""
    images = list(range(size))
    images[first : first + length] = [*images[first + 1 : first + length], first]
    return tuple(images)
