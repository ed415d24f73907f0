"""Representatives of orbits, factor by factor of a group of literal maps, and the tables in C to find them.

A factor's elements permute the cells of a state and keep their contents. Each slot is a cell. So is each literal that
an element may take from its slot while the slot stays: it is one bit. All other literals are values of the slot's cell,
the same ones wherever it goes.

A factor that is all symmetries of a tree sorts its states, records within records. Every node has its own points'
cells, then those of the nodes below; sorting orders the parts of alike nodes, innermost first. Another factor takes
least images along cosets, with a chain of stabilisers of cells and an element for each coset of one in the one before
(the idea is from Linton, "Finding the smallest image of a set", ISSAC 2004), or goes down along its generators.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action, actions
from vsym.engines.compiled.quotient.trees import Tree, tree
from vsym.engines.compiled.tables import numbers, row, table
from vsym.groups.chains import Chain, chain
from vsym.groups.group import Group
from vsym.groups.permutations import Images, inverse
from vsym.models.program.renaming import Factor, LiteralMap

_LOWER = (1 << 64) - 1

_MARK = 1 << 31
"""Added to a cell: a literal is a bit there."""

MOST_IMAGES = 4096
"""The most images of a state followed at a time; a state with more gets some one of them."""

MOST_ENTRIES = 2_000_000
"""The most entries of the tables of a factor's elements for least images."""


class CellTables:
    """The places of the slots of factors in one row of cells."""

    def __init__(self, cardinalities: Sequence[int]) -> None:
        self._cardinalities = cardinalities
        self._places: list[str] = []
        self._into: list[int] = []
        self._codes: list[int] = []
        self._marks: list[str] = []
        self._length = 0

    def add(self, action: Action, cell_of: Mapping[int, int], length: int) -> int:
        """Add the cells of a factor; returns the first."""
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
    """The tables of the factors represented by least images."""
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
    """The tables for a factor's search for a lesser state: its generators and their inverses."""
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


@frozen(eq=False)
class Rank:
    """An element for each right coset of a subgroup, which leaves some more cells alone."""

    elements: tuple[Images, ...]
    fixed: tuple[int, ...]


