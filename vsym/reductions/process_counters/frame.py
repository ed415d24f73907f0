"""The machine of a run that forks: the meanings of a program's names, and access to a state of which little is known.
The run forks wherever it needs an unknown value. Values are numbers that depend on the state, processes, and wholes.

It shares the walk of expressions and statements with the definition's machine (`models/program/memory.py`), where every
value is known; here a run goes one way, and begins anew for the next one. In `reductions/programs` values are trees,
and paths join again after each statement, so that it has a walk of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError, Span
from vsym.logic.formula import compare
from vsym.logic.terms import Linear
from vsym.models.program import expressions as syntax
from vsym.models.program.evaluation import scalarset_of
from vsym.models.program.execution import invoke
from vsym.models.program.faults import FaultError
from vsym.models.program.machine import Inequality, Machine, Sign, fault
from vsym.models.program.memory import WORD
from vsym.models.program.program import Program, Routine
from vsym.models.program.statements import Add, Remove, RemoveIf
from vsym.models.program.types import Array, Multiset, Record, Simple, Type, Union, described
from vsym.reductions.process_counters.abstract_state import Cell, Location, World
from vsym.reductions.process_counters.slots import EACH, NAMED, RULE, Process, cells, not_counted

Number: TypeAlias = Linear | Process

Value: TypeAlias = Number | tuple[Cell, ...] | None
"""The value of an expression: of a simple type, a process, the contents of a whole's slots, or None for undefined."""

ZERO = Linear()

CALLS = 40
"""The greatest depth of calls where routines fork."""


class _Nothing:
    """The mark of a value outside its type."""


_NOTHING = _Nothing()


