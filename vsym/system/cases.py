"""Events whose updates are not linear as events whose updates are: by cases, which exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias, assert_never

from vsym.basics.options import RefusedError
from vsym.logic.formula import TRUE, Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term

CASES = 10_000
"""Into how many cases an event is taken apart at most."""

Update: TypeAlias = tuple[tuple[str, Linear], ...]


def cases(system: System, event: Event) -> Iterator[tuple[Formula, Update]]:
    """Conditions with the update that the event has where they hold; an event without an update has one case.

    Raises RefusedError for an event with more than CASES, or a quotient of what only a parameter bounds.
    """
    choices = [[(*choice, name) for choice in _choices(system, event, term)] for name, term in event.update]
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > CASES:
        raise RefusedError(f"the event `{event.label}` has {count:,} cases, and only --engine explicit takes so many")
    for chosen in product(*choices):
        condition = conjunction(condition for condition, _, _ in chosen)
        yield condition, tuple((name, term) for _, term, name in chosen)


def _choices(system: System, event: Event, term: Term) -> list[tuple[Formula, Linear]]:
    """The linear terms that a term can be, each with its condition."""
    match term:
        case Linear():
            return [(TRUE, term)]
        case Case(branches, otherwise):
            cases: list[tuple[Formula, Linear]] = []
            for place, (condition, branch) in enumerate((*branches, (TRUE, otherwise))):
                before = negate(disjunction(earlier for earlier, _ in branches[:place])) if place else TRUE
                here = conjunction([condition, before])
                cases += [(conjunction([here, inner]), value) for inner, value in _choices(system, event, branch)]
            return cases
        case Quotient(inner, divisor):
            return [(here, Linear((), q)) for here, _, q in _divided(system, event, inner, divisor)]
        case Remainder(inner, divisor):
            return [
                (here, value - Linear((), divisor * q)) for here, value, q in _divided(system, event, inner, divisor)
            ]
    assert_never(term)


def _divided(system: System, event: Event, term: Term, divisor: int) -> Iterator[tuple[Formula, Linear, int]]:
    """The quotients of a term, each with where it is the quotient of which linear term."""
    for condition, value in _choices(system, event, term):
        low, high = _bounds(system, event, value)
        if (high - low) // divisor >= CASES:
            raise RefusedError(f"the event `{event.label}` divides a number of too many values; --engine explicit can")
        for quotient in range(low // divisor, high // divisor + 1):
            least, most = Linear((), divisor * quotient), Linear((), divisor * (quotient + 1) - 1)
            yield conjunction([condition, compare(value, ">=", least), compare(value, "<=", most)]), value, quotient


def _bounds(system: System, event: Event, term: Linear) -> tuple[int, int]:
    """The least and greatest value that the ranges allow."""
    ranges: Mapping[Atom, tuple[Linear, Linear]] = {v.atom: (v.low, v.high) for v in system.variables}
    low = high = term.constant
    for atom, coefficient in term.terms:
        if atom not in ranges or ranges[atom][0].terms or ranges[atom][1].terms:
            raise RefusedError(f"the event `{event.label}` divides what only a parameter bounds")
        ends = [coefficient * end.constant for end in ranges[atom]]
        low, high = low + min(ends), high + max(ends)
    return low, high
