"""What the names of a program stand for where a piece of it runs and forks, and the values there: numbers that depend
on the state, processes, and wholes, with how slots hold them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import compare
from vsym.logic.terms import Linear
from vsym.models.program.expressions import Binder, Expression, Place, Reference, Variable
from vsym.models.program.types import Array, Multiset, Record, Scalarset, Simple, Type, Union
from vsym.reductions.process_counters.abstract_state import Cell, Location, World
from vsym.reductions.process_counters.slots import EACH, RULE, Process, cells, not_counted

if TYPE_CHECKING:
    from vsym.models.program.program import Program


Value: TypeAlias = Linear | Process | tuple[Cell, ...] | None
"""What an expression has: a value of a simple type, a process, what a whole's slots hold, or None for undefined."""

ZERO = Linear()


def read(world: World, location: Location, span: Span) -> Value:
    """What a place holds."""
    if not isinstance(location.type, Simple):
        return whole(world, location, span)
    held = world.cell(location.memory, location.key)
    if not isinstance(held, Linear) or world.path.decide(compare(held, "=", ZERO)):
        return held if isinstance(held, Process) else None
    if isinstance(location.type, Union):
        return Linear((), location.type.value(world.path.number(held, span)))
    return held + Linear((), first(location.type) - 1)


def whole(world: World, location: Location, span: Span) -> tuple[Cell, ...]:
    """What the slots of a place hold."""
    return tuple(world.cell(part.memory, part.key) for part in parts(world, location, span))


def store(world: World, location: Location, value: Value, span: Span) -> bool:
    """Put a value, or a whole, if it is one of the type; whether it is."""
    of = location.type
    if not isinstance(of, Simple):
        for place, part in enumerate(parts(world, location, span)):
            cell = empty(part.type, world) if value is None else _cells(value)[place]
            assert isinstance(part.type, Simple)
            world.put(part.memory, part.key, cell, part.type, span)
        return True
    code = encoded(world, of, value, span)
    if code is NOTHING:
        return False
    assert not isinstance(code, Nothing)
    world.put(location.memory, location.key, code, of, span)
    return True


class Nothing:
    """That a value is none of a type."""


NOTHING = Nothing()


def encoded(world: World, of: Simple, value: Value, span: Span) -> Cell | Nothing:
    """What a slot of a type holds that has a value, NOTHING where there is no such slot."""
    if isinstance(value, Process):
        return value
    if value is None:
        return empty(of, world)
    assert isinstance(value, Linear)
    if isinstance(of, Union):
        code = of.code(world.path.number(value, span))
        return Linear((), code) if code else NOTHING
    term = value - Linear((), first(of) - 1)
    inside = world.path.decide(compare(term, ">=", Linear((), 1)))
    return term if inside and world.path.decide(compare(term, "<=", Linear((), of.cardinality))) else NOTHING


def empty(of: Type, world: World) -> Cell:
    """What a slot of a type holds that is undefined."""
    return None if of == world.slots.scalarset else ZERO


def first(of: Simple) -> int:
    """The value whose code is 1."""
    return of.value(1)


def parts(world: World, location: Location, span: Span) -> list[Location]:
    """The slots of a place; raises DiagnosticError (VS461) where they are those of all processes."""
    found = []
    for key, of in cells(location.type, world.slots.scalarset, location.key):
        if isinstance(of, Multiset):
            raise not_counted(RULE, span, f"`{span.text}` has a multiset, which is no part of a counter model")
        if EACH in key:
            raise not_counted(RULE, span, f"`{span.text}` is taken as a whole, of all processes together")
        found.append(Location(location.memory, key, of))
    return found


def blank(of: Type, world: World, span: Span) -> Location:
    """A place of its own, undefined."""
    location = Location({}, (), of)
    assert location.memory is not None
    for part in parts(world, location, span):
        location.memory[part.key] = empty(part.type, world)
    return location


def _cells(value: Value) -> tuple[Cell, ...]:
    assert isinstance(value, tuple)
    return value


def is_counted(of: Type, scalarset: Scalarset) -> bool:
    """Whether a type has a slot for each process."""
    match of:
        case Array(index, element):
            return index == scalarset or is_counted(element, scalarset)
        case Record(fields):
            return any(is_counted(part, scalarset) for _, part in fields)
    return False


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