@frozen(eq=False)
class Frame(Machine[Location, Number, tuple[Cell, ...]]):
    """The meanings of names where a piece of a program runs and forks.

    Where an index or a divisor needs the value of a number, the path chooses it.
    """

    program: Program
    world: World
    names: Mapping[int, Location | Number]
    depth: int = 0

    def with_names(self, names: Mapping[int, Location | Number], depth: int) -> Frame:
        return type(self)(self.program, self.world, names, depth)

    def location(self, name: syntax.Variable | syntax.Reference) -> Location:
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: syntax.Binder) -> Number:
        meaning = self.names[binder.number]
        assert not isinstance(meaning, Location)
        return meaning

    def variable(self, variable: syntax.Variable) -> Location:
        return Location(None, (variable.name,), variable.type)

    def element(self, array: Location, index: Number, place: syntax.Item) -> Location:
        assert isinstance(array.type, Array)
        step = self.known(index, place.index.span) if isinstance(index, Linear) else index
        if isinstance(step, int) and not array.type.index.code(step):
            raise fault("index", f"`{place.place.span.text}` has no element {step}", place.index.span)
        return Location(array.memory, (*array.key, step), array.type.element)

    def field(self, record: Location, name: str) -> Location:
        assert isinstance(record.type, Record)
        part = record.type.field(name)
        assert part is not None
        return Location(record.memory, (*record.key, name), part)

    def fresh(self, of: Type, span: Span) -> Location:
        location = Location({}, (), of)
        assert location.memory is not None
        for part in self._parts(location, span):
            location.memory[part.key] = self._empty(part.type)
        return location

    def read(self, location: Location, span: Span) -> Value:
        if not isinstance(location.type, Simple):
            return self._whole(location, span)
        cell = self.world.cell(location.memory, location.key)
        if not isinstance(cell, Linear) or self.same(cell, ZERO):
            return cell if isinstance(cell, Process) else None
        if isinstance(location.type, Union):
            return Linear((), location.type.value(self.known(cell, span)))
        return cell + Linear((), location.type.value(1) - 1)

    def is_undefined(self, location: Location, span: Span) -> bool:
        if isinstance(location.type, Simple):
            return self.read(location, span) is None
        whole = self._whole(location, span)
        return all(cell is None or (isinstance(cell, Linear) and self.same(cell, ZERO)) for cell in whole)

    def store(self, location: Location, value: Value, span: Span) -> None:
        if isinstance(location.type, Simple):
            cell = self._encoded(location.type, value, span)
            if isinstance(cell, _Nothing):
                raise _outside(location.type, span)
            self.world.put(location.memory, location.key, cell, span)
            return
        assert value is None or isinstance(value, tuple)
        for place, part in enumerate(self._parts(location, span)):
            cell = self._empty(part.type) if value is None else value[place]
            self.world.put(part.memory, part.key, cell, span)

    def fill(self, location: Location, span: Span, *, cleared: bool) -> None:
        """Fill a place, which may have slots of all processes."""
        for key, of in cells(location.type, self.world.slots.scalarset, location.key):
            self.world.put(location.memory, key, Linear((), 1) if cleared else self._empty(of), span)

    def literal(self, value: int) -> Linear:
        return Linear((), int(value))

    def constant(self, expression: syntax.Constant) -> Linear:
        scalarset = self.world.slots.scalarset
        if scalarset_of(expression.type, expression.value) == scalarset:
            which = f"it names one `{scalarset.name}`, but counters do not say where that one is"
            raise not_counted(NAMED, expression.span, which)
        return Linear((), expression.value)

    def known(self, number: Number, span: Span) -> int:
        return self.world.path.number(_linear(number), span)

    def holds(self, number: Number) -> bool:
        return not self.same(_linear(number), ZERO)

    def same(self, left: Value, right: Value) -> bool:
        if isinstance(left, tuple) and isinstance(right, tuple):
            return all(self.same(one, other) for one, other in zip(left, right, strict=True))
        if isinstance(left, Linear) and isinstance(right, Linear):
            return self.world.path.decide(compare(left, "=", right))
        return left == right

    def compared(self, left: Number, sign: Inequality, right: Number) -> bool:
        return self.world.path.decide(compare(_linear(left), sign, _linear(right)))

    def added(self, left: Number, sign: Sign, right: Number) -> Linear:
        one, other = _linear(left), _linear(right)
        return one + other if sign == "+" else one - other

    def multiplied(self, left: Number, right: Number, span: Span) -> Linear:
        one, other = _linear(left), _linear(right)
        if one.terms and other.terms:
            other = Linear((), self.known(other, span))
        return one * other.constant if one.terms else other * one.constant

    def fits(self, number: Number) -> bool:
        return self.compared(number, ">=", Linear((), -WORD)) and self.compared(number, "<", Linear((), WORD))

    def is_member(self, number: Number, member: Simple, span: Span) -> bool:
        if isinstance(number, Process):
            return self.world.slots.scalarset == member
        return member.code(self.known(number, span)) > 0

    def call(self, routine: int, arguments: Sequence[syntax.Place | syntax.Expression], span: Span) -> Value:
        return invoke(self, routine, arguments, span)

    def too_deep(self, routine: Routine, span: Span) -> DiagnosticError | None:
        if self.depth < CALLS:
            return None
        return not_counted(RULE, span, f"`{routine.name}` is called at a depth of {CALLS} calls")

    def require_result(self, of: Simple, value: Value, span: Span) -> None:
        if isinstance(value, Linear) and self._encoded(of, value, span) is _NOTHING:
            raise _outside(of, span)

    def entry(self, place: syntax.Entry) -> NoReturn:
        raise no_multisets(place.span)

    def count(self, expression: syntax.Count) -> NoReturn:
        raise no_multisets(expression.span)

    def entries(self, domain: syntax.Entries) -> Iterator[int]:
        raise no_multisets(domain.place.span)

    def change(self, statement: Add | Remove | RemoveIf) -> NoReturn:
        raise no_multisets(statement.span)

    def require_values(self, domain: syntax.Domain, span: Span) -> None:
        """Refuse a domain, other than that of processes, that a binder cannot go through value by value."""
        if isinstance(domain, syntax.Entries):
            raise no_multisets(span)
        if isinstance(domain, Union) and self.world.slots.scalarset in domain.members:
            raise not_counted(RULE, span, "it iterates over a union with the scalarset")

    def _parts(self, location: Location, span: Span) -> list[Location]:
        """The slots of a place; raises DiagnosticError (VS461) where they are those of all processes."""
        parts = []
        for key, of in cells(location.type, self.world.slots.scalarset, location.key):
            if isinstance(of, Multiset):
                raise not_counted(RULE, span, f"`{span.text}` contains a multiset, which counters cannot represent")
            if EACH in key:
                raise not_counted(RULE, span, f"`{span.text}` is used as a whole, for all processes together")
            parts.append(Location(location.memory, key, of))
        return parts

    def _whole(self, location: Location, span: Span) -> tuple[Cell, ...]:
        """The contents of the slots of a place."""
        return tuple(self.world.cell(part.memory, part.key) for part in self._parts(location, span))

    def _empty(self, of: Type) -> Cell:
        """The content of a slot of a type that is undefined."""
        return None if of == self.world.slots.scalarset else ZERO

    def _encoded(self, of: Simple, value: Value, span: Span) -> Cell | _Nothing:
        """The content of a slot of a type that has a value, nothing where there is no such slot."""
        if isinstance(value, Process):
            return value
        if value is None:
            return self._empty(of)
        assert isinstance(value, Linear)
        if isinstance(of, Union):
            code = of.code(self.known(value, span))
            return Linear((), code) if code else _NOTHING
        term = value - Linear((), of.value(1) - 1)
        inside = self.compared(term, ">=", Linear((), 1)) and self.compared(term, "<=", Linear((), of.cardinality))
        return term if inside else _NOTHING


def _linear(number: Number) -> Linear:
    assert isinstance(number, Linear)
    return number


def _outside(of: Simple, span: Span) -> FaultError:
    return fault("range", f"`{span.text}` is outside {described(of)}", span)


def no_multisets(span: Span) -> DiagnosticError:
    """The refusal of a piece of a program that needs a multiset, to be raised."""
    return not_counted(RULE, span, "counters cannot represent multisets")
