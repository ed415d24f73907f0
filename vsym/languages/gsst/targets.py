"""Where moves lead: one local state each, or one by conditions, of which all moves of a step together have cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.declared_steps import ConditionalTarget, Target
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.limits import CASES
from vsym.languages.gsst.places import state
from vsym.languages.gsst.scope import Scope
from vsym.logic.formula import FALSE, TRUE, And, Formula, Not, Or, conjunction, negate


@frozen
class Branching:
    """`target` where the condition holds, else `otherwise`."""

    condition: Formula
    target: str | Branching
    otherwise: str | Branching


Destination: TypeAlias = str | Branching
"""A local state, or one by conditions on the state before the step."""


@frozen
class DestinationCase:
    """Where each of several moves leads in the states in which `condition` holds."""

    condition: Formula
    targets: tuple[str, ...]


def destination(written: Target, scope: Scope, habit: str | None = None) -> Destination | None:
    """What a target means; None where it has no meaning, which has been reported.

    `habit` is a hint for a name that is no local state.
    """
    if not isinstance(written, ConditionalTarget):
        return state(written, scope, habit)
    condition = formula(written.condition, scope)
    target, otherwise = destination(written.target, scope), destination(written.otherwise, scope)
    if condition is None or target is None or otherwise is None:
        return None
    return Branching(condition, target, otherwise)


def destination_cases(destinations: Sequence[Destination], span: Span, scope: Scope) -> tuple[DestinationCase, ...]:
    """Where several moves lead together; one of the cases applies in every state.

    Moves that ask for the same have no more cases than one of them. Too many cases are reported, and none is returned.
    """
    found: list[DestinationCase] = []
    known: Mapping[Formula, bool] = {TRUE: True, FALSE: False}
    waiting: list[tuple[tuple[Formula, ...], Mapping[Formula, bool], Sequence[Destination]]]
    waiting = [((), known, destinations)]
    while waiting:
        conditions, known, left = waiting.pop()
        scope.allowance.work(span, len(left))
        left = [_decided(one, known) for one in left]
        asked = next((one.condition for one in left if isinstance(one, Branching)), None)
        if asked is None:
            targets = tuple(one for one in left if isinstance(one, str))
            found.append(DestinationCase(conjunction(conditions), targets))
        else:
            for condition in (negate(asked), asked):
                waiting.append(((*conditions, condition), {**known, **_facts(condition)}, left))
        if len(found) + len(waiting) > CASES:
            too_many_together(span, scope)
            return ()
    return tuple(found)


def too_many_together(span: Span, scope: Scope) -> None:
    """Report a step of too many cases."""
    hint = "what depends on the same conditions has fewer cases together"
    scope.problems.add("VS328", span, f"this step has more than {CASES:,} cases", hint)


def _facts(condition: Formula) -> dict[Formula, bool]:
    """What is known to hold, or not to hold, where a condition holds."""
    found: dict[Formula, bool] = {}
    waiting = [condition]
    while waiting:
        fact = waiting.pop()
        found |= {fact: True, negate(fact): False}
        match fact:
            case And(operands):
                waiting += operands
            case Not(Or(operands)):
                waiting += map(negate, operands)
    return found


def _decided(destination: Destination, known: Mapping[Formula, bool]) -> Destination:
    """What is left of a destination where some conditions are known to hold or not."""
    while isinstance(destination, Branching) and destination.condition in known:
        destination = destination.target if known[destination.condition] else destination.otherwise
    return destination
