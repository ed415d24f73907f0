"""Assignments to shared variables: one by one, and together in the cases that their values have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from vsym.basics.source import Span
from vsym.languages.gsst.choices import Quantity, branches, choice, too_many
from vsym.languages.gsst.declared_steps import Assign
from vsym.languages.gsst.enumerations import named_value
from vsym.languages.gsst.expressions import condition, evaluate, term
from vsym.languages.gsst.limits import CASES
from vsym.languages.gsst.references import member_name
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.syntax import Reference
from vsym.languages.gsst.values import truth_term
from vsym.languages.gsst.variables import in_range
from vsym.logic.formula import FALSE, Formula, conjunction, negate
from vsym.logic.terms import Linear
from vsym.models.counting.model import Assignment, SharedVariable

Alternatives: TypeAlias = tuple[tuple[Formula, tuple[Assignment, ...]], ...]
"""What a step assigns, each with the condition on which it does; one condition holds in every state."""


def assignments(written: Sequence[Assign], scope: Scope) -> Alternatives:
    """The assignments of one `do` by cases, those that are wrong left out and reported."""
    seen: dict[str, Span] = {}
    found: list[tuple[Assign, str, Quantity]] = []
    for assign in written:
        name, span = _assigned_name(assign.variable, scope), assign.variable.span
        if name is None:
            evaluate(assign.value, scope)
            continue
        if name in seen:
            scope.problems.add("VS209", span, f"`{name}` is assigned twice in one step", f"first at {seen[name]}")
            evaluate(assign.value, scope)
            continue
        seen[name] = span
        variable = scope.shared[name]
        value = None if variable is None else _value(assign, variable, scope)
        if value is not None:
            found.append((assign, name, value))
    cases = [branches(value) for _, _, value in found]
    if (count := math.prod(len(one) for one in cases)) > CASES:
        too_many(count, written[0].span, scope.problems)
        return ()
    if count > 1:
        scope.allowance.work(written[0].span, count)
    alternatives: list[tuple[Formula, tuple[Assignment, ...]]] = []
    for chosen in product(*cases):
        holds = conjunction(condition for condition, _ in chosen)
        if holds != FALSE:
            pairs = zip(found, chosen, strict=True)
            together = tuple(Assignment(name, value, assign.span) for (assign, name, _), (_, value) in pairs)
            alternatives.append((holds, together))
    return tuple(alternatives)


def _assigned_name(variable: Reference, scope: Scope) -> str | None:
    """The name of the shared variable that is assigned; None where there is none, which has been reported."""
    name = variable.name
    if name in scope.families:
        return member_name(variable, scope)
    if name not in scope.shared:
        scope.unknown("VS210", variable.span, name, "shared variable", {**scope.shared, **scope.families})
        return None
    if variable.brackets:
        scope.problems.add("VS316", variable.brackets[0].span, f"`{name}` is not a family and has no indices")
        return None
    return name


def _value(assign: Assign, variable: SharedVariable, scope: Scope) -> Quantity | None:
    if variable.words:
        return named_value(assign.value, variable.words, scope)
    if not variable.boolean:
        value = term(assign.value, scope)
        if isinstance(value, Linear) and not in_range(value, variable, assign.value.span, scope):
            return None
        return value
    truth = condition(assign.value, scope)
    if truth is None:
        return None
    one, zero = Linear((), 1), Linear()
    return truth_term(truth, scope.shared) or choice([(truth, one), (negate(truth), zero)])
