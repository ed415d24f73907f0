"""Predicates of a transition system as a person would write them."""

from __future__ import annotations

from pysmt.fnode import FNode

from vsym.engines.smt.linear import Atom, NotLinearError, Sum, atom
from vsym.logic.formula import OPPOSITE, Operator, flipped


def readable(formula: FNode) -> str:
    """The predicate in the notation of the language, comparisons brought into a plain form."""
    try:
        return _shown(formula, 0)
    except NotLinearError:
        return str(formula.serialize())


def readable_sum(total: Sum) -> str:
    """A linear term in the notation of the language, positive parts before negative ones."""
    positive, negative = _parts(total)
    added = _sum(positive, total.constant)
    taken = "".join(f" - {_sum([part], 0)}" for part in negative)
    return added + taken if added != "0" or not taken else taken.removeprefix(" ").replace(" ", "", 1)


def quotient_name(total: Sum, modulus: int) -> str:
    """The name of a variable that holds the quotient of a sum, as the language writes it."""
    return f"{_divided(total)} / {modulus}"


def _divided(total: Sum) -> str:
    """A sum to be divided."""
    text = readable_sum(total)
    return text if [*total.coefficients.values()] == [1] and not total.constant else f"({text})"


def _remainder(left: Sum) -> str | None:
    """A sum without the multiple of a modulus that its quotient is of, as a remainder; None for any other sum."""
    for symbol, by in left.coefficients.items():
        total = left.plus(Sum({symbol: -by}))
        if by < -1 and total.coefficients and symbol.symbol_name() == quotient_name(total, -by):
            return f"{_divided(total)} % {-by}"
    return None


def _shown(formula: FNode, level: int) -> str:
    """With brackets where the level asks for them: 0 for all of it, 1 inside a disjunction, 2 in a conjunction."""
    if formula.is_bool_constant():
        return "true" if formula.constant_value() else "false"
    if formula.is_and() or formula.is_or():
        parts = [_shown(part, 2 if formula.is_and() else 1) for part in formula.args()]
        text = (" & " if formula.is_and() else " | ").join(parts)
        return f"({text})" if level > (1 if formula.is_and() else 0) and len(parts) > 1 else text
    if formula.is_iff() or formula.is_implies():
        text = (" <-> " if formula.is_iff() else " -> ").join(_shown(part, 1) for part in formula.args())
        return f"({text})" if level else text
    if formula.is_not():
        inner = formula.arg(0)
        compares = inner.is_le() or inner.is_lt() or inner.is_equals()
        return _compared(atom(inner), negated=True) if compares else f"!({_shown(inner, 0)})"
    return _compared(atom(formula), negated=False)


def _compared(comparison: Atom | bool, *, negated: bool) -> str:
    if isinstance(comparison, bool):
        return "true" if comparison != negated else "false"
    left = comparison.left
    operator: Operator = comparison.operator
    bound = comparison.bound
    if negated:
        operator, by = OPPOSITE[operator]
        bound += by
    if all(coefficient < 0 for coefficient in left.coefficients.values()):
        left, operator, bound = left.times(-1), flipped(operator), -bound
    if (remainder := _remainder(left)) is not None:
        return f"{remainder} {operator} {bound}"
    positive, negative = _parts(left)
    if bound < 0 and negative:
        return f"{_sum(positive, -bound)} {operator} {_sum(negative, 0)}"
    return f"{_sum(positive, 0)} {operator} {_sum(negative, bound)}"


def _parts(total: Sum) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The names in the positive and in the negative parts, each with its factor, without sign."""
    parts = [(str(symbol.symbol_name()), by) for symbol, by in total.coefficients.items()]
    return [part for part in parts if part[1] > 0], [(name, -by) for name, by in parts if by < 0]


def _sum(terms: list[tuple[str, int]], constant: int) -> str:
    parts = [name if coefficient == 1 else f"{coefficient} * {name}" for name, coefficient in terms]
    if not parts:
        return str(constant)
    text = " + ".join(parts)
    if not constant:
        return text
    return f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"
