"""Start states that some permutations keep, around those of a system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.logic.formula import And, Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear, linear
from vsym.symmetry.detected.domains import Domains, narrowed
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


def closed(system: System, symmetries: Sequence[Symmetry]) -> System:
    """The system begun anywhere in the least box of values around its initial states that has the images of its
    vectors; where a symmetry is a permutation of literals, it takes that box onto itself."""
    ranges: Domains = {one.atom: frozenset(range(one.range[0], one.range[1] + 1)) for one in system.variables}
    inside = narrowed(And((system.domain, system.initial)), ranges) or {}
    values = [set(inside.get(one.atom, ranges[one.atom])) for one in system.variables]
    grown = True
    while grown:
        grown = False
        for symmetry in symmetries:
            for cell, own in enumerate(values):
                images = {symmetry.value(cell, value) for value in own}
                grown |= not images <= values[symmetry.cell(cell)]
                values[symmetry.cell(cell)] |= images
    return replace(system, initial=_box(system, values))


def _box(system: System, values: Sequence[set[int]]) -> Formula:
    return conjunction(
        disjunction(compare(linear([(one.atom, 1)]), "=", Linear((), value)) for value in sorted(own))
        for one, own in zip(system.variables, values, strict=True)
    )
