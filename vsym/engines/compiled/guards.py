"""Where the conjuncts of a guard are decided: as soon as the choices are made that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from vsym.models.program.expressions import Binary, Binder, Entries, Expression, Interval
from vsym.models.program.program import Choice, Wrapper


def certain(wrappers: Sequence[Wrapper]) -> int:
    """From which wrapper on there are only choices of which there is always one and which cannot end in an error."""
    place = len(wrappers)
    while place and _is_certain(wrappers[place - 1]):
        place -= 1
    return place


def _is_certain(wrapper: Wrapper) -> bool:
    return isinstance(wrapper, Choice) and not isinstance(wrapper.domain, Interval | Entries)


def levels(guard: Expression, choices: Sequence[Choice]) -> list[list[Expression]]:
    """The conjuncts of a guard by how many of the choices have to be made before; their order stays.

    A conjunct that is false early leaves out those after it, as it does in the guard; one that ends in an error does so
    for at least one instance.
    """
    place = {choice.binder.number: number for number, choice in enumerate(choices, 1)}
    result: list[list[Expression]] = [[] for _ in range(len(choices) + 1)]
    level = 0
    for conjunct in _conjuncts(guard):
        level = max([level, *(place.get(binder, 0) for binder in _binders(conjunct))])
        result[level].append(conjunct)
    return result


def _conjuncts(guard: Expression) -> Iterator[Expression]:
    match guard:
        case Binary("&", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield guard


def _binders(node: Any) -> Iterator[int]:
    """The numbers of all binders that are named anywhere in an expression."""
    if isinstance(node, Binder):
        yield node.number
    elif isinstance(node, tuple):
        for part in node:
            yield from _binders(part)
    elif is_dataclass(node):
        for one in fields(node):
            if one.name not in ("type", "span"):
                yield from _binders(getattr(node, one.name))
