"""Meanings of the oracle's expressions and statements, by walking over them with plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from tests.support import oracle_program_types as types
from tests.support import oracle_programs as tree

TURNS = CALLS = 1000


class ProgramError(Exception):
    """An error of the program: its kind, and its line as soon as that is known."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.line: tree.Line | None = None
        super().__init__(kind)


class Dropped(Exception):  # noqa: N818 - no error of the program
    """An assumption is false."""


class _Ended(Exception):  # noqa: N818 - no error either
    def __init__(self, result: types.Value) -> None:
        self.result = result


class Cell(NamedTuple):
    """A place: a key in a dict or list, and the type of its content."""

    container: Any
    key: Any
    type: types.Type

    @property
    def content(self) -> types.Value:
        """The value of the cell."""
        return self.container[self.key]


Cells: TypeAlias = dict[str, Cell]


class Scene(NamedTuple):
    """The names that can be seen, the variables of the state among them."""

    program: tree.Program
    globals: Cells
    names: Cells
    calls: int = 0
    result: types.Type | None = None

    def holding(self, name: str, of: types.Type, content: types.Value) -> Scene:
        """The scene with one more name, for a cell of its own."""
        return self.naming(name, Cell({name: content}, name, of))

    def naming(self, name: str, cell: Cell) -> Scene:
        """The scene with one more name, for a cell that is there."""
        return Scene(self.program, self.globals, {**self.names, name: cell}, self.calls, self.result)


@contextmanager
def on(line: tree.Line) -> Iterator[None]:
    """An error that happens inside is on this line, unless it is on one further inside."""
    try:
        yield
    except ProgramError as error:
        error.line = error.line or line
        raise


def cell(scene: Scene, place: tree.Place) -> Cell:
    """The cell at a place."""
    match place:
        case tree.Name(name):
            return scene.names[name]
        case tree.Dot(inner, field):
            around = cell(scene, inner)
            assert isinstance(around.type, types.Record)
            return Cell(around.content, field, dict(around.type.fields)[field])
        case tree.At(inner, index):
            around = cell(scene, inner)
            wanted = value(scene, index)
            if isinstance(around.type, types.Array) and wanted not in around.content:
                raise ProgramError("index")
            if isinstance(around.type, types.Bag) and around.content[wanted] is types.GONE:
                raise ProgramError("removed")
            assert isinstance(around.type, types.Array | types.Bag)
            return Cell(around.content, wanted, around.type.element)


def value(scene: Scene, expression: tree.Expression) -> types.Value:
    """A value that must be defined, or a whole."""
    if (result := handed(scene, expression)) is None:
        raise ProgramError("undefined")
    return result


def handed(scene: Scene, expression: tree.Expression) -> types.Value:
    """The value that is assigned, passed on or returned: a place may be undefined."""
    match expression:
        case tree.Name() | tree.At() | tree.Dot():
            if (content := cell(scene, expression).content) is None and not scene.program.copies:
                raise ProgramError("undefined")
            return types.copied(content)
        case tree.Undefined():
            return None
        case tree.Call(routine, arguments):
            return call(scene, routine, arguments)
        case tree.Literal_(literal):
            return literal
        case tree.Prefix() | tree.Infix() | tree.Either():
            return _computed(scene, expression)
        case tree.Every(quantifier, name, domain, body):
            for together in _unordered(scene, domain):
                found = [value(scene.holding(name, types.Int(0, 0), one), body) for one in together]
                if (quantifier == "exists") in found:
                    return quantifier == "exists"
            return quantifier == "forall"
        case tree.Tally(name, place, body):
            number = 0
            for position, entry in enumerate(cell(scene, place).content):
                number += entry is not types.GONE and value(scene.holding(name, types.Int(0, 0), position), body)
            return number
        case tree.Unknown(place):
            return empty(cell(scene, place).content)
        case tree.Belongs(operand, member):
            return value(scene, operand) in types.values(member)


