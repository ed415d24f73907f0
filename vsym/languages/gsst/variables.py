"""Shared variables: their ranges, initial values and assignments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from vsym.basics.source import Span
from vsym.languages.gsst.declarations import SharedDeclaration
from vsym.languages.gsst.declared_steps import Assign
from vsym.languages.gsst.expressions import condition, size, term
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.numbers import quoted
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.values import truth_term
from vsym.logic.formula import FALSE, Truth, atoms, compare
from vsym.logic.terms import Atom, Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Assignment, SharedVariable


def shared_variables(declared: Sequence[SharedDeclaration], names: Names, scope: Scope) -> Scope:
    """The scope with all shared variables."""
    known: dict[str, SharedVariable | None] = {}
    for declaration in declared:
        if names.declare_value(declaration.name, "shared variable"):
            known[declaration.name.text] = _variable(declaration, scope)
    return replace(scope, shared=known)


def _variable(declaration: SharedDeclaration, scope: Scope) -> SharedVariable | None:
    name, span = declaration.name.text, declaration.span
    if declaration.range is None:
        start = condition(declaration.initial, scope)
        if start is None:
            return None
        if not isinstance(start, Truth):
            _not_constant(declaration.initial.span, scope, atoms(start))
            return None
        return SharedVariable(name, 0, 1, int(start.value), True, span)
    low, high = size(declaration.range.low, scope), size(declaration.range.high, scope)
    initial = term(declaration.initial, scope)
    if low is None or high is None or initial is None:
        return None
    if compare(low, "<=", high) == FALSE:
        shown = declaration.range.span.text if low.terms else f"{low.constant}..{high.constant}"
        scope.problems.add("VS312", declaration.range.span, f"the range {shown} is empty")
        return None
    if any(isinstance(part, Count) for part, _ in initial.terms):
        _not_constant(declaration.initial.span, scope)
        return None
    terms = (low, high, initial)
    kept = terms if any(part.terms for part in terms) else None
    variable = SharedVariable(name, low.constant, high.constant, initial.constant, False, span, kept)
    return variable if _in_range(initial, variable, declaration.initial.span, scope) else None


def _not_constant(span: Span, scope: Scope, parts: Iterable[Atom] = ()) -> None:
    kept = scope.kept_in([linear((part, 1) for part in parts)])
    if kept:
        message = f"this depends on {quoted(kept)}, kept for all sizes; a Boolean variable starts as `true` or `false`"
        scope.problems.add("VS432", span, message, f"leave {quoted(kept)} out of --for-all")
        return
    scope.problems.add("VS319", span, "an initial value is a constant, and this depends on the state")


def _in_range(value: Linear, variable: SharedVariable, span: Span, scope: Scope) -> bool:
    """Whether a value may be in the variable's range; only a constant can be known not to be."""
    if value.terms or variable.terms is not None or variable.low <= value.constant <= variable.high:
        return True
    message = f"{value.constant} is outside the range of `{variable.name}`"
    scope.problems.add("VS311", span, message, f"its values are {variable.low}..{variable.high}")
    return False


def assignments(written: Sequence[Assign], scope: Scope) -> tuple[Assignment, ...]:
    """The assignments of one `do`, those that are wrong left out and reported."""
    seen: dict[str, Span] = {}
    found = []
    for assign in written:
        name, span = assign.variable.text, assign.variable.span
        if name not in scope.shared:
            scope.unknown("VS210", span, name, "shared variable", scope.shared)
            continue
        if name in seen:
            scope.problems.add("VS209", span, f"`{name}` is assigned twice in one step", f"first at {seen[name]}")
            continue
        seen[name] = span
        variable = scope.shared[name]
        value = None if variable is None else _assigned(assign, variable, scope)
        if value is not None:
            found.append(Assignment(name, value, assign.span))
    return tuple(found)


def _assigned(assign: Assign, variable: SharedVariable, scope: Scope) -> Linear | None:
    if not variable.boolean:
        value = term(assign.value, scope)
        return value if value is not None and _in_range(value, variable, assign.value.span, scope) else None
    truth = condition(assign.value, scope)
    if truth is None:
        return None
    value = truth_term(truth, scope.shared)
    if value is None:
        message = f"`{variable.name}` can be assigned `true`, `false`, a Boolean variable or its negation only"
        hint = "split the transition: one where the condition holds assigns `true`, one where it does not `false`"
        scope.problems.add("VS317", assign.value.span, message, hint)
    return value
