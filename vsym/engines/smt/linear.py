"""Linear terms and comparisons taken out of PySMT formulas, to compute with their coefficients."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen

NONE: Mapping[FNode, FNode] = MappingProxyType({})


class NotLinearError(Exception):
    """A term or a formula is not built from linear integer arithmetic and Boolean connectives."""


@frozen
class Sum:
    """Σ coefficient · symbol + constant; no coefficient is 0."""

    coefficients: Mapping[FNode, int]
    constant: int = 0

    def plus(self, other: Sum, factor: int = 1) -> Sum:
        """self + factor · other."""
        total = dict(self.coefficients)
        for symbol, coefficient in other.coefficients.items():
            total[symbol] = total.get(symbol, 0) + factor * coefficient
        kept = {symbol: coefficient for symbol, coefficient in total.items() if coefficient}
        return Sum(kept, self.constant + factor * other.constant)

    def after(self, update: Mapping[FNode, Sum]) -> Sum:
        """The term with the symbols in `update` replaced by terms."""
        total = Sum({}, self.constant)
        for symbol, coefficient in self.coefficients.items():
            total = total.plus(update.get(symbol, Sum({symbol: 1})), coefficient)
        return total

    def term(self, environment: Environment, update: Mapping[FNode, FNode] = NONE) -> FNode:
        """The sum in PySMT, of the terms in `update` where symbols have one."""
        manager = environment.formula_manager
        parts = [
            term if coefficient == 1 else manager.Times(manager.Int(coefficient), term)
            for symbol, coefficient in self.coefficients.items()
            for term in [update.get(symbol, symbol)]
        ]
        if self.constant or not parts:
            parts.append(manager.Int(self.constant))
        return parts[0] if len(parts) == 1 else manager.Plus(parts)


@frozen
class Atom:
    """`left operator bound`, where `left` has no constant, coprime coefficients and a positive first one."""

    left: Sum
    operator: Literal["<=", ">=", "="]
    bound: int


def linear_sum(term: FNode) -> Sum:
    """A PySMT term as a sum; raises NotLinearError."""
    if term.is_symbol():
        return Sum({term: 1})
    if term.is_int_constant():
        return Sum({}, int(term.constant_value()))
    if term.is_plus():
        total = Sum({})
        for part in term.args():
            total = total.plus(linear_sum(part))
        return total
    if term.is_minus():
        return linear_sum(term.arg(0)).plus(linear_sum(term.arg(1)), -1)
    if term.is_times():
        factor, total = 1, Sum({}, 1)
        for part in map(linear_sum, term.args()):
            if part.coefficients and total.coefficients:
                raise NotLinearError(str(term))
            total = _scaled(part, total.constant) if part.coefficients else _scaled(total, part.constant)
        return _scaled(total, factor)
    raise NotLinearError(str(term))


def _scaled(total: Sum, factor: int) -> Sum:
    return Sum({}, 0).plus(total, factor)


def atom(formula: FNode) -> Atom | bool:
    """A comparison in normal form, or its truth value if it has no symbols; raises NotLinearError."""
    if not (formula.is_le() or formula.is_lt() or formula.is_equals()):
        raise NotLinearError(str(formula))
    difference = linear_sum(formula.arg(0)).plus(linear_sum(formula.arg(1)), -1)
    bound = -difference.constant - (1 if formula.is_lt() else 0)
    if not difference.coefficients:
        return bound == 0 if formula.is_equals() else bound >= 0
    divisor = math.gcd(*difference.coefficients.values())
    ordered = dict(sorted(difference.coefficients.items(), key=lambda item: item[0].node_id()))
    flipped = next(iter(ordered.values())) < 0
    sign = -1 if flipped else 1
    left = Sum({symbol: sign * coefficient // divisor for symbol, coefficient in ordered.items()})
    if formula.is_equals():
        return False if bound % divisor else Atom(left, "=", sign * bound // divisor)
    # Rounding keeps the integer solutions.
    return Atom(left, ">=", -(bound // divisor)) if flipped else Atom(left, "<=", bound // divisor)


def atoms(formula: FNode) -> Iterator[Atom]:
    """The comparisons in a formula, each as often as it occurs as a node; raises NotLinearError."""
    seen: set[FNode] = set()
    stack = [formula]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.is_le() or node.is_lt() or node.is_equals():
            found = atom(node)
            if isinstance(found, Atom):
                yield found
        else:
            stack.extend(reversed(node.args()))
