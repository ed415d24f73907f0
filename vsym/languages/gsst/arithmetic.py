"""Numbers and conditions: which may stand where, and arithmetic on them, which stays linear in the counts and the
shared variables, case by case.

Quotients and remainders are by constants, of terms with bounds; division rounds towards minus infinity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from vsym.basics.source import Span
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.numbers import calculate, extremum, quoted
from vsym.languages.gsst.scope import (
    CASES,
    FORMULA_DEPTH,
    INTEGER,
    Choice,
    Definition,
    Quantity,
    Scope,
    Value,
    branches,
    choice,
    combined,
    too_many,
    words,
)
from vsym.logic.formula import (
    Comparison,
    Formula,
    Iff,
    Temporal,
    TemporalOperator,
    Truth,
    atoms,
    children,
    compare,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count, is_about_deadlock, name_of
from vsym.models.counting.model import SharedVariable


def quantity(expression: s.Expression, value: Value, scope: Scope) -> Quantity | None:
    """A value that has to be a number or one of an enumeration; None where it is a condition, which is reported."""
    if isinstance(value, Linear | Choice):
        return value
    scope.problems.add("VS301", expression.span, "expected a number, but this is a condition")
    return None


def truth(expression: s.Expression, value: Value, scope: Scope) -> Formula | None:
    """A value that has to be a condition; None where it is a number or one of an enumeration, which is reported."""
    if not isinstance(value, Linear | Choice):
        return value
    if words(value):
        message = "expected a condition, but this is a value of an enumeration"
        hint: str | None = f"compare it: `{expression.span.text} = {words(value)[0]}`"
    else:
        message, hint = "expected a condition, but this is a number", None
        if isinstance(expression, s.Number) and value in (Linear(), Linear((), 1)):
            hint = f"the truth values are `true` and `false`; write `{'false' if value == Linear() else 'true'}`"
        if isinstance(expression, s.CountOf | s.Reference):
            hint = f"compare it with a number: `{expression.span.text} >= 1`"
    scope.problems.add("VS301", expression.span, message, hint)
    return None


def are_alike(left: Quantity, right: Quantity, span: Span, scope: Scope) -> bool:
    """True where both are numbers, or values of one enumeration; reported where not."""
    if words(left) == words(right):
        return True
    if words(left) and words(right):
        message = "cannot mix values of different enumerations"
        hint = f"one has the values {', '.join(words(left))}, the other {', '.join(words(right))}"
    else:
        named = words(left) or words(right)
        message = "cannot mix a number and a value of an enumeration"
        hint = f"the values are {', '.join(named)}"
    scope.problems.add("VS327", span, message, hint)
    return False


def are_comparable(left: Quantity, operator: s.Comparator, right: Quantity, chain: s.Chain, scope: Scope) -> bool:
    """True where values may be compared so; reported where not."""
    if not are_alike(left, right, chain.span, scope):
        return False
    if not words(left) or operator in ("=", "!="):
        return True
    message = f"`{operator}` needs an order, but the values of an enumeration have none"
    scope.problems.add("VS327", chain.span, message, "compare them by `=` or `!=`, or declare a range of numbers")
    return False


def truth_term(formula: Formula, shared: Mapping[str, SharedVariable | None]) -> Linear | None:
    """The term that is 1 where the formula holds and else 0, for constants and Boolean variables or their negation."""
    match formula:
        case Truth(value):
            return Linear((), int(value))
        case Comparison(Linear(((Named(name), 1),), 0), "=" | "!=" as operator, 1):
            variable = shared.get(name)
            if variable is not None and variable.boolean:
                term = linear([(Named(name), 1)])
                return term if operator == "=" else Linear((), 1) - term
    return None


def equivalence(left: Formula, right: Formula, shared: Mapping[str, SharedVariable | None]) -> Formula:
    """`left <-> right`, as a comparison where both sides are Boolean variables or constants."""
    match (left, right):
        case (Truth(value), other) | (other, Truth(value)):
            return other if value else negate(other)
    left_term, right_term = truth_term(left, shared), truth_term(right, shared)
    if left_term is not None and right_term is not None:
        return compare(left_term, "=", right_term)
    return Iff(left, right)


def measured(value: Value, span: Span, scope: Scope) -> Definition | None:
    """A value with its size; None where it nests too deep, which has been reported."""
    if isinstance(value, Linear):
        return Definition(value, 1 + len(value.terms), frozenset())
    size = 0
    stack: list[tuple[Formula, int]] = [(value, 1)] if not isinstance(value, Choice) else []
    if isinstance(value, Choice):
        size = sum(1 + len(term.terms) for _, term in value.branches)
        stack += [(condition, 1) for condition, _ in value.branches]
    operators: set[TemporalOperator] = set()
    deadlock = False
    while stack:
        part, depth = stack.pop()
        if depth > FORMULA_DEPTH:
            scope.problems.add("VS107", span, f"with definitions expanded, this nests more than {FORMULA_DEPTH} deep")
            return None
        if isinstance(part, Temporal):
            operators.add(part.operator)
        if isinstance(part, Comparison):
            size += len(part.left.terms)
            deadlock |= is_about_deadlock(part)
        size += 1
        scope.allowance.work(span)
        stack += [(child, depth + 1) for child in children(part)]
    return Definition(value, size, frozenset(operators), deadlock)


def is_constant(value: Value) -> bool:
    """True where no counts and no shared variables stand in a value."""
    if isinstance(value, Choice):
        return len(value.branches) == 1 and not value.branches[0][1].terms
    return not (value.terms if isinstance(value, Linear) else atoms(value))


def summed(terms: Sequence[Quantity | None], factors: Sequence[int], span: Span, scope: Scope) -> Quantity | None:
    """Σ factor · term, by the cases that the terms have; None where a term is not known, or a number becomes too large,
    which is reported."""

    def sum_of(chosen: Sequence[Linear]) -> Linear | None:
        addends = [*zip(chosen, factors, strict=True)]
        pieces = ((variable, factor * inner) for addend, factor in addends for variable, inner in addend.terms)
        return _within_limit(linear(pieces, sum(factor * addend.constant for addend, factor in addends)), span, scope)

    return combined(terms, sum_of, span, scope.problems, scope.allowance)


def multiplied(terms: Sequence[Quantity | None], chain: s.Chain, scope: Scope) -> Quantity | None:
    """The value of a chain of `*`, `/` and `%`, from left to right; of two factors one has to be constant, and so has
    a divisor."""
    result, *rest = terms
    for operator, factor, operand in zip(chain.operators, rest, chain.operands[1:], strict=True):

        def product_of(
            chosen: Sequence[Linear], operator: s.Product = s.PRODUCT[operator], span: Span = operand.span
        ) -> Quantity | None:
            return _product(chosen[0], operator, chosen[1], span, chain.span, scope)

        result = combined([result, factor], product_of, chain.span, scope.problems, scope.allowance)
    return result


def _product(
    left: Linear, operator: s.Product, right: Linear, span: Span, whole: Span, scope: Scope
) -> Quantity | None:
    """`left operator right`; `span` is the right operand's."""
    if is_constant(left) and is_constant(right):
        constant = calculate(left.constant, operator, right.constant, span, scope)
        return None if constant is None else Linear((), constant)
    if operator != "*" and is_constant(right):
        if right.constant:
            return _divided(left, operator, right.constant, whole, scope)
        message = "division by zero" if operator == "/" else "remainder of division by zero"
        scope.problems.add("VS304", span, message)
        return None
    if operator == "*" and (is_constant(left) or is_constant(right)):
        return _within_limit(right * left.constant if is_constant(left) else left * right.constant, span, scope)
    needed = "a constant on one side" if operator == "*" else "a constant on its right side"
    _not_linear(operator, needed, (left, right), whole, scope)
    return None


