"""The slots of a program's state: where each scalar of its variables is. Derived from types alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.models.program import types

if TYPE_CHECKING:
    from vsym.models.program.expressions import Variable

Step: TypeAlias = "str | tuple[types.Simple, int] | int"
"""One step of the way to a slot: a variable or a field by its name, an element of an array by the type and the value of
its index, an element of a multiset by its place from 0."""


@frozen
class Slot:
    """One scalar of a state; a slot of type `PRESENCE` tells if the element of a multiset after it is present."""

    offset: int
    type: types.Simple
    path: tuple[Step, ...]

    @property
    def text(self) -> str:
        """Its name as the program writes it: `cache[Proc_1].state`."""
        return spelled(self.path)


@frozen
class Bag:
    """The slots of a multiset: `size` times a slot that tells if an element is present, and `width` slots of the
    element.

    In a state the present elements come first, in the order of their codes; the slots of the others are 0. While a rule
    runs an element keeps its place, and a new one takes the first free place.
    """

    offset: int
    size: int
    width: int
    path: tuple[Step, ...]


@frozen
class Layout:
    """The slots of variables in a row."""

    variables: tuple[Variable, ...]

    @cached_property
    def offsets(self) -> dict[Variable, int]:
        """The offset of each variable."""
        offsets, end = {}, 0
        for variable in self.variables:
            offsets[variable] = end
            end += types.width(variable.type)
        return offsets

    @cached_property
    def width(self) -> int:
        """The number of slots."""
        return sum(types.width(variable.type) for variable in self.variables)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every slot, by its offset."""
        return self._walked[0]

    @cached_property
    def bags(self) -> tuple[Bag, ...]:
        """Every multiset, an outer one before those in its elements."""
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[tuple[Slot, ...], tuple[Bag, ...]]:
        slots: list[Slot] = []
        bags: list[Bag] = []

        def walk(of: types.Type, path: tuple[Step, ...]) -> None:
            match of:
                case types.Range() | types.Enum() | types.Scalarset() | types.Union():
                    slots.append(Slot(len(slots), of, path))
                case types.Array(index, element):
                    for value in index.values():
                        walk(element, (*path, (index, value)))
                case types.Record(fields):
                    for name, part in fields:
                        walk(part, (*path, name))
                case types.Multiset(size, element):
                    bags.append(Bag(len(slots), size, types.width(element), path))
                    for entry in range(size):
                        slots.append(Slot(len(slots), types.PRESENCE, (*path, entry)))
                        walk(element, (*path, entry))
                case _:
                    assert_never(of)

        for variable in self.variables:
            walk(variable.type, (variable.name,))
        return tuple(slots), tuple(bags)


def spelled(path: Sequence[Step]) -> str:
    """A way to a slot as the program writes it."""
    text = ""
    for step in path:
        match step:
            case str():
                text += f".{step}" if text else step
            case int():
                text += f"[{step}]"
            case (index, value):
                text += f"[{index.text(value)}]"
    return text
