"""States of a factor as cells that its elements permute and do not change.

A slot is a cell, and so is each literal that an element may take away from its slot without moving that: of the slot it
is one bit. Other literals are values of the slot's cell, the same ones wherever it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.action import Action

MARK = 1 << 31
"""Added to a cell: a literal is a bit there."""


@frozen
class Place:
    """A slot and its cell: what each code becomes (a value of the cell, or `MARK` and a bit's cell), the code of each
    value, and the codes that have bits with the cells of these.

    Where a slot has such codes, 0 in its cell stands for one of them. Codes outside its domain become nothing.
    """

    slot: int
    cell: int
    into: tuple[int, ...]
    codes: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]


def places(action: Action, cell_of: Mapping[int, int], cardinalities: Sequence[int]) -> Iterator[Place]:
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
            into[code] = MARK + cell
        yield Place(slot, cell_of[action.numbers[slot, None]], tuple(into), codes, tuple(marks))
