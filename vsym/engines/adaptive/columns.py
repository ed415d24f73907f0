"""The states of a program as columns, one for each element of a type, and their numbers (theory, section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from vsym.basics.frozen import frozen
from vsym.engines.adaptive.digits import Counts, Digits
from vsym.models.counting.processes import Processes
from vsym.models.program.semantics import State

Column: TypeAlias = tuple[int, ...]
"""The local state of an element: the codes of its slots, then for each slot that holds elements 1 if it holds this."""


class Holder(NamedTuple):
    """A slot that holds an element, or something else, with the code of each element."""

    slot: int
    codes: tuple[int, ...]


@frozen
class Columns:
    """The slots of a program's states of a `width`, by whose they are.

    `own` has the slots of each element, `holders` are those that hold elements, `shared` are all others.
    """

    width: int
    own: tuple[tuple[int, ...], ...]
    holders: tuple[Holder, ...]
    shared: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.own)

    def split(self, state: State) -> tuple[Column, list[Column]]:
        """The codes that no element has, where 0 stands before a slot that holds one, and the column of each."""
        columns = [tuple([state[slot] for slot in slots]) for slots in self.own]
        rest = tuple([state[slot] for slot in self.shared])
        for slot, codes in self.holders:
            code = state[slot]
            held = code in codes
            rest = (*rest, -1 if held else code)
            if held:
                columns = [(*column, int(code == own)) for column, own in zip(columns, codes, strict=True)]
            else:
                columns = [(*column, 0) for column in columns]
        return rest, columns

    def joined(self, rest: Column, columns: Sequence[Column]) -> State:
        """The state with these codes that no element has, and these columns."""
        codes = [0] * self.width
        for slot, code in zip(self.shared, rest, strict=False):
            codes[slot] = code
        for slots, column in zip(self.own, columns, strict=True):
            for slot, code in zip(slots, column, strict=False):
                codes[slot] = code
        for place, (slot, own) in enumerate(self.holders):
            code = rest[len(self.shared) + place]
            if code < 0:
                at = -len(self.holders) + place
                code = next(code for code, column in zip(own, columns, strict=True) if column[at])
            codes[slot] = code
        return tuple(codes)


class Rest(NamedTuple):
    """The common part of states that may be in one orbit: the codes that no element has, and the numbers of the local
    states that elements are in, in order."""

    codes: Column
    present: tuple[int, ...]


class LocalStates:
    """The local states of elements, and the rests of states, both numbered as they are met."""

    def __init__(self, columns: Columns, digits: Digits) -> None:
        self._columns, self._digits = columns, digits
        self._numbers: dict[Column, int] = {}
        self._local: list[Column] = []
        self._rests: dict[Rest, int] = {}
        self._rest: list[Rest] = []

    @property
    def bytes(self) -> int:
        """The approximate bytes of all local states and rests."""
        columns = self._columns
        own = 200 + 8 * (len(columns.own[0]) + len(columns.holders))
        return len(self._local) * own + len(self._rest) * (300 + 8 * (len(columns.shared) + columns.size))

    def codes(self, shared: int) -> Column:
        """The codes that no element has, of the rest of a state by its number."""
        return self._rest[shared].codes

    def counts(self, state: State, cells: Sequence[Processes]) -> tuple[Counts, int]:
        """The numbers of elements of each cell in each local state that some element is in, the first digits of a cell,
        and the number of the rest of the state."""
        codes, columns = self._columns.split(state)
        numbers = self._numbered(columns)
        present = tuple(sorted({*numbers}))
        rest = Rest(codes, present)
        shared = self._rests.setdefault(rest, len(self._rest))
        if shared == len(self._rest):
            self._rest.append(rest)
        places = {local: place for place, local in enumerate(present)}
        unit = self._digits.unit
        counts = sum(unit(place, places[numbers[element - 1]]) for place, cell in enumerate(cells) for element in cell)
        return counts, shared

    def state(self, cells: Sequence[Processes], counts: Counts, shared: int) -> tuple[State, list[int]]:
        """One of the states with these counts in cells and this rest, and the number of each element's local state."""
        codes, present = self._rest[shared]
        numbers = [0] * self._columns.size
        for place, cell in enumerate(cells):
            own = self._digits.of_cell(counts, place)
            ordered = (local for local, size in zip(present, own, strict=False) for _ in range(size))
            for element, local in zip(cell, ordered, strict=True):
                numbers[element - 1] = local
        return self._columns.joined(codes, [self._local[number] for number in numbers]), numbers

    def _numbered(self, columns: Iterable[Column]) -> list[int]:
        """The numbers of local states; those that are new get one."""
        numbers = []
        for column in columns:
            number = self._numbers.setdefault(column, len(self._local))
            if number == len(self._local):
                self._local.append(column)
            numbers.append(number)
        return numbers
