"""Linear terms and comparisons taken out of PySMT formulas, to compute with their coefficients: their null space, and
values of terms and predicates in given states."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.engines.smt.system import Step

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
        coefficients = {symbol: coefficient for symbol, coefficient in total.items() if coefficient}
        return Sum(coefficients, self.constant + factor * other.constant)

    def times(self, factor: int) -> Sum:
        """factor · self."""
        return Sum({}).plus(self, factor)

    def at(self, state: Mapping[FNode, int]) -> int:
        """The value in a state."""
        return self.constant + sum(coefficient * state[symbol] for symbol, coefficient in self.coefficients.items())

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
        product = Sum({}, 1)
        for part in map(linear_sum, term.args()):
            if part.coefficients and product.coefficients:
                raise NotLinearError(str(term))
            product = part.times(product.constant) if part.coefficients else product.times(part.constant)
        return product
    raise NotLinearError(str(term))


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
    sign = -1 if next(iter(ordered.values())) < 0 else 1
    left = Sum({symbol: sign * coefficient // divisor for symbol, coefficient in ordered.items()})
    if formula.is_equals():
        return False if bound % divisor else Atom(left, "=", sign * bound // divisor)
    # Rounding keeps the integer solutions.
    return Atom(left, ">=" if sign < 0 else "<=", sign * (bound // divisor))


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
            comparison = atom(node)
            if isinstance(comparison, Atom):
                yield comparison
        else:
            stack.extend(reversed(node.args()))


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[tuple[int, ...]]:
    """A basis of the vectors w of length `width` with row · w = 0 for every row, in coprime integers."""
    reduced: list[list[Fraction]] = []
    pivots: list[int] = []
    for row in rows:
        rest = [Fraction(entry) for entry in row]
        for pivot, other in zip(pivots, reduced, strict=True):
            rest = _minus(rest, rest[pivot], other)
        pivot_here = next((place for place, entry in enumerate(rest) if entry), None)
        if pivot_here is None:
            continue
        rest = [entry / rest[pivot_here] for entry in rest]
        reduced = [_minus(other, other[pivot_here], rest) for other in reduced]
        reduced.append(rest)
        pivots.append(pivot_here)
    basis = []
    for free in range(width):
        if free in pivots:
            continue
        vector = [Fraction(0)] * width
        vector[free] = Fraction(1)
        for pivot, row_reduced in zip(pivots, reduced, strict=True):
            vector[pivot] = -row_reduced[free]
        scale = math.lcm(*(entry.denominator for entry in vector))
        whole = [int(entry * scale) for entry in vector]
        divisor = math.gcd(*whole)
        basis.append(tuple(entry // divisor for entry in whole))
    return basis


def null_space_modulo(rows: Sequence[Sequence[int]], width: int) -> list[tuple[tuple[int, ...], int]]:
    """Vectors w of length `width` with moduli m > 1 so that row · w is a multiple of m for every row.

    Row operations and a unimodular matrix make the rows diagonal; w is a column of that matrix, m the entry there.
    Together with the null space they generate all such vectors for every modulus.
    """
    height = len(rows)
    identity = [[int(place == other) for other in range(width)] for place in range(width)]
    columns = [[*(row[place] for row in rows), *unit] for place, unit in enumerate(identity)]
    vectors = []
    while any(any(column[:height]) for column in columns):
        entries = ((abs(column[row]), at, row) for at, column in enumerate(columns) for row in range(height))
        _, at, row = min(entry for entry in entries if entry[0])
        pivot = columns[at]
        others = [*columns[:at], *columns[at + 1 :]]
        for column in others:
            if factor := column[row] // pivot[row]:
                column[:] = [entry - factor * subtracted for entry, subtracted in zip(column, pivot, strict=True)]
        for lower in range(height):
            if lower != row and (factor := pivot[lower] // pivot[row]):
                for column in columns:
                    column[lower] -= factor * column[row]
        # The remainder of a division is smaller than the pivot, and is the next one.
        if sum(map(bool, pivot[:height])) == 1 and not any(column[row] for column in others):
            columns = others
            vectors.append((tuple(pivot[height:]), abs(pivot[row])))
    return [(vector, modulus) for vector, modulus in vectors if modulus > 1]


def _minus(row: Sequence[Fraction], factor: Fraction, other: Sequence[Fraction]) -> list[Fraction]:
    if not factor:
        return list(row)
    return [entry - factor * subtracted for entry, subtracted in zip(row, other, strict=True)]


def conjuncts(formula: FNode) -> Iterator[FNode]:
    """The formulas whose conjunction a formula is, none of them a conjunction."""
    if formula.is_and():
        for part in formula.args():
            yield from conjuncts(part)
    else:
        yield formula


def holds(formula: FNode, state: Mapping[FNode, int]) -> bool:
    """True where a predicate holds; raises NotLinearError where it is more than comparisons and connectives."""
    arguments = formula.args()
    if formula.is_and():
        return all(holds(part, state) for part in arguments)
    if formula.is_or():
        return any(holds(part, state) for part in arguments)
    if formula.is_not():
        return not holds(arguments[0], state)
    if formula.is_iff():
        return holds(arguments[0], state) == holds(arguments[1], state)
    if formula.is_implies():
        return not holds(arguments[0], state) or holds(arguments[1], state)
    if formula.is_bool_constant():
        return bool(formula.constant_value())
    if not (formula.is_le() or formula.is_lt() or formula.is_equals()):
        raise NotLinearError(str(formula))
    left, right = (linear_sum(term).at(state) for term in arguments)
    return left <= right if formula.is_le() else left < right if formula.is_lt() else left == right


def after_step(step: Step, state: Mapping[FNode, int]) -> dict[FNode, int]:
    """The state that a step leads to."""
    return {**state, **{variable: linear_sum(term).at(state) for variable, term in step.update.items()}}


def changes_at(step: Step, state: Mapping[FNode, int]) -> dict[FNode, int]:
    """The changes of variables by a step that is taken in a state, but for those of 0."""
    after = after_step(step, state)
    return {v: after[v] - state[v] for v in step.update if after[v] != state[v]}


def change_of(step: Step, variable: FNode) -> int | None:
    """The change of a variable by a step, None where that depends on the state."""
    if variable not in step.update:
        return 0
    change = linear_sum(step.update[variable]).plus(Sum({variable: 1}), -1)
    return None if change.coefficients else change.constant


def is_convex(formula: FNode) -> bool:
    """True of a conjunction of comparisons none of which is `!=`."""
    if formula.is_and():
        return all(map(is_convex, formula.args()))
    if formula.is_not():
        return bool(formula.arg(0).is_le() or formula.arg(0).is_lt())
    return bool(formula.is_le() or formula.is_lt() or formula.is_equals() or formula.is_true())


def constant_changes(step: Step) -> dict[FNode, int] | None:
    """The change of each variable that a step changes, if it can be repeated with the guard known at both ends.
    That is so where the changes are constants and the guard is convex; else the answer is None."""
    changes = {variable: change_of(step, variable) for variable in step.update}
    constant = {variable: change for variable, change in changes.items() if change is not None}
    return constant if len(constant) == len(changes) and is_convex(step.guard) else None