def least_or_greatest(
    written: s.Extremum, left: Quantity | None, right: Quantity | None, scope: Scope
) -> Linear | None:
    """`min` or `max` of two constants."""
    if left is None or right is None:
        return None
    if not (isinstance(left, Linear) and isinstance(right, Linear) and is_constant(left) and is_constant(right)):
        terms = [term for side in (left, right) for _, term in branches(side)]
        _not_linear(written.word, "constants on both sides", terms, written.span, scope)
        return None
    return Linear((), extremum(written.word, left.constant, right.constant))


def _not_linear(operator: str, needed: str, operands: Sequence[Linear], span: Span, scope: Scope) -> None:
    open_names = scope.open_names_in(operands)
    if open_names:
        message = f"`{operator}` needs {needed}, but --for-all leaves {quoted(open_names)} open"
        scope.problems.add("VS432", span, message, f"leave {quoted(open_names)} out of --for-all")
        return
    hint = "conditions are linear in the counts and shared variables" if operator in s.PRODUCT else None
    scope.problems.add("VS303", span, f"`{operator}` needs {needed}", hint)


def _within_limit(term: Linear, span: Span, scope: Scope) -> Linear | None:
    largest = max(abs(term.constant), *(abs(factor) for _, factor in term.terms), 0)
    if largest <= INTEGER:
        return term
    scope.problems.add("VS305", span, "a number in this term is too large", "numbers go up to 10^18")
    return None


