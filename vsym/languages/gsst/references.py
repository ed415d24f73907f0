"""What a name that is used means: an index, a parameter, a shared variable, a definition, a value of an enumeration."""

from __future__ import annotations

from vsym.languages.gsst.choices import Choice
from vsym.languages.gsst.numbers import number
from vsym.languages.gsst.scope import Scope, Value
from vsym.languages.gsst.syntax import Expression, Range, Reference
from vsym.languages.gsst.temporal import may_use
from vsym.logic.formula import TRUE, compare
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import SharedVariable


def meaning(reference: Reference, scope: Scope) -> Value | None:
    """The value that a name stands for; None where it stands for none, which has been reported."""
    name, span = reference.name, reference.span
    if name in scope.families:
        member = member_name(reference, scope)
        return None if member is None else _variable(scope.shared[member])
    if name in scope.indices:
        value: Value | None = Linear((), scope.indices[name])
    elif name in scope.parameters:
        value = scope.parameters[name]
    elif name in scope.shared:
        value = _variable(scope.shared[name])
    elif name in scope.named_values:
        words = scope.named_values[name]
        value = Choice(((TRUE, Linear((), words.index(name))),), words)
    elif name in scope.definitions:
        definition = scope.definitions[name]
        if definition is None or not may_use(definition, name, span, scope):
            return None
        scope.allowance.work(span, definition.size)
        value = definition.value
    else:
        _unknown(reference, scope)
        return None
    if reference.brackets:
        scope.problems.add("VS316", reference.brackets[0].span, f"`{name}` is not a family and has no indices")
        return None
    return value


def member_name(reference: Reference, scope: Scope) -> str | None:
    """The shared variable that is named by a family with its indices; None where there is none, which has been
    reported.

    The name is that of a family in the scope.
    """
    name, ends = reference.name, scope.families[reference.name]
    if ends is None:
        return None
    if len(reference.brackets) > len(ends):
        scope.problems.add("VS316", reference.brackets[len(ends)].span, f"`{name}` has too many indices")
        return None
    if len(reference.brackets) < len(ends):
        message = f"`{name}` is a family of shared variables; which one is meant?"
        first = "".join(f"[{low}]" for low, _ in ends)
        scope.problems.add("VS316", reference.span, message, f"write a member of it as `{name}{first}`")
        return None
    indices = [_index(name, *one, scope) for one in zip(reference.brackets, ends, strict=True)]
    return None if None in indices else name + "".join(f"[{index}]" for index in indices)


def _index(name: str, bracket: Expression | Range, ends: tuple[int, int], scope: Scope) -> int | None:
    low, high = ends
    index = number(bracket, scope)
    if index is None or low <= index <= high:
        return index
    hint = f"its indices are {low}..{high}" if low <= high else "it has no members"
    scope.problems.add("VS307", bracket.span, f"`{name}` has no index {index}", hint)
    return None


def _variable(variable: SharedVariable | None) -> Value | None:
    if variable is None:
        return None
    term = linear([(Named(variable.name), 1)])
    if variable.words:
        return Choice(((TRUE, term),), variable.words)
    return compare(term, "=", Linear((), 1)) if variable.boolean else term


def _unknown(reference: Reference, scope: Scope) -> None:
    name = reference.name
    if name in scope.states and name not in scope.parameters:
        hint = f"write how many processes are in it as `#{reference.span.text}`"
        scope.problems.add("VS201", reference.span, f"`{name}` is a local state, not a number or a condition", hint)
        return
    known = {**scope.parameters, **scope.indices, **scope.shared, **scope.families, **scope.named_values}
    wanted = "parameter, index, shared variable or definition"
    scope.unknown("VS201", reference.span, name, wanted, {**known, **scope.definitions})
