"""What the names of a program stand for where a piece of it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.expressions import Binder, Expression, Place, Reference, Variable
from vsym.models.program.memory import Location, Memory, Value

if TYPE_CHECKING:
    from vsym.models.program.program import Program

Invocation: TypeAlias = "Callable[[Frame, int, Sequence[Place | Expression], Span], Value]"
"""What runs a routine: from the frame of the caller, its number, the arguments and the place of the call."""


@frozen
class Frame:
    """What names stand for where a piece of a program runs: the state's memory, and the names of the routine.

    `depth` is how many calls have led here.
    """

    program: Program
    memory: Memory
    invoke: Invocation
    names: dict[int, Location | int]
    depth: int = 0

    def bound(self, binder: Binder, value: int) -> Frame:
        """The same with a value for a binder."""
        return self.named(binder.number, value)

    def named(self, number: int, meaning: Location | int) -> Frame:
        """The same with one more name."""
        return Frame(self.program, self.memory, self.invoke, {**self.names, number: meaning}, self.depth)

    def location(self, name: Variable | Reference) -> Location:
        """Where a local variable or what a reference is bound to is."""
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: Binder) -> int:
        """The value of a binder."""
        meaning = self.names[binder.number]
        assert isinstance(meaning, int)
        return meaning
