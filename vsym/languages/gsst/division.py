"""Quotients and remainders by constants of what has bounds: terms by cases. Division is towards minus infinity."""

from __future__ import annotations

from typing import Literal

from vsym.basics.source import Span
from vsym.languages.gsst.choices import Quantity, choice, too_many
from vsym.languages.gsst.limits import CASES
from vsym.languages.gsst.numbers import quoted
from vsym.languages.gsst.scope import Scope
from vsym.logic.formula import Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count, name_of


def divided(term: Linear, operator: Literal["/", "%"], divisor: int, span: Span, scope: Scope) -> Quantity | None:
    """`term / divisor` or `term % divisor`, where the divisor is not 0; None, reported, for too many cases and for what
    has no bounds."""
    ends = _bounds(term, scope)
    if ends is None:
        kept = quoted(scope.kept_in([term]) or scope.kept)
        message = f"`{operator}` divides what has bounds, and this depends on {kept}, kept for all sizes"
        scope.problems.add("VS432", span, message, f"leave {kept} out of --for-all")
        return None
    low, high = ends
    if divisor < 0:
        term, divisor, low, high = term * -1, -divisor, -high, -low
        sign = -1
    else:
        sign = 1
    quotients = range(low // divisor, high // divisor + 1)
    if operator == "%" and 2 < len(quotients) >= divisor and high - low < CASES:
        remainders = [(_leaves(term, range(low + (r - low) % divisor, high + 1, divisor)), r) for r in range(divisor)]
        return choice([(condition, Linear((), sign * rest)) for condition, rest in remainders])
    if len(quotients) > CASES:
        too_many(len(quotients), span, scope.problems)
        return None
    scope.allowance.work(span, len(quotients))
    cases: list[tuple[Formula, Linear]] = []
    for quotient in quotients:
        least = [] if quotient == quotients[0] else [compare(term, ">=", Linear((), divisor * quotient))]
        most = [] if quotient == quotients[-1] else [compare(term, "<", Linear((), divisor * (quotient + 1)))]
        rest = (term - Linear((), divisor * quotient)) * sign
        cases.append((conjunction([*least, *most]), Linear((), quotient) if operator == "/" else rest))
    return choice(cases)


def _leaves(term: Linear, values: range) -> Formula:
    """The condition that a term has one of some values."""
    return disjunction(compare(term, "=", Linear((), value)) for value in values)


def _bounds(term: Linear, scope: Scope) -> tuple[int, int] | None:
    """The least and greatest value that the ranges of variables and the sizes of groups allow; None where the sizes
    are not known."""
    low = high = term.constant
    for atom, coefficient in term.terms:
        if isinstance(atom, Count):
            ends = None if scope.kept else (0, atom.processes.size)
        else:
            variable = scope.shared.get(name_of(atom))
            ends = None if variable is None or variable.terms is not None else (variable.low, variable.high)
        if ends is None:
            return None
        low += min(coefficient * end for end in ends)
        high += max(coefficient * end for end in ends)
    return low, high
