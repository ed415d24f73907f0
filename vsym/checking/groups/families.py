"""Permutations of indices in the names of a system's variables: rows of members of families, of groups of one size, and
of variables of one kind, which may be symmetries of some kind.

A name such as `#L[2][M[1]]`, of a counter, has the index of a local state and that of a group; `fork[1]` is a member of
a family of shared variables. An index may also be the value of a shared variable.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.rows import Row, Turn
from vsym.system.symmetry import IDENTITY, Image, Symmetry
from vsym.system.system import System

MOST_MEMBERS = 64
"""The most members of a row that is tried."""

_INDICES = re.compile(r"(.*?)((?:\[-?\d+\])*)\Z")
_COUNTER = re.compile(r"#(.*)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\Z")

_Kind: TypeAlias = tuple[str, str]
"""`state`, `group` or `variable`, and a name without its indices."""

_Part: TypeAlias = tuple[_Kind, tuple[int, ...]]
_Name: TypeAlias = tuple[_Part, ...]
_Place: TypeAlias = tuple[_Kind, int]
"""A place for an index in names of a kind."""

_Member: TypeAlias = tuple[str, frozenset[Cell]]
_Exchange: TypeAlias = Callable[[int, int], Symmetry]
_Exchanged: TypeAlias = Callable[[int, int], Symmetry | None]


@frozen
class Renaming:
    """The places in whose indices a permutation of some numbers is applied, those that the indices there are; and to
    the values of some variables, if it is `of_values`."""

    numbers: tuple[int, ...]
    places: tuple[_Place, ...]
    of_values: bool = False


@frozen(eq=False)
class FamilyRow:
    """Members in a row, each with its variables."""

    row: Row
    cells: tuple[frozenset[Cell], ...]

    def turned(self) -> FamilyRow | None:
        """The same members in a row that turns: each comes in the place of the next one, or all the other way round;
        None where they are too few."""
        count = len(self.cells)
        if count < 3:
            return None
        forwards, back = (*range(1, count), 0), (*range(count - 1, -1, -1),)
        turns = tuple(Turn(images, self._moved(images)) for images in (forwards, back))
        return replace(self, row=replace(self.row, turns=turns))

    def _moved(self, images: Sequence[int]) -> Symmetry:
        """A permutation of the members as a product of exchanges."""
        at, symmetry = [*range(len(images))], IDENTITY
        for member, image in enumerate(images):
            here = at[member]
            if here != image:
                other = at.index(image)
                symmetry = symmetry.then(self.row.exchange(min(here, image), max(here, image)))
                at[member], at[other] = image, here
        return symmetry


class Families:
    """The families among the variables of a system, whose values are in some domains."""

    def __init__(self, system: System, domains: Sequence[Values]) -> None:
        self._system, self._domains = system, tuple(domains)
        self._names = [_parsed(one.name, grouped=len(system.sums) > 1) for one in system.variables]
        self._cells: dict[_Name, Cell] = {name: cell for cell, name in enumerate(self._names)}
        self._literals = Literals(self._domains)

    def layouts(self) -> Iterator[tuple[FamilyRow, ...]]:
        """Rows that may be exchanged together, those that move the most first: of families with the same indices all
        at once, with values that are such indices and without; and each family by itself."""
        joint = [Renaming(numbers, places) for numbers, places in self._places.items()]
        with_values = [Renaming(one.numbers, one.places, of_values=True) for one in joint if self._values(one.numbers)]
        several = [one for one in joint if len(one.places) > 1]
        rest = tuple(self._unnumbered())
        if with_values:
            others = [one for one in joint if not self._values(one.numbers)]
            yield (*self._rows(with_values), *self._rows(others), *rest)
        yield (*self._rows(joint), *rest)
        if several:
            alone = [Renaming(one.numbers, (place,)) for one in joint for place in one.places]
            yield (*self._rows(alone), *rest)

    @cached_property
    def _places(self) -> Mapping[tuple[int, ...], tuple[_Place, ...]]:
        """The places for indices by the numbers that stand there, where these are several."""
        numbers: dict[_Place, set[int]] = defaultdict(set)
        for name in self._names:
            for kind, indices in name:
                for place, index in enumerate(indices):
                    numbers[kind, place].add(index)
        by_numbers: dict[tuple[int, ...], list[_Place]] = defaultdict(list)
        for one, inside in numbers.items():
            if 1 < len(inside) <= MOST_MEMBERS:
                by_numbers[tuple(sorted(inside))].append(one)
        return {inside: tuple(several) for inside, several in by_numbers.items()}

    def _values(self, numbers: Sequence[int]) -> frozenset[Cell]:
        """The variables, counters aside, that may have each of some numbers as their value, and perhaps others."""
        return frozenset(
            cell
            for cell, (variable, name) in enumerate(zip(self._system.variables, self._names, strict=True))
            if name[0][0][0] == "variable" and not (variable.boolean or variable.words)
            if self._domains[cell].issuperset(numbers)
        )

    def _rows(self, renamings: Sequence[Renaming]) -> Iterator[FamilyRow]:
        for one in renamings:
            members = [self._member(one, number) for number in one.numbers]
            yield from self._runs(members, partial(self._exchanged, one))

    def _member(self, renaming: Renaming, number: int) -> _Member:
        """A member by the names of what belongs to it, with its variables."""
        names: dict[str, None] = {}
        cells = set()
        for cell, name in enumerate(self._names):
            for kind, indices in name:
                if any(indices[place] == number for of, place in renaming.places if of == kind):
                    names[kind[1] + "".join(f"[{index}]" for index in indices)] = None
                    cells.add(cell)
        return ", ".join(names), frozenset(cells)

    def _exchanged(self, renaming: Renaming, first: int, second: int) -> Symmetry | None:
        """The exchange of two of the numbers, by their places; None where there is no such variable."""
        one, other = renaming.numbers[first], renaming.numbers[second]
        becomes = {one: other, other: one}
        pairs = tuple(sorted(becomes.items()))
        values = self._values(renaming.numbers) if renaming.of_values else frozenset()
        moved = []
        for cell, name in enumerate(self._names):
            target = self._cells.get(
                tuple(
                    (
                        kind,
                        tuple(becomes.get(n, n) if (kind, p) in renaming.places else n for p, n in enumerate(indices)),
                    )
                    for kind, indices in name
                )
            )
            if target is None:
                return None
            if target != cell or cell in values:
                moved.append((cell, Image(target, pairs if cell in values else ())))
        return Symmetry(tuple(moved))

    def _unnumbered(self) -> Iterator[FamilyRow]:
        """Rows of groups of one size and of single variables of one kind, of those without indices."""
        alike: dict[object, list[tuple[str, tuple[Cell, ...]]]] = defaultdict(list)
        for group, cells in self._by_group().items():
            alike[tuple(self._domains[cell] for cell in cells)].append((group, cells))
        for cell, (variable, name) in enumerate(zip(self._system.variables, self._names, strict=True)):
            (kind, _), indices = name[0]
            if kind == "variable" and not indices and len(self._domains[cell]) > 1:
                alike[variable.boolean, variable.words, self._domains[cell]].append((variable.name, (cell,)))
        for several in alike.values():
            if len(several) <= MOST_MEMBERS:
                members = [(name, frozenset(cells)) for name, cells in several]
                yield from self._runs(members, partial(_in_order, [cells for _, cells in several]))

    def _by_group(self) -> Mapping[str, tuple[Cell, ...]]:
        """The counters of each group without an index, in the order of the local states."""
        cells: dict[str, list[Cell]] = defaultdict(list)
        for cell, name in enumerate(self._names):
            if len(name) == 2 and not name[1][1]:
                cells[name[1][0][1]].append(cell)
        return {name: tuple(own) for name, own in cells.items()}

    def _runs(self, members: Sequence[_Member], exchanged: _Exchanged) -> Iterator[FamilyRow]:
        """Rows of neighbours that can have the same values, where there are several."""

        def exchange(first: int, second: int) -> Symmetry:
            symmetry = exchanged(first, second)
            if symmetry is None:
                raise ValueError(members[first])
            return self._literals.restricted(symmetry)

        begun = 0
        for end in range(1, len(members) + 1):
            if end == len(members) or not _moves(exchange, end - 1, end):
                if end - begun > 1:
                    names, cells = zip(*members[begun:end], strict=True)
                    yield FamilyRow(Row(", ".join(names), names, partial(_shifted, exchange, begun)), cells)
                begun = end


def _in_order(several: Sequence[Sequence[Cell]], first: int, second: int) -> Symmetry:
    """The exchange of two members, variable by variable in order."""
    pairs = [*zip(several[first], several[second], strict=True)]
    return Symmetry(tuple(sorted((one, Image(other, ())) for pair in pairs for one, other in (pair, pair[::-1]))))


def _shifted(exchange: _Exchange, by: int, first: int, second: int) -> Symmetry:
    return exchange(by + first, by + second)


def _moves(exchange: _Exchange, first: int, second: int) -> bool:
    """True where an exchange is one of literals, and moves some."""
    try:
        return bool(exchange(first, second).moved)
    except ValueError:
        return False


def _parsed(name: str, *, grouped: bool) -> _Name:
    """A name as its parts with their indices: of a counter a local state, and a group where there are several."""
    if not name.startswith("#"):
        return (_part("variable", name),)
    counter = _COUNTER.match(name) if grouped else None
    if counter is None:
        return (_part("state", name[1:]),)
    return _part("state", counter[1]), _part("group", counter[2])


def _part(kind: str, text: str) -> _Part:
    parts = _INDICES.match(text)
    assert parts is not None
    return (kind, parts[1]), tuple(int(one) for one in re.findall(r"-?\d+", parts[2]))
