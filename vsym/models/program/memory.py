"""The definition's machine: the memory of a running program, a row of known codes with locations in it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program import expressions as syntax
from vsym.models.program import types
from vsym.models.program.evaluation import evaluate, located, truth
from vsym.models.program.execution import invoke
from vsym.models.program.faults import CALLS, FaultError
from vsym.models.program.machine import Inequality, Machine, Sign, fault
from vsym.models.program.program import Program, Routine
from vsym.models.program.statements import Add, Remove, RemoveIf

WORD = 1 << 63
"""The numbers of 64 bits are from -WORD on and below it."""

Memory: TypeAlias = list[int]

Value: TypeAlias = int | tuple[int, ...] | None
"""The value of an expression: of a simple type, the codes of a whole of another type, or None for undefined."""


@frozen
class Location:
    """A place at this moment: from an offset on in some memory."""

    memory: Memory
    offset: int
    type: types.Type

    def codes(self) -> tuple[int, ...]:
        """The codes of its slots."""
        return tuple(self.memory[self.offset : self.offset + types.width(self.type)])

    def put(self, codes: Iterable[int]) -> None:
        """Give its slots codes."""
        self.memory[self.offset : self.offset + types.width(self.type)] = codes

    def undefine(self) -> None:
        """Make every slot undefined and every multiset empty."""
        self.put((0,) * types.width(self.type))


def cleared_codes(of: types.Type) -> Iterator[int]:
    """The codes of a variable of the type that is cleared: the first of each slot, and every multiset empty."""
    match of:
        case types.Range() | types.Enum() | types.Scalarset() | types.Union():
            yield 1
        case types.Array(index, element):
            for _ in range(index.cardinality):
                yield from cleared_codes(element)
        case types.Record(fields):
            for _, part in fields:
                yield from cleared_codes(part)
        case types.Multiset():
            yield from (0,) * types.width(of)
        case _:
            assert_never(of)


_SIGNS: dict[Inequality, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@frozen
class Frame(Machine[Location, int, tuple[int, ...]]):
    """The meanings of names where a piece of a program runs: the state's memory, and the names of the routine."""

    program: Program
    memory: Memory
    names: Mapping[int, Location | int]
    depth: int = 0

    def with_names(self, names: Mapping[int, Location | int], depth: int) -> Frame:
        return Frame(self.program, self.memory, names, depth)

    def location(self, name: syntax.Variable | syntax.Reference) -> Location:
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: syntax.Binder) -> int:
        meaning = self.names[binder.number]
        assert isinstance(meaning, int)
        return meaning

    def variable(self, variable: syntax.Variable) -> Location:
        return Location(self.memory, self.program.layout.offsets[variable], variable.type)

    def element(self, array: Location, index: int, place: syntax.Item) -> Location:
        assert isinstance(array.type, types.Array)
        code = array.type.index.code(index)
        if not code:
            of = place.index.type
            text = of.text(index) if isinstance(of, types.Simple) and of.code(index) else str(index)
            raise fault("index", f"`{place.place.span.text}` has no element {text}", place.index.span)
        element = array.type.element
        return Location(array.memory, array.offset + (code - 1) * types.width(element), element)

    def field(self, record: Location, name: str) -> Location:
        assert isinstance(record.type, types.Record)
        part = record.type.field(name)
        assert part is not None
        return Location(record.memory, record.offset + types.field_offset(record.type, name), part)

    def entry(self, place: syntax.Entry) -> Location:
        element = _entry(located(self, place.place), self.value(place.binder))
        if not element.memory[element.offset - 1]:
            raise fault("removed", f"`{place.span.text}` is no longer in the multiset", place.span)
        return element

    def fresh(self, of: types.Type, span: Span) -> Location:
        del span
        return Location([0] * types.width(of), 0, of)

    def read(self, location: Location, span: Span) -> Value:
        del span
        if isinstance(location.type, types.Simple):
            code = location.memory[location.offset]
            return location.type.value(code) if code else None
        return location.codes()

    def is_undefined(self, location: Location, span: Span) -> bool:
        del span
        return not any(location.codes())

    def store(self, location: Location, value: Value, span: Span) -> None:
        if value is None:
            location.undefine()
        elif isinstance(location.type, types.Simple):
            assert isinstance(value, int)
            location.memory[location.offset] = _code(location.type, value, span)
        else:
            assert isinstance(value, tuple)
            location.put(value)

    def fill(self, location: Location, span: Span, *, cleared: bool) -> None:
        del span
        if cleared:
            location.put(cleared_codes(location.type))
        else:
            location.undefine()

    def change(self, statement: Add | Remove | RemoveIf) -> None:
        match statement:
            case Add(element, place):
                value = evaluate(self, element)
                multiset = located(self, place)
                assert isinstance(multiset.type, types.Multiset)
                size, taken = multiset.type.size, set(_occupied(multiset))
                free = next((position for position in range(size) if position not in taken), None)
                if free is None:
                    raise fault("full", f"`{place.span.text}` is full: it has {size} elements", statement.span)
                where = _entry(multiset, free)
                self.store(where, value, element.span)
                where.memory[where.offset - 1] = 1
            case Remove(binder, place):
                _take(located(self, place), self.value(binder), statement.span)
            case RemoveIf(binder, place, condition):
                multiset = located(self, place)
                for position in _occupied(multiset):
                    if truth(self.bound(binder, position), condition):
                        _take(multiset, position, statement.span)
            case _:
                assert_never(statement)

    def literal(self, value: int) -> int:
        return int(value)

    def constant(self, expression: syntax.Constant) -> int:
        return expression.value

    def known(self, number: int, span: Span) -> int:
        del span
        return number

    def holds(self, number: int) -> bool:
        return bool(number)

    def same(self, left: Value, right: Value) -> bool:
        return left == right

    def compared(self, left: int, sign: Inequality, right: int) -> bool:
        return _SIGNS[sign](left, right)

    def added(self, left: int, sign: Sign, right: int) -> int:
        return left + right if sign == "+" else left - right

    def multiplied(self, left: int, right: int, span: Span) -> int:
        del span
        return left * right

    def fits(self, number: int) -> bool:
        return -WORD <= number < WORD

    def is_member(self, number: int, member: types.Simple, span: Span) -> bool:
        del span
        return member.code(number) > 0

    def count(self, expression: syntax.Count) -> int:
        multiset = located(self, expression.place)
        return sum(truth(self.bound(expression.binder, one), expression.body) for one in _occupied(multiset))

    def entries(self, domain: syntax.Entries) -> Iterator[int]:
        return _occupied(located(self, domain.place))

    def call(self, routine: int, arguments: Sequence[syntax.Place | syntax.Expression], span: Span) -> Value:
        return invoke(self, routine, arguments, span)

    def too_deep(self, routine: Routine, span: Span) -> FaultError | None:
        if self.depth < CALLS:
            return None
        return fault("depth", f"`{routine.name}` is called at a depth of {CALLS} calls", span)

    def require_result(self, of: types.Simple, value: Value, span: Span) -> None:
        if isinstance(value, int):
            _code(of, value, span)


def _code(of: types.Simple, value: int, span: Span) -> int:
    """The code of a value of a type; raises FaultError for any other value."""
    if code := of.code(value):
        return code
    raise fault("range", f"`{span.text}` is {value}, outside {types.described(of)}", span)


def _entry(multiset: Location, position: int) -> Location:
    """The element at a position from 0 of a multiset; the slot before it tells if the element is present."""
    assert isinstance(multiset.type, types.Multiset)
    element = multiset.type.element
    return Location(multiset.memory, multiset.offset + position * (1 + types.width(element)) + 1, element)


def _occupied(multiset: Location) -> Iterator[int]:
    """The positions of a multiset's elements, each present when the iteration reaches it."""
    assert isinstance(multiset.type, types.Multiset)
    for position in range(multiset.type.size):
        if multiset.memory[_entry(multiset, position).offset - 1]:
            yield position


def _take(multiset: Location, position: int, span: Span) -> None:
    where = _entry(multiset, position)
    if not where.memory[where.offset - 1]:
        raise fault("removed", "this element is no longer in the multiset", span)
    where.undefine()
    where.memory[where.offset - 1] = 0
