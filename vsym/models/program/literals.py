"""Permutations of a program's literals: of the pairs of a slot and a code (design of symmetry detection, section 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.models.program.layout import Layout
from vsym.models.program.semantics import State


@frozen
class LiteralMap:
    """A permutation of literals that takes slots to slots: slot x with code c becomes slot `slots[x]` with code
    `codes[x][c]`. Code 0, undefined, is a code like any other."""

    slots: tuple[int, ...]
    codes: tuple[tuple[int, ...], ...]

    def state(self, state: State) -> State:
        """What a state becomes."""
        image = [0] * len(state)
        for target, codes, code in zip(self.slots, self.codes, state, strict=True):
            image[target] = codes[code]
        return tuple(image)

    def moved(self) -> Iterator[tuple[int, int, int, int]]:
        """The literals that do not stay: slot and code, and what they become."""
        for slot, (target, codes) in enumerate(zip(self.slots, self.codes, strict=True)):
            for code, becomes in enumerate(codes):
                if (slot, code) != (target, becomes):
                    yield slot, code, target, becomes


def literal_numbers(layout: Layout) -> tuple[int, ...]:
    """The number of the first literal of each slot, where literals are numbered slot by slot and code by code."""
    numbers, end = [], 0
    for slot in layout.slots:
        numbers.append(end)
        end += slot.type.cardinality + 1
    return tuple(numbers)


def permutation(literal_map: LiteralMap, numbers: Sequence[int]) -> tuple[int, ...]:
    """A literal map as a permutation of the numbers of literals."""
    return tuple(
        numbers[target] + becomes
        for target, codes in zip(literal_map.slots, literal_map.codes, strict=True)
        for becomes in codes
    )
