"""The group of a quotient by its generators, as decision diagrams need it."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.engines.compiled.quotient.action import Action
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.diagrams.engine import DiagramsEngine
from vsym.engines.diagrams.quotient.settings import Settings
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.models.program.layout import Layout
from vsym.models.program.literals import LiteralMap
from vsym.models.program.renaming import Renaming
from vsym.models.program.types import Scalarset
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import System


def generators(layout: Layout, quotient: Quotient) -> tuple[LiteralMap, ...]:
    """Literal maps that generate the group of a quotient: of each scalarset the swaps of elements that follow each
    other, by which it is seen that these are all permutations. Raises ValueError where there are multisets."""
    swaps = (swap for scalarset in quotient.scalarsets for swap in _swaps(layout, scalarset))
    return (*swaps, *(one for strategy in quotient.strategies for one in strategy.action.maps))


def on_diagrams(system: System, quotient: Quotient) -> DiagramsEngine:
    """The engine on decision diagrams that explores a system up to the group of a quotient, whose maps are of how far
    values are above the least ones."""
    actions = [strategy.action for strategy in quotient.strategies]
    symmetries = (_above(system, action, one) for action in actions for one in action.maps)
    return DiagramsEngine(Settings(Symmetries(tuple(symmetries))))


def _above(system: System, action: Action, one: LiteralMap) -> Symmetry:
    """A map of codes, of which those in the domains count, as a permutation of a system's literals."""
    moved = []
    for cell, domain in zip(action.slots, action.domains, strict=True):
        target = one.slots[cell]
        low, first = system.ranges[cell][0], system.ranges[target][0]
        values = ((code + low, one.codes[cell][code] + first) for code in domain)
        changed = tuple(pair for pair in values if pair[0] != pair[1])
        if target != cell or changed:
            moved.append((cell, Image(target, changed)))
    return Symmetry(tuple(moved))


def _swaps(layout: Layout, scalarset: Scalarset) -> Iterator[LiteralMap]:
    for first in range(scalarset.size - 1):
        places = list(range(scalarset.size))
        places[first : first + 2] = first + 1, first
        yield Renaming(layout, {scalarset.number: tuple(places)}).literal_map()
