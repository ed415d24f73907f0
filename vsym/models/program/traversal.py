"""The parts of expressions, places and statements, in the order in which they are evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from vsym.models.program.expressions import (
    Binary,
    Bound,
    Call,
    Constant,
    Count,
    Domain,
    Entries,
    Entry,
    Expression,
    Global,
    Interval,
    IsMember,
    IsUndefined,
    Item,
    Local,
    Member,
    Place,
    Quantified,
    Read,
    Referenced,
    Ternary,
    Unary,
    Undefined,
)
from vsym.models.program.statements import (
    Add,
    Assert,
    Assign,
    Assume,
    Bind,
    Clear,
    Fail,
    For,
    If,
    Invoke,
    Let,
    Remove,
    RemoveIf,
    Return,
    Scope,
    Statement,
    Switch,
    Undefine,
    While,
)

Node: TypeAlias = Expression | Place | Statement | Bind | Let


def everything(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes and all that they are made of; what a call runs is no part of it."""
    for node in nodes:
        yield node
        yield from everything(parts(node))


def parts(node: Node) -> Iterator[Node]:
    """What a node is immediately made of."""
    match node:
        case Global() | Local() | Referenced() | Item() | Member() | Entry():
            yield from _place_parts(node)
        case Constant() | Undefined() | Bound() | Unary() | Binary() | Ternary() | Read():
            yield from _scalar_parts(node)
        case Quantified(_, _, domain, body):
            yield from domain_parts(domain)
            yield body
        case Count(_, place, body):
            yield from (place, body)
        case IsUndefined(place):
            yield place
        case IsMember(operand):
            yield operand
        case Call(_, arguments) | Invoke(_, arguments):
            yield from arguments
        case _:
            yield from _statement_parts(node)


def domain_parts(domain: Domain) -> Iterator[Expression | Place]:
    """What is evaluated to know the values that a binder goes through."""
    match domain:
        case Interval(first, last, by):
            yield from (first, last) if by is None else (first, last, by)
        case Entries(place):
            yield place


def _place_parts(place: Place) -> Iterator[Node]:
    match place:
        case Item(inner, index):
            yield from (inner, index)
        case Member(inner) | Entry(inner):
            yield inner
        case Global() | Local() | Referenced():
            return
        case _:
            assert_never(place)


def _scalar_parts(expression: Constant | Undefined | Bound | Unary | Binary | Ternary | Read) -> Iterator[Node]:
    match expression:
        case Unary(_, operand):
            yield operand
        case Binary(_, left, right):
            yield from (left, right)
        case Ternary(condition, then, otherwise):
            yield from (condition, then, otherwise)
        case Read(place):
            yield place
        case Constant() | Undefined() | Bound():
            return
        case _:
            assert_never(expression)


def _statement_parts(statement: Statement | Bind | Let) -> Iterator[Node]:
    match statement:
        case Assign(place, value) | Add(value, place):
            yield from (place, value)
        case If() | Switch() | For() | While() | Scope():
            yield from _control_parts(statement)
        case Bind(_, place) | Clear(place) | Undefine(place) | Remove(_, place):
            yield place
        case Let(_, value):
            yield value
        case Assert(condition) | Assume(condition):
            yield condition
        case RemoveIf(_, place, condition):
            yield from (place, condition)
        case Return(result):
            if result is not None:
                yield result
        case Invoke(_, arguments):
            yield from arguments
        case Fail():
            return
        case _:
            assert_never(statement)


def _control_parts(statement: If | Switch | For | While | Scope) -> Iterator[Node]:
    match statement:
        case If(cases, otherwise):
            for condition, body in cases:
                yield from (condition, *body)
            yield from otherwise
        case Switch(value, alternatives, otherwise):
            yield value
            for labels, body in alternatives:
                yield from (*labels, *body)
            yield from otherwise
        case For(_, domain, body):
            yield from (*domain_parts(domain), *body)
        case While(condition, body):
            yield from (condition, *body)
        case Scope(aliases, body):
            yield from (*aliases, *body)
        case _:
            assert_never(statement)
