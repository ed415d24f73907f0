"""Permutations of a program's literals as permutations of those of the system that it is."""

from __future__ import annotations

from vsym.models.program.literals import LiteralMap
from vsym.system.symmetry import Image, Symmetry


def symmetry_of(one: LiteralMap) -> Symmetry:
    """A map as a permutation of the system's literals: its variables are the slots, and their values codes."""
    moved = []
    for slot, (target, codes) in enumerate(zip(one.slots, one.codes, strict=True)):
        values = tuple((code, becomes) for code, becomes in enumerate(codes) if code != becomes)
        if target != slot or values:
            moved.append((slot, Image(target, values)))
    return Symmetry(tuple(moved))
