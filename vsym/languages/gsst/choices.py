"""Values by cases: what `if … then … else …`, a quotient or a remainder is, and the named values of enumerations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.limits import CASES, Allowance
from vsym.languages.gsst.signs import Comparator
from vsym.languages.problems import Problems
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear


@frozen
class Choice:
    """The term of the one branch whose condition holds. `words` are the names of the values 0..k-1 where it is a value
    of an enumeration, none where it is a number.
    """

    branches: tuple[tuple[Formula, Linear], ...]
    words: tuple[str, ...] = ()


Quantity: TypeAlias = Linear | Choice
"""A number or the value of an enumeration."""


def branches(quantity: Quantity) -> tuple[tuple[Formula, Linear], ...]:
    """The terms that a value can be, each with the condition on which it is; one condition holds in every state."""
    return ((TRUE, quantity),) if isinstance(quantity, Linear) else quantity.branches


def words(quantity: Quantity) -> tuple[str, ...]:
    """The names of the values of an enumeration, none for numbers."""
    return () if isinstance(quantity, Linear) else quantity.words


def choice(cases: Sequence[tuple[Formula, Linear]], names: tuple[str, ...] = ()) -> Quantity:
    """The value that has these cases, which exclude each other: those of one term together, those that never hold
    left out."""
    by_term: dict[Linear, list[Formula]] = {}
    for condition, term in cases:
        if condition != FALSE:
            by_term.setdefault(term, []).append(condition)
    if len(by_term) == 1:
        term = next(iter(by_term))
        return Choice(((TRUE, term),), names) if names else term
    return Choice(tuple((disjunction(conditions), term) for term, conditions in by_term.items()), names)


def conditional(condition: Formula, value: Quantity, otherwise: Quantity) -> Quantity:
    """`if condition then value else otherwise`, of two values of one kind."""
    first = [(conjunction([condition, inner]), term) for inner, term in branches(value)]
    second = [(conjunction([negate(condition), inner]), term) for inner, term in branches(otherwise)]
    return choice([*first, *second], words(value))


def combined(
    values: Sequence[Quantity | None],
    operation: Callable[[Sequence[Linear]], Quantity | None],
    span: Span,
    problems: Problems,
    allowance: Allowance,
) -> Quantity | None:
    """What an operation on terms makes of values by cases; None where it makes nothing of some, or for too many cases,
    which is reported."""
    known = [branches(value) for value in values if value is not None]
    if len(known) < len(values):
        return None
    if (count := math.prod(len(one) for one in known)) > CASES:
        too_many(count, span, problems)
        return None
    allowance.work(span, count)
    cases: list[tuple[Formula, Linear]] = []
    for chosen in product(*known):
        condition = conjunction(condition for condition, _ in chosen)
        if condition == FALSE:
            continue
        result = operation([term for _, term in chosen])
        if result is None:
            return None
        cases += [(conjunction([condition, inner]), term) for inner, term in branches(result)]
    return choice(cases)


def too_many(count: int, span: Span, problems: Problems) -> None:
    """Report a value of too many cases."""
    message = f"this has {count:,} cases, and a term has at most {CASES:,}"
    problems.add("VS328", span, message, "a smaller range, or a larger divisor, makes fewer cases")


def compared(left: Quantity, operator: Comparator, right: Quantity, span: Span, allowance: Allowance) -> Formula:
    """A comparison of two values: in some case of both, the terms compare so."""
    found: list[Formula] = []
    for here, one in branches(left):
        for there, other in branches(right):
            allowance.work(span)
            found.append(conjunction([here, there, compare(one, operator, other)]))
    return disjunction(found)
