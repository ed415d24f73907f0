"""Permutations of a program's literals, the pairs of a slot and a code (theory, section 8); the group up to which its
states are one; and the action of permutations of scalarsets on a state: the elements of arrays change places, values
change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.models.program.layout import Layout, Step
from vsym.models.program.program import Program
from vsym.models.program.semantics import State, sorted_multisets
from vsym.models.program.types import PRESENCE, Scalarset, Simple, Union


@frozen
class LiteralMap:
    """A permutation of literals that takes slots to slots: slot x with code c becomes slot `slots[x]` with code
    `codes[x][c]`. Code 0, undefined, is a code like any other."""

    slots: tuple[int, ...]
    codes: tuple[tuple[int, ...], ...]

    def state(self, state: State) -> State:
        """The image of a state."""
        image = [0] * len(state)
        for target, codes, code in zip(self.slots, self.codes, state, strict=True):
            image[target] = codes[code]
        return tuple(image)


@frozen
class SymmetryGroup:
    """All permutations of the elements of some scalarsets, together with what literal maps generate.

    The maps leave every slot unchanged that a permutation of the scalarsets moves or changes. Whoever makes the group
    has to know that each map takes the program's steps and start states onto themselves. A map has a meaning only for
    states whose slots have codes of their domains, which the maps permute. The `domains` are by slot; without them,
    every code is in its slot's domain.
    """

    scalarsets: tuple[Scalarset, ...] = ()
    generators: tuple[LiteralMap, ...] = ()
    domains: tuple[frozenset[int], ...] = ()

    def codes(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """The codes that each slot can have, in order."""
        every = (range(slot.type.cardinality + 1) for slot in layout.slots)
        return tuple(map(tuple, map(sorted, self.domains))) if self.domains else tuple(map(tuple, every))

    def __bool__(self) -> bool:
        """Tells if there is more than the identity to be expected."""
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
        """Tells if each orbit has one representative."""
        return self.strategy != "local search"


Permutations: TypeAlias = Mapping[int, Sequence[int]]
"""The new places of the elements of scalarsets: for the number of each that is not left as it is, the new place of each
element, both counted from 0."""


@frozen
class Renaming:
    """The action of permutations on the states of a layout."""

    layout: Layout
    permutations: Permutations

    def value(self, of: Simple, value: int) -> int:
        """The image of a value of a type."""
        match of:
            case Scalarset():
                places = self.permutations.get(of.number)
                return value if places is None else of.base + places[value - of.base]
            case Union(members):
                return self.value(next(member for member in members if member.code(value)), value)
        return value

    def state(self, state: State) -> State:
        """The image of a state; the elements of its multisets are put in order anew."""
        memory = [0] * len(state)
        for slot, target, code in zip(self.layout.slots, self._targets, state, strict=True):
            memory[target] = slot.type.code(self.value(slot.type, slot.type.value(code))) if code else 0
        return sorted_multisets(memory, self.layout)

    def literal_map(self) -> LiteralMap:
        """The same as a map of literals; raises ValueError where there are multisets, whose elements have no places."""
        if self.layout.bags:
            raise ValueError("elements of multisets are put in order, and not renamed alone")
        slots = self.layout.slots
        codes = ((0, *(slot.type.code(self.value(slot.type, v)) for v in slot.type.values())) for slot in slots)
        return LiteralMap(self._targets, tuple(codes))

    @cached_property
    def _targets(self) -> tuple[int, ...]:
        """The new places of the slots; an element of a multiset keeps its place until they are put in order."""
        slots = self.layout.slots
        offsets = {(slot.path, slot.type == PRESENCE): slot.offset for slot in slots}
        return tuple(offsets[self._path(slot.path), slot.type == PRESENCE] for slot in slots)

    def _path(self, path: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple((step[0], self.value(*step)) if isinstance(step, tuple) else step for step in path)


def generating_maps(layout: Layout, scalarset: Scalarset) -> Iterator[LiteralMap]:
    """Permutations that generate all of a scalarset's elements, as maps of literals; raises ValueError where there are
    multisets."""
    size = scalarset.size
    for places in ((1, 0, *range(2, size)), (*range(1, size), 0)):
        yield Renaming(layout, {scalarset.number: places}).literal_map()


def renamed(program: Program, state: State, permutations: Permutations) -> State:
    """The state in which every element of the scalarsets stands where the permutations put it."""
    return Renaming(program.layout, permutations).state(state)
