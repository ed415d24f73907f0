"""Permutations of a program's literals: of the pairs of a slot and a code (design of symmetry detection, section 1)."""

from __future__ import annotations

from vsym.basics.frozen import frozen
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