@frozen(eq=False)
class Cosets:
    """Ranks down to the trivial group: every element of a group is one of the first, followed by one of the second, and
    so on, in one way. The search follows at most `most` images of a state from rank to rank."""

    action: Action
    order: int
    most: int = MOST_IMAGES

    @property
    def length(self) -> int:
        """The number of cells."""
        return len(self.action.celled)

    @cached_property
    def cell_of(self) -> Mapping[int, int]:
        """The cell of each point that has one."""
        return {point: cell for cell, point in enumerate(self.action.celled)}

    @property
    def certain(self) -> bool:
        """True if no state has too many images to follow all of them, so that each orbit has one representative."""
        return self.order <= self.most

    @property
    def elements(self) -> int:
        """The number of elements of all ranks."""
        return sum(len(rank.elements) for rank in self.ranks)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks. A cell is taken where the next subgroup has few cosets."""
        return tuple(self._ranks())

    def _ranks(self) -> Iterator[Rank]:
        group, left = self.action.cells.proved(), set(range(self.length))
        rest: Chain | None = None
        while left:
            lengths = {cell: len(orbit) for orbit in group.orbits() for cell in orbit}
            cell = min(left, key=lambda one: (lengths[one], one))
            stabilisers, first = rest, rest.transversals[0] if rest is not None and rest.transversals else None
            # The chain so far is taken where it begins with one of the cells left whose orbit is as long.
            if stabilisers is None or first is None or first.root not in left or len(first) != lengths[cell]:
                stabilisers = chain(group.degree, group.generators, group.order, [cell], prove=True)
            elements = tuple(inverse(element) for element in stabilisers.transversals[0].elements())
            rest = stabilisers.from_level(1)
            group = Group(group.degree, rest.generators, rest.order)
            fixed = tuple(sorted(left - set(group.support)))
            left -= set(fixed)
            yield Rank(elements, fixed)


@frozen(eq=False)
class Sorting:
    """The cells of a factor, numbered from 0."""

    action: Action
    tree: Tree

    @property
    def order(self) -> int:
        """The number of the factor's elements."""
        return self.tree.order

    @cached_property
    def _own(self) -> dict[int, list[tuple[int, ...]]]:
        """The orbits that have cells, by the kind of their nodes."""
        own: dict[int, list[tuple[int, ...]]] = {kind: [] for kind in range(-1, len(self.tree.kinds))}
        for orbit in self.action.group.orbits():
            if orbit[0] not in self.action.plain:
                own[self.tree.nodes[orbit[0]][0]].append(orbit)
        return own

    @cached_property
    def _widths(self) -> dict[int, int]:
        """The number of cells that a node of each kind takes with all below it."""
        widths = {kind: len(orbits) for kind, orbits in self._own.items()}
        for number in reversed(range(len(self.tree.kinds))):
            kind = self.tree.kinds[number]
            widths[kind.parent] += kind.children * widths[number]
        return widths

    @property
    def length(self) -> int:
        """The number of cells."""
        return self._widths[-1]

    @cached_property
    def _starts(self) -> dict[tuple[int, int], int]:
        """The first cell of each node."""
        starts = {(-1, 0): 0}
        free = {(-1, 0): len(self._own[-1])}
        for number, kind in enumerate(self.tree.kinds):
            for node, parent in enumerate(kind.parents.tolist()):
                above = (kind.parent, parent)
                starts[number, node] = free[above]
                free[number, node] = free[above] + len(self._own[number])
                free[above] += self._widths[number]
        return starts

    @cached_property
    def cell_of(self) -> dict[int, int]:
        """The cell of each point that has one."""
        return {
            point: self._starts[self.tree.nodes[point]] + place
            for orbits in self._own.values()
            for place, orbit in enumerate(orbits)
            for point in orbit
        }

    def levels(self) -> Iterator[tuple[int, int, int]]:
        """Rows of alike nodes, inner ones first: the place of the first, the number of them, and the cells of each."""
        for number in reversed(range(len(self.tree.kinds))):
            kind = self.tree.kinds[number]
            for parent in sorted(set(kind.parents.tolist())):
                first = kind.parents.tolist().index(parent)
                yield self._starts[number, first], kind.children, self._widths[number]


@frozen(eq=False)
class Descent:
    """Steps down to a lesser state along generators: which state of its orbit is reached depends on the first one."""

    action: Action

    @property
    def order(self) -> int:
        """The number of the factor's elements."""
        return self.action.group.order


Strategy: TypeAlias = Sorting | Cosets | Descent
"""Sorting gives each orbit one representative; so do least images along cosets, unless a state has very many; descents
give several."""


def strategies(maps: Sequence[LiteralMap], domains: Sequence[tuple[int, ...]]) -> tuple[Strategy, ...]:
    """The strategy for each factor of the group that literal maps generate; slots have codes of their domains alone."""
    return tuple(map(_strategy, actions(maps, domains)))


def _strategy(action: Action) -> Strategy:
    if (grown := tree(action)) is not None:
        return Sorting(action, grown)
    # The unproved facts about the group show whether the proof is worth its time.
    if sum(map(len, action.cells.chain.transversals)) * len(action.celled) <= MOST_ENTRIES:
        cosets = Cosets(action, action.group.proved().order)
        if cosets.elements * cosets.length <= MOST_ENTRIES:
            return cosets
    return Descent(action)


def factor(strategy: Strategy) -> Factor:
    """A strategy's description."""
    match strategy:
        case Sorting():
            return Factor(strategy.order, "sorting", strategy.action.name)
        case Cosets():
            return Factor(strategy.order, "least image", strategy.action.name)
        case Descent():
            return Factor(strategy.order, "local search", strategy.action.name)
    assert_never(strategy)
