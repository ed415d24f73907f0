"""Terms and formulas over how many processes are where: small frozen values in a normal form.

A linear term is a sum of counts and shared variables; a formula is built from comparisons of such a term with an
integer, from Boolean connectives and from temporal operators. A formula without temporal operators is a *predicate*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from typing_extensions import assert_never

from vsym.models.counting.processes import Processes


@dataclass(frozen=True)
class Count:
    """`#state[processes]`: how many of `processes` are in the local state `state` (a group counter)."""

    state: str
    processes: Processes


@dataclass(frozen=True)
class Shared:
    """A shared variable; a Boolean one is 0 or 1."""

    name: str


Variable: TypeAlias = Count | Shared


@dataclass(frozen=True)
class Linear:
    """Σ coefficient · variable + constant. Build it with `linear`, which keeps the normal form:

    counts of one state have disjoint process sets and different coefficients, no coefficient is 0, and the variables
    are in a fixed order, so that equal functions written alike compare equal.
    """

    terms: tuple[tuple[Variable, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Linear) -> Linear:
        return linear((*self.terms, *other.terms), self.constant + other.constant)

    def __mul__(self, factor: int) -> Linear:
        return linear(((variable, factor * c) for variable, c in self.terms), factor * self.constant)

    def __sub__(self, other: Linear) -> Linear:
        return self + other * -1


Operator: TypeAlias = Literal["<=", ">=", "=", "!="]


@dataclass(frozen=True)
class Truth:
    """A constant predicate."""

    value: bool


@dataclass(frozen=True)
class Comparison:
    """`left operator bound`, where `left` has no constant, coprime coefficients and a positive first one."""

    left: Linear
    operator: Operator
    bound: int


@dataclass(frozen=True)
class Not:
    """Negation."""

    operand: Formula


@dataclass(frozen=True)
class And:
    """Conjunction of two or more."""

    operands: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    """Disjunction of two or more."""

    operands: tuple[Formula, ...]


@dataclass(frozen=True)
class Iff:
    """Equivalence; kept as a node because expanding nested ones doubles the formula each time."""

    left: Formula
    right: Formula


TemporalOperator: TypeAlias = Literal[
    "AX", "EX", "AF", "EF", "AG", "EG", "AU", "EU", "AW", "EW", "AR", "ER", "X", "F", "G", "U", "W", "R"
]


@dataclass(frozen=True)
class Temporal:
    """A CTL operator (path quantifier and tense in one: `AG`, `EU` …) or an LTL operator (`G`, `U` …)."""

    operator: TemporalOperator
    operands: tuple[Formula, ...] = field(default=())


Formula: TypeAlias = Truth | Comparison | Not | And | Or | Iff | Temporal

TRUE = Truth(True)
FALSE = Truth(False)


def linear(terms: Iterable[tuple[Variable, int]], constant: int = 0) -> Linear:
    """The normal form of Σ coefficient · variable + constant; counts of the empty set are 0."""
    shared: dict[Shared, int] = {}
    counts: dict[str, dict[Processes, int]] = {}
    for variable, coefficient in terms:
        if isinstance(variable, Shared):
            shared[variable] = shared.get(variable, 0) + coefficient
        elif variable.processes:
            of_state = counts.setdefault(variable.state, {})
            of_state[variable.processes] = of_state.get(variable.processes, 0) + coefficient
    normal: list[tuple[Variable, int]] = []
    for state in sorted(counts):
        pieces = counts[state] if len(counts[state]) == 1 else _disjoint(counts[state])
        normal += [(Count(state, processes), c) for processes, c in pieces.items() if c]
    normal += [(variable, c) for variable, c in sorted(shared.items(), key=lambda item: item[0].name) if c]
    return Linear(tuple(normal), constant)


def _disjoint(weights: Mapping[Processes, int]) -> dict[Processes, int]:
    """The same weight for every process, with one set per different weight, in the order of their first process."""
    changes: dict[int, int] = {}
    for processes, weight in weights.items():
        for low, high in processes.ranges:
            changes[low] = changes.get(low, 0) + weight
            changes[high + 1] = changes.get(high + 1, 0) - weight
    stretches: dict[int, list[tuple[int, int]]] = {}
    total, previous = 0, 0
    for end in sorted(changes):
        if total:
            stretches.setdefault(total, []).append((previous, end - 1))
        total += changes[end]
        previous = end
    pieces = [(Processes.of(ranges), weight) for weight, ranges in stretches.items()]
    return dict(sorted(pieces, key=lambda piece: piece[0].first))


def compare(left: Linear, operator: Literal["<=", ">=", "=", "!=", "<", ">"], right: Linear) -> Formula:
    """The comparison in normal form; one without variables is its truth value."""
    difference = left - right
    terms, bound = difference.terms, -difference.constant
    if operator == "<":
        operator, bound = "<=", bound - 1
    elif operator == ">":
        operator, bound = ">=", bound + 1
    if not terms:
        return Truth({"<=": bound >= 0, ">=": bound <= 0, "=": bound == 0, "!=": bound != 0}[operator])
    divisor = math.gcd(*(coefficient for _, coefficient in terms))
    if terms[0][1] < 0:
        divisor = -divisor
        flipped: dict[Operator, Operator] = {"<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
        operator = flipped[operator]
    if operator in ("=", "!=") and bound % divisor:
        return Truth(operator == "!=")
    # Rounding keeps the integer solutions: down for an upper bound, up for a lower one.
    bound = bound // divisor if operator == "<=" else -(-bound // divisor)
    return Comparison(Linear(tuple((variable, c // divisor) for variable, c in terms)), operator, bound)


def negate(formula: Formula) -> Formula:
    """¬formula, with the negation of a comparison as a comparison."""
    match formula:
        case Truth(value):
            return Truth(not value)
        case Comparison(left, "<=", bound):
            return Comparison(left, ">=", bound + 1)
        case Comparison(left, ">=", bound):
            return Comparison(left, "<=", bound - 1)
        case Comparison(left, "=", bound):
            return Comparison(left, "!=", bound)
        case Comparison(left, _, bound):
            return Comparison(left, "=", bound)
        case Not(operand):
            return operand
    return Not(formula)


def conjunction(operands: Iterable[Formula]) -> Formula:
    """The conjunction, flattened, without `true` and repetitions."""
    return _join(operands, And, FALSE)


def disjunction(operands: Iterable[Formula]) -> Formula:
    """The disjunction, flattened, without `false` and repetitions."""
    return _join(operands, Or, TRUE)


def _join(operands: Iterable[Formula], node: type[And] | type[Or], absorbing: Truth) -> Formula:
    flat: dict[Formula, None] = {}
    for operand in operands:
        if operand == absorbing:
            return absorbing
        if isinstance(operand, node):
            flat.update(dict.fromkeys(operand.operands))
        elif not isinstance(operand, Truth):
            flat[operand] = None
    if not flat:
        return Truth(not absorbing.value)
    return next(iter(flat)) if len(flat) == 1 else node(tuple(flat))


def children(formula: Formula) -> tuple[Formula, ...]:
    """The immediate subformulas."""
    match formula:
        case Truth() | Comparison():
            return ()
        case Not(operand):
            return (operand,)
        case And(operands) | Or(operands) | Temporal(_, operands):
            return operands
        case Iff(left, right):
            return (left, right)
    assert_never(formula)


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Every subformula, the formula itself first."""
    stack = [formula]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def is_predicate(formula: Formula) -> bool:
    """Whether the formula speaks of one state only."""
    return not any(isinstance(part, Temporal) for part in subformulas(formula))


