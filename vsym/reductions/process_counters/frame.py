"""What the names of a program stand for where a piece of it runs and forks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.terms import Linear
from vsym.models.program.expressions import Binder, Expression, Place, Reference, Variable
from vsym.reductions.process_counters.slots import Process
from vsym.reductions.process_counters.values import Value
from vsym.reductions.process_counters.world import Location, World

if TYPE_CHECKING:
    from vsym.models.program.program import Program

Meaning: TypeAlias = Location | Linear | Process

Invocation: TypeAlias = "Callable[[Frame, int, Sequence[Place | Expression], Span], Value]"
"""What runs a routine: from the frame of the caller, its number, the arguments and the place of the call."""


@frozen(eq=False)
class Frame:
    """What names stand for where a piece of a program runs; `depth` is how many calls have led here."""

    program: Program
    world: World
    invoke: Invocation
    names: dict[int, Meaning]
    depth: int = 0

    def named(self, number: int, meaning: Meaning) -> Frame:
        """The same with one more name."""
        return Frame(self.program, self.world, self.invoke, {**self.names, number: meaning}, self.depth)

    def location(self, name: Variable | Reference) -> Location:
        """Where a local variable or what a reference is bound to is."""
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: Binder) -> Linear | Process:
        """The value of a binder."""
        meaning = self.names[binder.number]
        assert not isinstance(meaning, Location)
        return meaning
