"""What routines write: global variables, and what they are given for their `var` parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.languages.problems import Problems
from vsym.models.program.expressions import (
    Call,
    Entry,
    Global,
    Item,
    Local,
    Member,
    Place,
    Reference,
    Referenced,
    Variable,
)
from vsym.models.program.program import Choice, Program, Routine, Wrapper
from vsym.models.program.statements import (
    Add,
    Assign,
    Assume,
    Bind,
    Clear,
    Invoke,
    Remove,
    RemoveIf,
    Statement,
    Undefine,
)
from vsym.models.program.traversal import Node, domain_parts, everything

Root: TypeAlias = Variable | Reference

_WITHOUT = "guards and properties call functions without side effects"
_ALLOWING = f"{_WITHOUT}; `--side-effects allow` runs them on a copy of the state"


def pure(routines: Sequence[Routine]) -> tuple[Routine, ...]:
    """The routines, those marked as pure that write no global variable and nothing through a reference."""
    written = effects(routines)
    return tuple(replace(one, pure=not written[one.number]) for one in routines)


def effects(routines: Sequence[Routine]) -> tuple[frozenset[Root], ...]:
    """The global variables and the `var` parameters that each routine, or what it calls, may write."""
    bodies = [_Body.of(one.body) for one in routines]
    written = [frozenset[Root]() for _ in routines]
    while True:
        following = [
            frozenset(_roots(body, routines, written)) - frozenset(routine.locals) - _by_value(routine)
            for routine, body in zip(routines, bodies, strict=True)
        ]
        if following == written:
            return tuple(written)
        written = following


def check_guards(program: Program, problems: Problems) -> None:
    """Report calls of routines that are not pure in guards, around rules, and in what is stated of states, but for
    guards and properties where the dialect allows it; and, anywhere there, calls of routines with `assume` statements.
    """
    wrappers = [*(rule.wrappers for rule in program.rules), *(start.wrappers for start in program.starts)]
    around: list[Node] = [node for one in wrappers for node in _around(one)]
    around += [condition.expression for condition in program.assumptions]
    asked: list[Node] = [rule.guard for rule in program.rules]
    asked += [condition.expression for condition in program.conditions]
    allowed = program.dialect.effects == "allowed"
    for nodes, free, hint in ((asked, allowed, _ALLOWING), (around, False, _WITHOUT)):
        for part in everything(nodes):
            if not isinstance(part, Call):
                continue
            called = program.routines[part.routine]
            if not called.pure and not free:
                message = f"`{called.name}` changes variables, and stands where nothing may change"
                problems.add("VS347", part.span, message, hint)
            elif any(isinstance(node, Assume) for node in program.reached(called.body)):
                message = f"`{called.name}` assumes something, and stands where a condition is evaluated"
                problems.add("VS347", part.span, message, "put the `assume` statement into the body of a rule")


def _around(wrappers: Sequence[Wrapper]) -> Iterator[Node]:
    for wrapper in wrappers:
        if isinstance(wrapper, Choice):
            yield from domain_parts(wrapper.domain)
        else:
            yield wrapper


@frozen
class _Body:
    """What a body writes and calls, and what its aliases stand for."""

    places: tuple[Place, ...]
    calls: tuple[Call | Invoke, ...]
    aliases: Mapping[Reference, Place]

    @classmethod
    def of(cls, body: Iterable[Statement], around: Sequence[Wrapper] = ()) -> _Body:
        """What there is in some statements, with the aliases around them."""
        places: list[Place] = []
        calls: list[Call | Invoke] = []
        aliases = {alias.reference: alias.place for alias in around if isinstance(alias, Bind)}
        for part in everything(body):
            match part:
                case Assign(place) | Clear(place) | Undefine(place):
                    places.append(place)
                case Add(_, place) | Remove(_, place) | RemoveIf(_, place):
                    places.append(place)
                case Call() | Invoke():
                    calls.append(part)
                case Bind(reference, place):
                    aliases[reference] = place
        return cls(tuple(places), tuple(calls), aliases)


def _roots(body: _Body, routines: Sequence[Routine], written: Sequence[frozenset[Root]]) -> Iterator[Root]:
    for place in body.places:
        yield _root(place, body.aliases)
    for call in body.calls:
        effect = written[call.routine]
        yield from (root for root in effect if isinstance(root, Variable))
        for parameter, argument in zip(routines[call.routine].parameters, call.arguments, strict=True):
            if parameter.name in effect and isinstance(argument, Place):
                yield _root(argument, body.aliases)


def _root(place: Place, aliases: Mapping[Reference, Place]) -> Root:
    """The variable or the `var` parameter that a place is in."""
    while True:
        match place:
            case Global(variable) | Local(variable):
                return variable
            case Referenced(reference):
                if reference not in aliases:
                    return reference
                place = aliases[reference]
            case Item(whole) | Member(whole) | Entry(whole):
                place = whole
            case _:
                assert_never(place)


def _by_value(routine: Routine) -> frozenset[Root]:
    return frozenset(one.name for one in routine.parameters if isinstance(one.name, Variable))
