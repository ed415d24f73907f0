"""Arithmetic on terms, which stay linear in the counts and the shared variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from vsym.basics.source import Span
from vsym.languages.gsst.limits import INTEGER
from vsym.languages.gsst.numbers import calculate, extremum, quoted
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.signs import PRODUCT
from vsym.languages.gsst.syntax import Chain, Extremum
from vsym.languages.gsst.values import is_constant
from vsym.logic.terms import Linear, linear

_SIGNS: Mapping[str, int] = MappingProxyType({"+": 1, "-": -1})


def total(terms: Sequence[tuple[Linear | None, int]], span: Span, scope: Scope) -> Linear | None:
    """Σ factor · term; None where a term is not known, or a number becomes too large, which is reported."""
    known = [(found, factor) for found, factor in terms if found is not None]
    if len(known) < len(terms):
        return None
    pieces = ((variable, factor * inner) for found, factor in known for variable, inner in found.terms)
    return _within_limit(linear(pieces, sum(factor * found.constant for found, factor in known)), span, scope)


def added(terms: Sequence[Linear | None], chain: Chain, scope: Scope) -> Linear | None:
    """The value of a chain of `+` and `-`."""
    signs = [1, *(_SIGNS[operator] for operator in chain.operators)]
    return total(list(zip(terms, signs, strict=True)), chain.span, scope)


def multiplied(terms: Sequence[Linear | None], chain: Chain, scope: Scope) -> Linear | None:
    """The value of a chain of `*`, `/` and `%`, from left to right; of two factors one has to be constant."""
    result, *rest = terms
    for operator, factor, operand in zip(chain.operators, rest, chain.operands[1:], strict=True):
        if result is None or factor is None:
            return None
        if is_constant(result) and is_constant(factor):
            constant = calculate(result.constant, PRODUCT[operator], factor.constant, operand.span, scope)
            result = None if constant is None else Linear((), constant)
        elif operator == "*" and (is_constant(result) or is_constant(factor)):
            product = factor * result.constant if is_constant(result) else result * factor.constant
            result = _within_limit(product, operand.span, scope)
        else:
            needed = "a constant on one side" if operator == "*" else "constants on both sides"
            _not_linear(operator, needed, (result, factor), chain.span, scope)
            return None
    return result


def least_or_greatest(written: Extremum, left: Linear | None, right: Linear | None, scope: Scope) -> Linear | None:
    """`min` or `max` of two constants."""
    if left is None or right is None:
        return None
    if not (is_constant(left) and is_constant(right)):
        _not_linear(written.word, "constants on both sides", (left, right), written.span, scope)
        return None
    return Linear((), extremum(written.word, left.constant, right.constant))


def _not_linear(operator: str, needed: str, operands: Sequence[Linear], span: Span, scope: Scope) -> None:
    kept = scope.kept_in(operands)
    if kept:
        message = f"`{operator}` needs {needed}, and this depends on {quoted(kept)}, kept for all sizes"
        scope.problems.add("VS432", span, message, f"leave {quoted(kept)} out of --for-all")
        return
    hint = "conditions are linear in the counts and shared variables" if operator in PRODUCT else None
    scope.problems.add("VS303", span, f"`{operator}` needs {needed}", hint)


def _within_limit(found: Linear, span: Span, scope: Scope) -> Linear | None:
    largest = max(abs(found.constant), *(abs(factor) for _, factor in found.terms), 0)
    if largest <= INTEGER:
        return found
    scope.problems.add("VS305", span, "a number in this term is too large", "numbers go up to 10^18")
    return None
