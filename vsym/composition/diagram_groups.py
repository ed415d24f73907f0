"""The group of a quotient by its generators, as decision diagrams need it."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.models.program.layout import Layout
from vsym.models.program.literals import LiteralMap
from vsym.models.program.renaming import Renaming
from vsym.models.program.types import Scalarset


def generators(layout: Layout, quotient: Quotient) -> tuple[LiteralMap, ...]:
    """Literal maps that generate the group of a quotient: of each scalarset the swaps of elements that follow each
    other, by which it is seen that these are all permutations. Raises ValueError where there are multisets."""
    swaps = (swap for scalarset in quotient.scalarsets for swap in _swaps(layout, scalarset))
    return (*swaps, *(one for strategy in quotient.strategies for one in strategy.action.maps))


def _swaps(layout: Layout, scalarset: Scalarset) -> Iterator[LiteralMap]:
    for first in range(scalarset.size - 1):
        places = list(range(scalarset.size))
        places[first : first + 2] = first + 1, first
        yield Renaming(layout, {scalarset.number: tuple(places)}).literal_map()
