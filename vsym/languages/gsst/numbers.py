"""Index expressions that are numbers, ranges of them, and repetitions over a range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from vsym.basics.source import Span
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.declarations import Repeat
from vsym.languages.gsst.scope import INTEGER, TEMPORAL_LETTERS, Scope
from vsym.logic.terms import Linear

PartT = TypeVar("PartT")


def integer(number: s.Number, scope: Scope) -> int | None:
    """The value of a literal, or None where it is too large."""
    digits = number.digits.lstrip("0") or "0"
    return within_limit(int(digits) if len(digits) < 20 else INTEGER + 1, number.span, scope)


def within_limit(value: int, span: Span, scope: Scope) -> int | None:
    """The value, or None, reported, where its magnitude passes the limit."""
    if abs(value) <= INTEGER:
        return value
    scope.problems.add("VS305", span, "this number is too large", "numbers go up to 10^18")
    return None


def number(expression: s.Expression | s.Range, scope: Scope) -> int | None:
    """The value of an index expression; None where it has none, which has been reported."""
    scope.allowance.work(expression.span)
    match expression:
        case s.Number():
            return integer(expression, scope)
        case s.Reference(name, ()):
            return _named(name, expression.span, scope)
        case s.Prefix("-", operand):
            value = number(operand, scope)
            return None if value is None else -value
        case s.Extremum(word, left, right):
            one, other = number(left, scope), number(right, scope)
            return None if one is None or other is None else extremum(word, one, other)
        case s.Chain(operands, operators) if operators[0] in s.ARITHMETIC:
            values = [number(operand, scope) for operand in operands]
            return _calculated(values, operators, expression, scope)
        case s.Range():
            message = "expected one number, but this is a range"
            hint: str | None = "use one index; `sum i in 1..3: #L[i]` adds up a family"
        case s.Chain(_, operators):
            message, hint = f"`{operators[0]}` has no meaning between numbers", None
        case _:
            message = "this is not a number"
            hint = "use only integers, parameters and indices here"
    scope.problems.add("VS302", expression.span, message, hint)
    return None


def _named(name: str, span: Span, scope: Scope) -> int | None:
    if name in scope.indices:
        return scope.indices[name]
    if name in scope.parameters:
        return _known(name, scope.parameters[name], span, scope)
    scope.unknown("VS201", span, name, "parameter or index", {**scope.parameters, **scope.indices})
    return None


def _known(name: str, value: Linear | None, span: Span, scope: Scope) -> int | None:
    """The value of a parameter that has to be a number, and not a term over those without a value."""
    if value is None or not value.terms:
        return None if value is None else value.constant
    open_names = scope.open_names_in([value])
    reason = f"`{name}` depends on {quoted(open_names)}, which --for-all leaves open"
    if open_names == [name]:
        reason = f"--for-all leaves `{name}` open"
    message = f"an index or a range of indices must be a number, but {reason}"
    scope.problems.add("VS431", span, message, f"leave {quoted(open_names)} out of --for-all")
    return None


def quoted(names: Sequence[str]) -> str:
    """Names as a message lists them."""
    return ", ".join(f"`{name}`" for name in names)


def _calculated(
    values: list[int | None], operators: tuple[s.InfixOperator, ...], chain: s.Chain, scope: Scope
) -> int | None:
    total = values[0]
    for operator, value, operand in zip(operators, values[1:], chain.operands[1:], strict=True):
        if total is None or value is None:
            return None
        total = calculate(total, s.ARITHMETIC[operator], value, operand.span, scope)
    return total


def calculate(left: int, operator: s.Arithmetic, right: int, span: Span, scope: Scope) -> int | None:
    """`left operator right`; division is towards minus infinity. `span` is the right operand's."""
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/" | "%" if right == 0:
            scope.problems.add(
                "VS304", span, "division by zero" if operator == "/" else "remainder of division by zero"
            )
            return None
        case "/":
            result = left // right
        case "%":
            result = left % right
        case _:
            assert_never(operator)
    return within_limit(result, span, scope)


def extremum(word: s.Extreme, left: int, right: int) -> int:
    """The smaller or the larger of two values."""
    match word:
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
    assert_never(word)


def bounds(over: s.Range, scope: Scope) -> tuple[int, int] | None:
    """Both ends of a range."""
    low, high = number(over.low, scope), number(over.high, scope)
    return None if low is None or high is None else (low, high)


def repetitions(repeated: Repeat[Any] | s.Quantified, scope: Scope) -> Iterator[Scope]:
    """A scope for every value of the index; none where the index may not have its name.

    Where the range has an error, which has been reported, one scope in which the index has no value, to find other
    errors.
    """
    ends = bounds(repeated.range, scope)
    if not is_free_name(repeated.index, scope):
        return
    if ends is None:
        yield replace(scope, parameters={**scope.parameters, repeated.index.text: None})
        return
    low, high = ends
    scope.allowance.expand(repeated.range.span, max(0, high - low + 1))
    for value in range(low, high + 1):
        yield scope.bind(repeated.index.text, value)


def written_out(parts: Iterable[PartT | Repeat[PartT]], scope: Scope) -> Iterator[tuple[PartT, Scope]]:
    """Every part with its scope, repetitions written out."""
    for part in parts:
        if isinstance(part, Repeat):
            for inner in repetitions(part, scope):
                yield from written_out(part.body, inner)
        else:
            yield part, scope


def is_free_name(index: s.Identifier, scope: Scope) -> bool:
    """True where an index may have its name; reported where not."""
    if index.text in TEMPORAL_LETTERS:
        scope.problems.add(
            "VS206", index.span, f"`{index.text}` is a temporal operator and cannot be the name of an index"
        )
        return False
    taken: tuple[tuple[Mapping[str, object], str], ...] = (
        (scope.indices, "an index"),
        (scope.parameters, "a parameter"),
        ({**scope.shared, **scope.families}, "a shared variable"),
        (scope.named_values, "a value of an enumeration"),
        (scope.definitions, "a definition"),
    )
    for names, kind in taken:
        if index.text in names:
            scope.problems.add("VS205", index.span, f"`{index.text}` already names {kind} here")
            return False
    return True
