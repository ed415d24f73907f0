"""Types that go together, their names in messages, and expressions that have to be of one kind: constants, conditions,
numbers.
"""

from __future__ import annotations

from typing import TypeGuard, assert_never

from vsym.basics.source import Span
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.scope import Scope
from vsym.models.program.expressions import Constant, Expression
from vsym.models.program.types import (
    BOOLEAN,
    Array,
    Enum,
    Multiset,
    Range,
    Record,
    Ringset,
    Scalarset,
    Simple,
    Type,
    Union,
)

AS_RANGE = "`--scalarset range` treats scalarsets as ranges from 1, without symmetry"
TURNING = "a ring has no first element: `p + 1` is the one after `p`, and `p - q` the number of steps from `q` to `p`"


def mismatch(needed: Type, given: Type, what: str, span: Span, scope: Scope) -> None:
    """Report that something is of a type that does not go with the one that is wanted."""
    rings = [one for one in (needed, given) if isinstance(one, Ringset)]
    if len(rings) == 2:
        message = f"expected {described(needed)}, but {what} is of another ringset, {described(given)}"
        scope.problems.add("VS341", span, message, TURNING)
        return
    if rings and (is_number(needed) or is_number(given)):
        message = f"{described(rings[0])} is a ringset; its elements are not numbers"
        scope.problems.add("VS341", span, message, TURNING)
        return
    if holds_scalarset(needed) or holds_scalarset(given):
        if is_number(needed) or is_number(given):
            of = described(given if is_number(needed) else needed)
            message = f"{of} is a scalarset; its elements are not numbers"
            scope.problems.add("VS341", span, message, AS_RANGE)
            return
        if holds_scalarset(needed) and holds_scalarset(given):
            message = f"expected {described(needed)}, but {what} is of another scalarset, {described(given)}"
            scope.problems.add("VS341", span, message, AS_RANGE)
            return
    scope.problems.add("VS340", span, f"expected {described(needed)}, but {what} is {described(given)}")


def fits(needed: Type, given: Type, what: str, span: Span, scope: Scope) -> bool:
    """Tells if `what`, which is of one type, goes with another that is needed; reported where not."""
    if compatible(needed, given):
        return True
    mismatch(needed, given, what, span, scope)
    return False


def passed(node: s.Expression, needed: Type | None, what: str, scope: Scope) -> Expression | None:
    """The meaning of an expression that is copied to a place of a type, and may be undefined as that may be; None where
    it has an error, or is of another type, which has been reported."""
    value = scope.value(node, target_type=needed)
    if value is None or needed is None:
        return None
    return value if fits(needed, value.type, what, node.span, scope) else None


def ordered(given: Type, operator: str, span: Span, scope: Scope) -> bool:
    """True where the values of a type may stand beside an operator of numbers; reported where not."""
    if is_number(given):
        return True
    if isinstance(given, Ringset):
        message = f"elements of {described(given)} have only `=`, `!=`, `+` and `-`, not `{operator}`"
        if operator in ("+", "-"):
            message = f"elements of {described(given)} have no sign"
        scope.problems.add("VS341", span, message, TURNING)
    elif holds_scalarset(given):
        message = f"elements of {described(given)} have only `=` and `!=`, not `{operator}`"
        scope.problems.add("VS341", span, message, AS_RANGE)
    else:
        message = f"`{operator}` needs a number, but this is {described(given)}"
        scope.problems.add("VS301", span, message)
    return False


def constant(node: s.Expression, scope: Scope) -> int | None:
    """The known number of an expression; None where it has none, which has been reported."""
    meaning = number(node, scope)
    if meaning is None or isinstance(meaning, Constant):
        return None if meaning is None else meaning.value
    scope.problems.add("VS319", node.span, "expected a constant, but this depends on the state")
    return None


def number(node: s.Expression, scope: Scope) -> Expression | None:
    """The meaning of a number; None for any other expression, which has been reported."""
    meaning = scope.value(node)
    if meaning is None or is_number(meaning.type):
        return meaning
    scope.problems.add("VS301", node.span, f"expected a number, but this is {described(meaning.type)}")
    return None


def condition(node: s.Expression, scope: Scope) -> Expression | None:
    """The meaning of a condition; None for any other expression, which has been reported."""
    meaning = scope.value(node)
    return None if meaning is None or not is_condition(meaning, node.span, scope) else meaning


def is_condition(meaning: Expression, span: Span, scope: Scope) -> bool:
    """True where an expression is a condition; reported where not."""
    if is_boolean(meaning.type):
        return True
    scope.problems.add("VS301", span, f"expected a condition, but this is {described(meaning.type)}")
    return False


def described(of: Type) -> str:
    """A type as a message names it."""
    if is_number(of):
        return "a number"
    if of.name is not None:
        return f"`{of.name}`"
    match of:
        case Enum():
            return "an enumeration"
        case Union():
            return "a union"
        case Array():
            return "an array"
        case Record():
            return "a record"
        case Multiset():
            return "a multiset"
        case Scalarset():
            return "a scalarset"
        case Range():
            return "a ringset"
    assert_never(of)


def is_number(of: Type) -> TypeGuard[Range]:
    """True where it is a range of numbers, and no ringset."""
    return isinstance(of, Range) and not isinstance(of, Ringset)


def is_boolean(of: Type) -> bool:
    """True where it is `boolean`."""
    return isinstance(of, Enum) and of.base == BOOLEAN.base


def same(one: Type, other: Type) -> bool:
    """True where two types have the same values in the same places, whatever their names."""
    match one, other:
        case (Ringset(), _) | (_, Ringset()):
            return isinstance(one, Ringset) and isinstance(other, Ringset) and one.number == other.number
        case Range(low, high), Range():
            return (low, high) == (other.low, other.high)
        case Enum(_, base), Enum():
            return base == other.base
        case Scalarset(), Scalarset():
            return one.number == other.number
        case Union(members), Union():
            return len(members) == len(other.members) and all(map(same, members, other.members))
        case Array(index, element), Array():
            return same(index, other.index) and same(element, other.element)
        case Record(fields), Record():
            return [name for name, _ in fields] == [name for name, _ in other.fields] and all(
                same(left, right) for (_, left), (_, right) in zip(fields, other.fields, strict=True)
            )
        case Multiset(size, element), Multiset():
            return size == other.size and same(element, other.element)
    return False


def compatible(one: Type, other: Type) -> bool:
    """True where values of two types can be compared, or assigned from one to the other: numbers, the same enumeration,
    scalarset or ringset, unions that share a member, and wholes that are the same."""
    if isinstance(one, Simple) and isinstance(other, Simple):
        return any(
            is_number(right) if is_number(left) else same(left, right)
            for left in _members(one)
            for right in _members(other)
        )
    return same(one, other)


def holds_scalarset(of: Type) -> bool:
    """True where it is a scalarset, or a union with one."""
    return isinstance(of, Simple) and any(isinstance(member, Scalarset) for member in _members(of))


def _members(of: Simple) -> tuple[Range | Enum | Scalarset, ...]:
    return of.members if isinstance(of, Union) else (of,)
