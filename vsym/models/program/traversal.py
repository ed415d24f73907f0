"""The parts of expressions, places and statements, in the order in which they are evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, TypeAlias, get_args

from vsym.models.program.expressions import Domain, Entries, Expression, Interval, Place
from vsym.models.program.statements import Bind, Let, Statement

Node: TypeAlias = Expression | Place | Statement | Bind | Let

_FIELDS = {kind: [one.name for one in fields(kind) if one.name != "span"] for kind in get_args(Node)}


def everything(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes and all their parts; the body of a called routine is none of them."""
    for node in nodes:
        yield node
        yield from everything(parts(node))


def parts(node: Node) -> Iterator[Node]:
    """The immediate parts of a node: its fields are in the order in which they are evaluated."""
    return _within([getattr(node, name) for name in _FIELDS[type(node)]])


def domain_parts(domain: Domain) -> Iterator[Expression | Place]:
    """The parts that are evaluated to know the values that a binder goes through."""
    match domain:
        case Interval(first, last, by):
            yield from (first, last) if by is None else (first, last, by)
        case Entries(place):
            yield place


def _within(values: Iterable[Any]) -> Iterator[Node]:
    """The nodes among values, and in those that are domains or have several."""
    for value in values:
        if type(value) in _FIELDS:
            yield value
        elif isinstance(value, tuple):
            yield from _within(value)
        elif isinstance(value, Interval | Entries):
            yield from domain_parts(value)