def variables(formula: Formula) -> dict[Variable, None]:
    """The variables of a formula, in the order they appear."""
    return {
        variable: None
        for part in subformulas(formula)
        if isinstance(part, Comparison)
        for variable, _ in part.left.terms
    }


def replace_comparisons(formula: Formula, replacement: Callable[[Comparison], Formula]) -> Formula:
    """The formula with every comparison replaced, and constants folded on the way up."""
    match formula:
        case Truth():
            return formula
        case Comparison():
            return replacement(formula)
        case Not(operand):
            return negate(replace_comparisons(operand, replacement))
        case And(operands):
            return conjunction(replace_comparisons(operand, replacement) for operand in operands)
        case Or(operands):
            return disjunction(replace_comparisons(operand, replacement) for operand in operands)
        case Iff(left, right):
            return equivalence(replace_comparisons(left, replacement), replace_comparisons(right, replacement))
        case Temporal(operator, operands):
            return Temporal(operator, tuple(replace_comparisons(operand, replacement) for operand in operands))
    assert_never(formula)


def equivalence(left: Formula, right: Formula) -> Formula:
    """left ↔ right, with constants folded."""
    if isinstance(left, Truth):
        return right if left.value else negate(right)
    if isinstance(right, Truth):
        return left if right.value else negate(left)
    return TRUE if left == right else Iff(left, right)


def at_least_one(state: str, processes: Processes) -> Formula:
    """`#state[processes] >= 1`."""
    return compare(linear([(Count(state, processes), 1)]), ">=", Linear((), 1))


def value(term: Linear, value_of: Callable[[Variable], int]) -> int:
    """The value of a linear term where its variables have the given values."""
    return term.constant + sum(coefficient * value_of(variable) for variable, coefficient in term.terms)


def satisfied(formula: Formula, value_of: Callable[[Variable], int]) -> bool:
    """Whether a predicate holds where its variables have the given values; raises TypeError on a temporal operator."""
    match formula:
        case Truth(constant):
            return constant
        case Comparison(left, operator, bound):
            total = value(left, value_of)
            return {"<=": total <= bound, ">=": total >= bound, "=": total == bound, "!=": total != bound}[operator]
        case Not(operand):
            return not satisfied(operand, value_of)
        case And(operands):
            return all(satisfied(operand, value_of) for operand in operands)
        case Or(operands):
            return any(satisfied(operand, value_of) for operand in operands)
        case Iff(left, right):
            return satisfied(left, value_of) == satisfied(right, value_of)
        case Temporal(operator):
            raise TypeError(f"{operator} speaks of paths, not of a state")
    assert_never(formula)


def with_shared(formula: Formula, values: Mapping[str, int | Linear]) -> Formula:
    """The formula with every shared variable that has a value here, a number or a term, replaced by it."""

    def replaced(comparison: Comparison) -> Formula:
        kept: list[tuple[Variable, int]] = []
        fixed = 0
        for variable, coefficient in comparison.left.terms:
            found = values.get(variable.name) if isinstance(variable, Shared) else None
            if found is None:
                kept.append((variable, coefficient))
            elif isinstance(found, Linear):
                kept += [(inner, coefficient * factor) for inner, factor in found.terms]
                fixed += coefficient * found.constant
            else:
                fixed += coefficient * found
        return compare(linear(kept, fixed), comparison.operator, Linear((), comparison.bound))

    return replace_comparisons(formula, replaced)