def _computed(scene: Scene, expression: tree.Prefix | tree.Infix | tree.Either) -> types.Value:
    match expression:
        case tree.Prefix("!", operand):
            return not value(scene, operand)
        case tree.Prefix("-", operand):
            return in_a_word(-value(scene, operand))
        case tree.Infix("&" | "|" | "->" as operator, left, right):
            decided = {"&": False, "|": True, "->": True}[operator]
            left_value = value(scene, left)
            return decided if left_value == (operator == "|") else value(scene, right)
        case tree.Infix("=" | "!=" as operator, left, right):
            return (comparand(scene, left) == comparand(scene, right)) == (operator == "=")
        case tree.Infix(operator, left, right):
            return in_a_word(ARITHMETIC[operator](value(scene, left), value(scene, right)))
        case tree.Either(condition, then, otherwise):
            return value(scene, then if value(scene, condition) else otherwise)
    raise TypeError(expression)


def comparand(scene: Scene, operand: tree.Expression) -> types.Value:
    """One side of an equality."""
    if scene.program.lenient and isinstance(operand, tree.Name | tree.At | tree.Dot):
        there = cell(scene, operand)
        if isinstance(there.type, types.OneOf) or (isinstance(there.type, types.Elements) and not scene.program.ranges):
            return there.content
    return value(scene, operand)


def empty(content: types.Value) -> bool:
    """Tells if nothing in a value is defined."""
    match content:
        case dict():
            return all(empty(part) for part in content.values())
        case list():
            return all(entry is types.GONE for entry in content)
    return content is None


def through(scene: Scene, domain: tree.Domain) -> list[types.Value]:
    """The values that a name goes through."""
    match domain:
        case tree.Span(low, high, by):
            start, end = value(scene, low), value(scene, high)
            step = 1 if by is None else by
            if step == 0:
                raise ProgramError("step")
            return list(range(start, end + (step > 0) - (step < 0), step))
        case _:
            return [*types.values(domain)]


def _unordered(scene: Scene, domain: tree.Domain) -> list[list[types.Value]]:
    """The values of a quantifier, in groups: those of a scalarset have no order, and so are one group."""
    found: list[list[types.Value]] = []
    for part in domain.members if isinstance(domain, types.OneOf) else (domain,):
        through_part = through(scene, part)
        if isinstance(part, types.Elements) and not scene.program.ranges:
            found.append(through_part)
        else:
            found += [[one] for one in through_part]
    return found


def _quotient(left: int, right: int) -> int:
    if right == 0:
        raise ProgramError("division")
    size = abs(left) // abs(right)
    return size if (left >= 0) == (right >= 0) else -size


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _quotient,
    "%": lambda left, right: left - _quotient(left, right) * right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def in_a_word(result: int) -> int:
    """A number of 64 bits."""
    if not -(2**63) <= result < 2**63:
        raise ProgramError("overflow")
    return result


def put(there: Cell, content: types.Value) -> None:
    """Assign to a place; what other names stand for stays where it is."""
    if isinstance(there.type, types.Int | types.Names | types.Elements | types.OneOf):
        if content is not None and content not in types.values(there.type):
            raise ProgramError("range")
        there.container[there.key] = content
    else:
        _overwrite(there.content, types.nothing(there.type) if content is None else content)


def _overwrite(old: types.Value, new: types.Value) -> None:
    for key in old if isinstance(old, dict) else range(len(old)):
        if isinstance(old[key], dict | list) and isinstance(new[key], dict | list):
            _overwrite(old[key], new[key])
        else:
            old[key] = types.copied(new[key])


def call(scene: Scene, name: str, arguments: Sequence[tree.Expression]) -> types.Value:
    """The result of a routine."""
    routine = next(one for one in scene.program.routines if one.name == name)
    if scene.calls == CALLS:
        raise ProgramError("depth")
    inside = scene._replace(names=scene.globals, calls=scene.calls + 1, result=routine.result)
    for (parameter, of, by_reference), argument in zip(routine.parameters, arguments, strict=True):
        if by_reference:
            assert isinstance(argument, tree.Name | tree.At | tree.Dot)
            inside = inside.naming(parameter, cell(scene, argument))
        else:
            inside = inside.holding(parameter, of, types.nothing(of))
            put(inside.names[parameter], handed(scene, argument))
    return _result(inside, routine)


