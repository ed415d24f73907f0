"""All permutations of scalarsets together with a group of literal maps."""

from __future__ import annotations

from dataclasses import replace

from vsym.engines.compiled.quotient.action import joint
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.models.program.group import SymmetryGroup
from vsym.models.program.program import Program
from vsym.models.program.renaming import generating_maps
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.starts import symmetry_of


def joined(program: Program, declared: tuple[Scalarset, ...], found: SymmetryGroup) -> SymmetryGroup:
    """Declared symmetries and others together; scalarsets stay such where the others leave alone what they permute."""
    moved = [one for one in declared if one.size > 1]
    if not moved or not found.generators:
        return replace(found, scalarsets=declared)
    domains = found.codes(program.layout)
    own = [one for scalarset in moved for one in generating_maps(program.layout, scalarset)]
    if not all(symmetry_of(one).permutes([frozenset(codes) for codes in domains]) for one in own):
        return SymmetryGroup(declared)
    every = joint((*own, *found.generators), domains)
    images = [Permutation.of(images) for images in every.images]
    known = Group(len(every.points), tuple(images[: len(own)]))
    more = tuple(one for one, moves in zip(found.generators, images[len(own) :], strict=True) if moves not in known)
    if set(joint(own, domains).slots).isdisjoint(joint(more, domains).slots):
        return SymmetryGroup(declared, more, found.domains)
    return SymmetryGroup((), (*own, *more), found.domains)
