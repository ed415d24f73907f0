"""Tables in C of the factors of a group of literal maps, by the strategy of each.

A state of a factor is cells, which its elements permute and do not change. A slot is a cell, and so is each literal
that an element may take away from its slot without moving that: of the slot it is one bit. Other literals are values of
the slot's cell, the same ones wherever it goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action
from vsym.engines.compiled.quotient.cosets import Cosets
from vsym.engines.compiled.quotient.sorting import Sorting
from vsym.groups.permutations import Images, inverse

_LOWER = (1 << 64) - 1


_MARK = 1 << 31
"""Added to a cell: a literal is a bit there."""


class CellTables:
    """Where the slots of factors are in one row of cells."""

    def __init__(self, cardinalities: Sequence[int]) -> None:
        self._cardinalities = cardinalities
        self._places: list[str] = []
        self._into: list[int] = []
        self._codes: list[int] = []
        self._marks: list[str] = []
        self._length = 0

    def add(self, action: Action, cell_of: Mapping[int, int], length: int) -> int:
        """Where the cells of a factor begin, after they have been added."""
        start = self._length
        for one in _places(action, cell_of, self._cardinalities):
            at = (len(self._into), len(self._codes), len(self._marks), len(one.marks))
            self._places.append(row(one.slot, start + one.cell, *at))
            self._into += (value if value < _MARK else value + start for value in one.into)
            self._codes += one.codes
            self._marks += (row(code, start + cell) for code, cell in one.marks)
        self._length += length
        return start

    def text(self) -> str:
        """The tables."""
        return "".join(
            (
                numbers(CELLS=self._length, PLACES=len(self._places)),
                table("place_t", "places", self._places),
                table("uint32_t", "into", (f"{one}u" for one in self._into)),
                table("uint32_t", "codes_of", self._codes),
                table("mark_t", "marks", self._marks),
            )
        )


def sorting_tables(factors: Sequence[Sorting], cells: CellTables) -> str:
    """The tables of the factors that are sorted."""
    rows: list[str] = []
    for factor in factors:
        start = cells.add(factor.action, factor.cell_of, factor.length)
        rows += (row(start + first, count, width) for first, count, width in factor.levels())
    return numbers(ROWS=len(rows)) + table("row_t", "records", rows)


def least_tables(factors: Sequence[Cosets], cells: CellTables) -> str:
    """The tables of the factors of which least images are taken, up to so many at a time."""
    ranks: list[str] = []
    chains: list[str] = []
    compared: list[int] = []
    sources: list[int] = []
    for factor in factors:
        start, first = cells.add(factor.action, factor.cell_of, factor.length), len(ranks)
        for rank in factor.ranks:
            ranks.append(row(len(sources), len(rank.elements), len(compared), len(rank.fixed)))
            compared += rank.fixed
            sources += _sources(rank.elements)
        halves = (f"UINT64_C({factor.order >> place & _LOWER})" for place in (64, 0))
        chains.append(row(start, factor.length, first, len(ranks) - first, *halves))
    cells_at_most, images_at_most = (max(of) for of in zip(*((one.length, one.most) for one in factors), strict=True))
    return "".join(
        (
            numbers(CHAINS=len(chains), MOST_CELLS=cells_at_most, MOST_IMAGES=images_at_most),
            table("rank_t", "ranks", ranks),
            table("chain_t", "chains", chains),
            table("uint32_t", "compared", compared),
            table("uint32_t", "sources", sources),
        )
    )


def descent_tables(action: Action, cells: CellTables) -> str:
    """The tables of a factor in which a lesser state is looked for: its generators, and the inverses of these."""
    length = len(action.celled)
    start = cells.add(action, {point: cell for cell, point in enumerate(action.celled)}, length)
    every = (one for generator in action.cells.generators for one in (generator.images, generator.inverse.images))
    moves = {element.tobytes(): element for element in every}
    return numbers(DESCENT=start, DESCENDING=length, MOVES=len(moves)) + table(
        "uint32_t", "moves", _sources(moves.values())
    )


def _sources(elements: Iterable[Images]) -> list[int]:
    """For each element, and each cell, which one comes there."""
    return [int(source) for element in elements for source in inverse(element)]


def numbers(**given: int) -> str:
    """Numbers by their names."""
    return "".join(f"#define {name} {value}\n" for name, value in given.items())


def row(*values: object) -> str:
    """A row of a table."""
    return f"{{{', '.join(map(str, values))}}}"


def table(of: str, name: str, rows: Iterable[object]) -> str:
    """A table; C has none without rows, so that one of zeros stands in an empty one."""
    return f"static const {of} {name}[] = {{{', '.join(map(str, rows)) or '0'}}};\n"


@frozen
class _Place:
    """A slot and its cell: what each code becomes (a value of the cell, or `_MARK` and a bit's cell), the code of each
    value, and the codes that have bits with the cells of these.

    Where a slot has such codes, 0 in its cell stands for one of them. Codes outside its domain become nothing.
    """

    slot: int
    cell: int
    into: tuple[int, ...]
    codes: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]


def _places(action: Action, cell_of: Mapping[int, int], cardinalities: Sequence[int]) -> Iterator[_Place]:
    """The place of each slot of an action, where points have cells; the types of the program's slots have so many
    values each."""
    for slot, domain, moved in zip(action.slots, action.domains, action.moved, strict=True):
        values, marks = dict[int, int](), []
        for code in domain:
            value = action.plain.get(action.numbers[slot, code]) if code in moved else code
            if value is None:
                marks.append((code, cell_of[action.numbers[slot, code]]))
            else:
                values[value] = code
        # Values are no more than the slot has codes, so that a cell has room for them and for 0.
        codes = (0, *(values[value] for value in sorted(values)))[0 if marks else 1 :]
        into = [0] * (cardinalities[slot] + 1)
        for value, code in enumerate(codes):
            into[code] = value
        for code, cell in marks:
            into[code] = _MARK + cell
        yield _Place(slot, cell_of[action.numbers[slot, None]], tuple(into), codes, tuple(marks))