def _result(inside: Scene, routine: tree.Routine) -> types.Value:
    for variable, of in routine.variables:
        inside = inside.holding(variable, of, types.nothing(of))
    try:
        run(inside, routine.body)
    except _Ended as ended:
        return ended.result
    if routine.result is not None:
        raise ProgramError("result")
    return None


def run_rule(scene: Scene, body: Sequence[tree.Statement]) -> None:
    """The body of a rule, which may end with `return`."""
    try:
        run(scene, body)
    except _Ended:
        return


def run(scene: Scene, body: Sequence[tree.Statement]) -> None:
    """Statements, one after the other."""
    for statement in body:
        with on(statement):
            step(scene, statement)


def step(scene: Scene, statement: tree.Statement) -> None:
    """One statement."""
    match statement:
        case tree.Assign(place, new):
            there = cell(scene, place)
            put(there, handed(scene, new))
        case tree.If() | tree.Switch() | tree.For() | tree.While():
            _branch(scene, statement)
        case tree.Scope(aliases, body):
            for alias in aliases:
                with on(alias):
                    scene = named(scene, alias)
            run(scene, body)
        case tree.Reset(word, place):
            there = cell(scene, place)
            put(there, types.first(there.type) if word == "clear" else types.nothing(there.type))
        case tree.Fail():
            raise ProgramError("error")
        case tree.Claim(word, condition):
            if not value(scene, condition):
                raise ProgramError("assertion") if word == "assert" else Dropped
        case tree.Add() | tree.Remove() | tree.RemoveIf():
            _change(scene, statement)
        case tree.Invoke(routine, arguments):
            call(scene, routine, arguments)
        case tree.Return(new):
            raise _Ended(None if new is None else _returned(scene, new))


def _branch(scene: Scene, statement: tree.If | tree.Switch | tree.For | tree.While) -> None:
    match statement:
        case tree.If(cases, otherwise):
            run(scene, next((case.body for case in cases if _true(scene, case)), otherwise))
        case tree.Switch(switched, cases, otherwise):
            wanted = value(scene, switched)
            run(scene, next((case.body for case in cases if _has(scene, case, wanted)), otherwise))
        case tree.For(name, domain, body):
            for one in through(scene, domain):
                run(scene.holding(name, types.Int(0, 0), one), body)
        case tree.While(condition, body):
            for _ in range(TURNS):
                if not value(scene, condition):
                    return
                run(scene, body)
            if value(scene, condition):
                raise ProgramError("turns")


def _returned(scene: Scene, new: tree.Expression) -> types.Value:
    assert scene.result is not None
    fresh = Cell([types.nothing(scene.result)], 0, scene.result)
    put(fresh, handed(scene, new))
    return fresh.content


def _true(scene: Scene, case: tree.Case) -> bool:
    with on(case):
        return bool(value(scene, case.conditions[0]))


def _has(scene: Scene, case: tree.Case, wanted: types.Value) -> bool:
    with on(case):
        return any(value(scene, one) == wanted for one in case.conditions)


def named(scene: Scene, alias: tree.Alias) -> Scene:
    """The scene with an alias."""
    if isinstance(alias.of, tree.Name | tree.At | tree.Dot):
        return scene.naming(alias.name, cell(scene, alias.of))
    return scene.holding(alias.name, types.Int(0, 0), handed(scene, alias.of))


def _change(scene: Scene, statement: tree.Add | tree.Remove | tree.RemoveIf) -> None:
    match statement:
        case tree.Add(element, place):
            added = handed(scene, element)
            there = cell(scene, place)
            assert isinstance(there.type, types.Bag)
            if types.GONE not in there.content:
                raise ProgramError("full")
            fresh = Cell([types.nothing(there.type.element)], 0, there.type.element)
            put(fresh, added)
            there.content[there.content.index(types.GONE)] = fresh.content
        case tree.Remove(name, place):
            entries = cell(scene, place).content
            position = scene.names[name].content
            if entries[position] is types.GONE:
                raise ProgramError("removed")
            entries[position] = types.GONE
        case tree.RemoveIf(name, place, condition):
            entries = cell(scene, place).content
            for position, entry in enumerate(entries):
                if entry is not types.GONE and value(scene.holding(name, types.Int(0, 0), position), condition):
                    entries[position] = types.GONE
