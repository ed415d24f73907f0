"""Systems on levels with what permutes them, their states and orbits counted by the definitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vsym.diagrams import Event, Put
from vsym.diagrams.values import contains

Vector = tuple[int, ...]
Meaning = tuple[str, frozenset[int]]
"""What a value says, and of which members."""


@dataclass(frozen=True)
class Members:
    """Things that are alike under all permutations.

    `blocks` has the levels of each thing, which go along with it. On the levels `referring`, values say something of
    members: `meanings` by value.
    """

    size: int
    blocks: tuple[tuple[int, ...], ...] = ()
    referring: tuple[int, ...] = ()
    meanings: tuple[Meaning, ...] = ()

    def generators(self) -> Iterator[tuple[int, ...]]:
        """Permutations that generate all: thing i becomes thing `images[i]`."""
        for first in range(self.size - 1):
            yield (*range(first), first + 1, first, *range(first + 2, self.size))

    def renamed(self, images: Sequence[int], vector: Vector) -> Vector:
        """A vector with the things permuted, by the definition."""
        values = list(vector)
        for member, block in enumerate(self.blocks):
            for target, level in zip(self.blocks[images[member]], block, strict=True):
                values[target] = vector[level]
        for level in self.referring:
            saying, of = self.meanings[values[level]]
            values[level] = self.meanings.index((saying, frozenset(images[member] for member in of)))
        return tuple(values)


@dataclass(frozen=True)
class Family:
    """Sizes of the levels, the only start, the events, and what can be permuted."""

    sizes: tuple[int, ...]
    start: Vector
    events: tuple[Event, ...]
    groups: tuple[Members, ...]

    def successors(self, vector: Vector) -> Iterator[Vector]:
        """Where one step leads, by the definition of events."""
        for one in self.events:
            if all(contains(values, vector[level]) for level, values in one.guard.masks):
                then = list(vector)
                for update in one.updates:
                    then[update.level] = update.value if isinstance(update, Put) else then[update.level] + update.by
                if all(0 <= value < size for value, size in zip(then, self.sizes, strict=True)):
                    yield tuple(then)

    def reached(self) -> set[Vector]:
        """The reachable states, found one by one."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            for then in self.successors(waiting.pop()):
                if then not in found:
                    found.add(then)
                    waiting.append(then)
        return found

    def orbits(self, states: Iterable[Vector]) -> int:
        """How many orbits there are in a set of states that is a union of orbits."""
        left, orbits = set(states), 0
        while left:
            orbits += 1
            waiting = {left.pop()}
            while waiting:
                state = waiting.pop()
                images = {members.renamed(one, state) for members in self.groups for one in members.generators()}
                waiting |= images & left
                left -= images
        return orbits
