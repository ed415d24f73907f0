"""Shared variables: their values and initial values, one by one, in families or by the names of an enumeration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from vsym.basics.source import Span
from vsym.languages.gsst.arithmetic import are_alike, is_constant, quantity
from vsym.languages.gsst.declarations import SharedDeclaration
from vsym.languages.gsst.expressions import condition, evaluate, linear_term, size
from vsym.languages.gsst.numbers import bounds, is_free_name, quoted
from vsym.languages.gsst.scope import Choice, Names, Scope
from vsym.languages.gsst.syntax import Expression, Identifier, Indices, Range, Reference
from vsym.languages.problems import complete
from vsym.logic.formula import FALSE, Truth, atoms, compare
from vsym.logic.terms import Atom, Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import SharedVariable


def enumeration(
    written: Indices, enumerations: Mapping[str, tuple[str, ...]], names: Names, scope: Scope
) -> tuple[str, ...] | None:
    """The names of `{red, green}`; None where one of them is no new name, which is reported.

    The same names in the same order are the same enumeration, which `enumerations` may have already.
    """
    values: list[Identifier] = []
    for piece in written.pieces:
        if not isinstance(piece, Reference) or piece.brackets:
            message = "the values of an enumeration are names"
            hint = f"`{piece.span.text}` is not a name; declare numbers with their range, as in `0..3`"
            scope.problems.add("VS326", piece.span, message, hint)
            return None
        values.append(Identifier(piece.name, piece.span))
    words = tuple(value.text for value in values)
    if enumerations.get(words[0]) == words:
        return words
    declared = [names.declare_value(value, "value of an enumeration") for value in values]
    return words if all(declared) else None


def named_value(expression: Expression, words: tuple[str, ...], scope: Scope) -> Choice | None:
    """The meaning of an expression that has to be one of some named values; None where it is not, which is reported."""
    value = evaluate(expression, scope)
    meaning = None if value is None else quantity(expression, value, scope)
    if meaning is None or not are_alike(Choice((), words), meaning, expression.span, scope):
        return None
    return meaning if isinstance(meaning, Choice) else None


def shared_variables(declared: Sequence[SharedDeclaration], names: Names, scope: Scope) -> Scope:
    """The scope with all shared variables, families of them and the values of enumerations."""
    variables: dict[str, SharedVariable | None] = {}
    families: dict[str, tuple[tuple[int, int], ...] | None] = {}
    named: dict[str, tuple[str, ...]] = {}
    kinds: dict[SharedDeclaration, tuple[str, ...] | None] = {}
    for declaration in declared:
        if isinstance(declaration.values, Indices):
            kinds[declaration] = own_words = enumeration(declaration.values, named, names, scope)
            named |= dict.fromkeys(own_words or (), own_words or ())
    scope = replace(scope, named_values=named)
    for declaration in declared:
        name, words = declaration.name.text, kinds.get(declaration, ())
        if not names.declare_value(declaration.name, "shared variable"):
            continue
        if not declaration.indices:
            variables[name] = None if words is None else _variable(declaration, name, words, scope)
            continue
        families[name] = ends = _bounds(declaration, scope)
        for member, inner in () if ends is None else _members(declaration, ends, scope):
            variables[member] = None if words is None else _variable(declaration, member, words, inner)
    return replace(scope, shared=variables, families=families)


def _bounds(declaration: SharedDeclaration, scope: Scope) -> tuple[tuple[int, int], ...] | None:
    """The ends of each index of a family; None where one is not known or may not be called so, which is reported."""
    ends: list[tuple[int, int] | None] = []
    inner = scope
    for index, over in zip(declaration.indices, declaration.ranges, strict=True):
        ends.append(bounds(over, scope) if is_free_name(index, inner) else None)
        inner = inner.bind(index.text, 0)
    pairs = complete(ends)
    return None if pairs is None else tuple(pairs)


def _members(
    declaration: SharedDeclaration, ends: Sequence[tuple[int, int]], scope: Scope
) -> Iterator[tuple[str, Scope]]:
    """The name of every member of a family, with the scope that its indices stand in."""
    spans = [range(low, high + 1) for low, high in ends]
    first, last = declaration.ranges[0].span, declaration.ranges[-1].span
    written = Span(first.source, first.start, last.end)
    scope.allowance.expand(written, math.prod(map(len, spans)))
    for values in itertools.product(*spans):
        inner = scope
        for index, value in zip(declaration.indices, values, strict=True):
            inner = inner.bind(index.text, value)
        yield declaration.name.text + "".join(f"[{value}]" for value in values), inner


def _variable(declaration: SharedDeclaration, name: str, words: tuple[str, ...], scope: Scope) -> SharedVariable | None:
    span, first = declaration.span, declaration.initial
    if words:
        if first is None:
            return SharedVariable(name, 0, len(words) - 1, 0, False, span, words=words, anywhere=True)
        value = named_value(first, words, scope)
        if value is None:
            return None
        if not is_constant(value):
            _not_constant(first.span, scope)
            return None
        ((_, word),) = value.branches
        return SharedVariable(name, 0, len(words) - 1, word.constant, False, span, words=words)
    if not isinstance(declaration.values, Range):
        if first is None:
            return SharedVariable(name, 0, 1, 0, True, span, anywhere=True)
        start = condition(first, scope)
        if start is None:
            return None
        if not isinstance(start, Truth):
            _not_constant(first.span, scope, atoms(start))
            return None
        return SharedVariable(name, 0, 1, int(start.value), True, span)
    low, high = size(declaration.values.low, scope), size(declaration.values.high, scope)
    initial = low if first is None else linear_term(first, scope)
    if low is None or high is None or initial is None:
        return None
    if compare(low, "<=", high) == FALSE:
        interval = declaration.values.span.text if low.terms else f"{low.constant}..{high.constant}"
        scope.problems.add("VS312", declaration.values.span, f"the range {interval} is empty")
        return None
    if any(isinstance(part, Count) for part, _ in initial.terms):
        _not_constant(declaration.span if first is None else first.span, scope)
        return None
    terms = (low, high, initial)
    open_terms = terms if any(part.terms for part in terms) else None
    variable = SharedVariable(
        name, low.constant, high.constant, initial.constant, False, span, open_terms, anywhere=first is None
    )
    return variable if first is None or in_range(initial, variable, first.span, scope) else None


def _not_constant(span: Span, scope: Scope, parts: Iterable[Atom] = ()) -> None:
    open_names = scope.open_names_in([linear((part, 1) for part in parts)])
    if open_names:
        message = f"a Boolean variable starts as `true` or `false`, but --for-all leaves {quoted(open_names)} open"
        scope.problems.add("VS432", span, message, f"leave {quoted(open_names)} out of --for-all")
        return
    scope.problems.add("VS319", span, "an initial value must be constant, but this depends on the state")


def in_range(value: Linear, variable: SharedVariable, span: Span, scope: Scope) -> bool:
    """True where a value may be in the variable's range; only a constant can be known not to be."""
    if value.terms or variable.terms is not None or variable.low <= value.constant <= variable.high:
        return True
    message = f"{value.constant} is outside the range of `{variable.name}`"
    scope.problems.add("VS311", span, message, f"its values are {variable.low}..{variable.high}")
    return False
