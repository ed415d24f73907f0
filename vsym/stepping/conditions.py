"""Why an instance of a rule may not fire in a state: the conjuncts of its guard that are false, with their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from vsym.models.program.evaluation import evaluate, truth, values
from vsym.models.program.expressions import Binary, Bound, Expression, Quantified, Read, Unary
from vsym.models.program.faults import FaultError
from vsym.models.program.frame import Frame
from vsym.models.program.spelling import UNDEFINED
from vsym.models.program.types import Simple
from vsym.stepping.protocol import Hindrance

VALUES = 8
"""How many values of a false condition are told."""

ERROR = "ends in an error"
"""How the condition ends that cannot be looked at."""


def false_conditions(frame: Frame, guard: Expression) -> Iterator[Hindrance]:
    """The conjuncts that are false, up to the first that ends in an error."""
    if isinstance(guard, Binary) and guard.operator == "&":
        for part in (guard.left, guard.right):
            failed = False
            for one in false_conditions(frame, part):
                failed = one.condition.endswith(ERROR)
                yield one
            if failed:
                return
        return
    text = " ".join(guard.span.text.split())
    try:
        if not truth(frame, guard):
            yield Hindrance(text, tuple(_why(frame, guard))[:VALUES])
    except FaultError as error:
        yield Hindrance(f"{text} {ERROR}", (("error", str(error)),))


def _why(frame: Frame, condition: Expression) -> Iterator[tuple[str, str]]:
    """What a condition that is false reads; of a quantifier, for the first value that decides it."""
    inner, turned = condition, False
    while isinstance(inner, Unary) and inner.operator == "!":
        inner, turned = inner.operand, not turned
    if isinstance(inner, Quantified) and (inner.quantifier == "exists") == turned:
        for value in values(frame, inner.domain):
            bound = frame.bound(inner.binder, value)
            if truth(bound, inner.body) == turned:
                yield inner.binder.name, inner.binder.type.text(value)
                yield from _read(bound, inner.body)
                return
    yield from _read(frame, condition)


def _read(frame: Frame, condition: Expression) -> Iterator[tuple[str, str]]:
    """The values of simple types that a condition reads outside quantifiers of its own, each once."""
    told: dict[str, str] = {}
    stack: list[object] = [condition]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified):
            continue
        if isinstance(part, Read | Bound) and isinstance(part.type, Simple):
            told.setdefault(" ".join(part.span.text.split()), _value(frame, part, part.type))
        if isinstance(part, tuple):
            stack += reversed(part)
        elif is_dataclass(part) and not isinstance(part, Simple):
            stack += (getattr(part, one.name) for one in reversed(fields(part)) if one.name != "span")
    yield from told.items()


def _value(frame: Frame, part: Expression, of: Simple) -> str:
    try:
        value = evaluate(frame, part)
    except (FaultError, KeyError):
        return UNDEFINED
    assert value is None or isinstance(value, int)
    return UNDEFINED if value is None else of.text(value)
