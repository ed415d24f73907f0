"""Which values may stand where, and which go together: numbers with numbers, those of an enumeration with its own."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.gsst.choices import Choice, Quantity, words
from vsym.languages.gsst.scope import Scope, Value
from vsym.languages.gsst.signs import Comparator
from vsym.languages.gsst.syntax import Chain, CountOf, Expression, Number, Reference
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear


def quantity(expression: Expression, value: Value, scope: Scope) -> Quantity | None:
    """A value that has to be a number or one of an enumeration; None where it is a condition, which is reported."""
    if isinstance(value, Linear | Choice):
        return value
    scope.problems.add("VS301", expression.span, "a condition stands where a number is expected")
    return None


def truth(expression: Expression, value: Value, scope: Scope) -> Formula | None:
    """A value that has to be a condition; None where it is a number or one of an enumeration, which is reported."""
    if not isinstance(value, Linear | Choice):
        return value
    if words(value):
        message = "a value of an enumeration stands where a condition is expected"
        hint: str | None = f"compare it: `{expression.span.text} = {words(value)[0]}`"
    else:
        message, hint = "a number stands where a condition is expected", None
        if isinstance(expression, Number) and value in (Linear(), Linear((), 1)):
            hint = f"the truth values are `true` and `false`; write `{'false' if value == Linear() else 'true'}`"
        if isinstance(expression, CountOf | Reference):
            hint = f"compare it with a number: `{expression.span.text} >= 1`"
    scope.problems.add("VS301", expression.span, message, hint)
    return None


def are_alike(left: Quantity, right: Quantity, span: Span, scope: Scope) -> bool:
    """Whether both are numbers, or values of one enumeration; reported where not."""
    if words(left) == words(right):
        return True
    if words(left) and words(right):
        message = "these are values of different enumerations"
        hint = f"one has the values {', '.join(words(left))}, the other {', '.join(words(right))}"
    else:
        named = words(left) or words(right)
        message = "a number and a value of an enumeration do not go together"
        hint = f"the values are {', '.join(named)}"
    scope.problems.add("VS327", span, message, hint)
    return False


def are_comparable(left: Quantity, operator: Comparator, right: Quantity, chain: Chain, scope: Scope) -> bool:
    """Whether values may be compared so; reported where not."""
    if not are_alike(left, right, chain.span, scope):
        return False
    if not words(left) or operator in ("=", "!="):
        return True
    message = f"the values of an enumeration have no order, and `{operator}` asks for it"
    scope.problems.add("VS327", chain.span, message, "compare them by `=` or `!=`, or declare a range of numbers")
    return False