def _divided(term: Linear, operator: Literal["/", "%"], divisor: int, span: Span, scope: Scope) -> Quantity | None:
    """`term / divisor` or `term % divisor`, where the divisor is not 0; None, reported, for too many cases and for
    terms without bounds."""
    ends = _bounds(term, scope)
    if ends is None and scope.quotient is not None:
        sign = -1 if divisor < 0 else 1
        whole = scope.quotient(term * sign, divisor * sign)
        return whole if operator == "/" else term - whole * divisor
    if ends is None:
        open_names = quoted(scope.open_names_in([term]) or scope.open_names)
        message = f"`{operator}` needs a bounded dividend, but --for-all leaves {open_names} open"
        scope.problems.add("VS432", span, message, f"leave {open_names} out of --for-all")
        return None
    low, high = ends
    sign = 1
    if divisor < 0:
        term, divisor, low, high = term * -1, -divisor, -high, -low
        sign = -1
    quotients = range(low // divisor, high // divisor + 1)
    if operator == "%" and 2 < len(quotients) >= divisor and high - low < CASES:
        cases = []
        for remainder in range(divisor):
            values = range(low + (remainder - low) % divisor, high + 1, divisor)
            leaves = disjunction(compare(term, "=", Linear((), value)) for value in values)
            cases.append((leaves, Linear((), sign * remainder)))
        return choice(cases)
    if len(quotients) > CASES:
        too_many(len(quotients), span, scope.problems)
        return None
    scope.allowance.work(span, len(quotients))
    cases = []
    for quotient in quotients:
        least = [] if quotient == quotients[0] else [compare(term, ">=", Linear((), divisor * quotient))]
        most = [] if quotient == quotients[-1] else [compare(term, "<", Linear((), divisor * (quotient + 1)))]
        rest = (term - Linear((), divisor * quotient)) * sign
        cases.append((conjunction([*least, *most]), Linear((), quotient) if operator == "/" else rest))
    return choice(cases)


def _bounds(term: Linear, scope: Scope) -> tuple[int, int] | None:
    """The least and greatest value that the ranges of variables and the sizes of groups allow; None where the sizes
    are not known."""
    low = high = term.constant
    for atom, coefficient in term.terms:
        if isinstance(atom, Count):
            ends = None if scope.open_names else (0, atom.processes.size)
        else:
            variable = scope.shared.get(name_of(atom))
            ends = None if variable is None or variable.terms is not None else (variable.low, variable.high)
        if ends is None:
            return None
        low += min(coefficient * end for end in ends)
        high += max(coefficient * end for end in ends)
    return low, high
