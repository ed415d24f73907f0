"""What an update assigns: linear terms, and what is made of them by cases and by division."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, atoms
from vsym.logic.terms import Atom, Linear, value


@frozen(hash_kept=True)
class Case:
    """The value of the first branch whose condition holds, else `otherwise`."""

    branches: tuple[tuple[Formula, Term], ...]
    otherwise: Term


@frozen
class Quotient:
    """`term / divisor`, rounded down; the divisor is positive."""

    term: Term
    divisor: int


@frozen
class Remainder:
    """What the quotient leaves: from 0 to `divisor` - 1, also of a negative term."""

    term: Term
    divisor: int


Term: TypeAlias = Linear | Case | Quotient | Remainder


def evaluate(term: Term, value_of: Callable[[Atom], int]) -> int:
    """The value of a term where its atoms have the given values."""
    match term:
        case Linear():
            return value(term, value_of)
        case Case(branches, otherwise):
            chosen = (branch for condition, branch in branches if satisfied(condition, value_of))
            return evaluate(next(chosen, otherwise), value_of)
        case Quotient(inner, divisor):
            return evaluate(inner, value_of) // divisor
        case Remainder(inner, divisor):
            return evaluate(inner, value_of) % divisor
    assert_never(term)


def atoms_of(term: Term) -> Iterator[Atom]:
    """Every atom that the value of a term depends on, some more than once."""
    match term:
        case Linear(terms):
            yield from (atom for atom, _ in terms)
        case Case(branches, otherwise):
            for condition, branch in branches:
                yield from atoms(condition)
                yield from atoms_of(branch)
            yield from atoms_of(otherwise)
        case Quotient(inner, _) | Remainder(inner, _):
            yield from atoms_of(inner)
        case _:
            assert_never(term)
