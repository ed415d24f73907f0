"""Tables in C of the factors of a group of literal maps, by the strategy of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.engines.compiled.quotient.action import Action
from vsym.engines.compiled.quotient.cosets import Cosets
from vsym.engines.compiled.quotient.sorting import MARK, Sorting
from vsym.groups.permutations import Images, inverse

_KEPT = "KEPT"


def sorting_tables(factors: Sequence[Sorting]) -> str:
    """The tables of the factors that are sorted."""
    places: list[str] = []
    rows: list[str] = []
    into: list[int] = []
    codes: list[int] = []
    marks: list[str] = []
    cells = 0
    for factor in factors:
        for slot, cell, becomes, values, marked in factor.coded():
            places.append(row(slot, cells + cell, len(into), len(codes), len(marks), len(marked)))
            into += (one if one < MARK else one + cells for one in becomes)
            codes += values
            marks += (row(code, cells + bit) for code, bit in marked)
        rows += (row(cells + start, count, width) for start, count, width in factor.levels())
        cells += factor.cells
    return "".join(
        (
            numbers(CELLS=cells, PLACES=len(places), ROWS=len(rows)),
            table("place_t", "places", places),
            table("uint32_t", "into", (f"{one}u" for one in into)),
            table("uint32_t", "codes_of", codes),
            table("mark_t", "marks", marks),
            table("row_t", "rows", rows),
        )
    )


class ElementTables:
    """Tables of elements of factors: for each place the place that its code comes from, and what codes become."""

    def __init__(self, cardinalities: Sequence[int]) -> None:
        self._cardinalities = cardinalities
        self._slots: list[int] = []
        self._coded: list[str] = []
        self._sources: list[int] = []
        self._recodings: list[int] = []
        self.most = 1

    def add(self, action: Action, elements: Iterable[Images]) -> str:
        """The row of a factor, after its elements have been added."""
        start, sources, recodings = len(self._slots), len(self._sources), len(self._recodings)
        counts = [self._cardinalities[slot] + 1 if moved else 0 for slot, moved in _slots(action)]
        before = [sum(counts[:place]) for place in range(len(counts))]
        self._slots += action.slots
        self._coded += [str(at) if count else _KEPT for at, count in zip(before, counts, strict=True)]
        self.most = max(self.most, len(action.slots))
        for element in elements:
            targets, becomes = action.map_of(element)
            back = inverse(element[: len(targets)])
            self._sources += back.tolist()
            for place, (_, moved) in enumerate(_slots(action)):
                codes = list(range(counts[place]))
                for code, image in zip(moved, becomes[place], strict=True):
                    codes[code] = image
                self._recodings += codes
        return row(len(action.slots), start, sources, recodings, sum(counts))

    def text(self) -> str:
        """The tables."""
        return "".join(
            (
                numbers(MOST_TOUCHED=self.most),
                table("uint32_t", "touched_slots", self._slots),
                table("uint32_t", "coded_from", self._coded),
                table("uint16_t", "sources", self._sources),
                table("slot_t", "recodings", self._recodings),
            )
        )


def least_tables(factors: Sequence[Cosets], elements: ElementTables) -> str:
    """The tables of the factors of which least images are taken."""
    rows: list[str] = []
    ranks: list[str] = []
    chains: list[str] = []
    compared: list[int] = []
    for factor in factors:
        first, number = len(ranks), 0
        for rank in factor.ranks:
            ranks.append(row(number, len(rank.elements), len(compared), len(rank.places)))
            compared += rank.places
            number += len(rank.elements)
        chains.append(row(len(rows), first, len(ranks) - first, factor.order))
        rows.append(elements.add(factor.action, (one for rank in factor.ranks for one in rank.elements)))
    return "".join(
        (
            numbers(CHAINS=len(chains)),
            table("factor_t", "factors", rows),
            table("rank_t", "ranks", ranks),
            table("chain_t", "chains", chains),
            table("uint32_t", "compared", compared),
        )
    )


def descent_tables(action: Action, elements: ElementTables, cardinalities: Sequence[int]) -> str:
    """The tables of the factors in which a lesser state is looked for: their generators, and the inverses of these."""
    moves = {element.tobytes(): element for one in action.images for element in (one, inverse(one))}
    literals = sum(cardinalities[slot] + 1 for slot, moved in _slots(action) if moved)
    return "".join(
        (
            numbers(DESCENDING=len(action.slots), MOVES=len(moves), DESCENT_LITERALS=max(1, literals)),
            f"static const factor_t descending = {elements.add(action, moves.values())};\n",
            table("uint32_t", "code_counts", (cardinalities[slot] + 1 for slot in action.slots)),
        )
    )


def numbers(**given: int) -> str:
    """Numbers by their names."""
    return "".join(f"#define {name} {value}\n" for name, value in given.items())


def row(*values: int) -> str:
    """A row of a table."""
    return f"{{{', '.join(map(str, values))}}}"


def table(of: str, name: str, rows: Iterable[object]) -> str:
    """A table; C has none without rows, so that one of zeros stands in an empty one."""
    return f"static const {of} {name}[] = {{{', '.join(map(str, rows)) or '0'}}};\n"


def _slots(action: Action) -> list[tuple[int, tuple[int, ...]]]:
    return list(zip(action.slots, action.moved, strict=True))
