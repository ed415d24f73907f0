"""Conditions on the codes of slots while a program runs symbolically: each exists once, so that equal ones are
identical.

They are in negation normal form. What is asked of one slot alone is a set of codes, as the bits of a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple, TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.formula import Operator


class Sum(NamedTuple):
    """Σ coefficient · code of a slot + constant: slots in ascending order, no coefficient is 0."""

    terms: tuple[tuple[int, int], ...]
    constant: int

    def plus(self, other: Sum, factor: int = 1) -> Sum:
        """This and a multiple of another one."""
        weights = dict(self.terms)
        for slot, coefficient in other.terms:
            weights[slot] = weights.get(slot, 0) + factor * coefficient
        terms = tuple(item for item in sorted(weights.items()) if item[1])
        return Sum(terms, self.constant + factor * other.constant)

    def times(self, factor: int) -> Sum:
        """A multiple of this."""
        return NOTHING.plus(self, factor)

    def shifted(self, by: int) -> Sum:
        """This with another constant."""
        return Sum(self.terms, self.constant + by)

    @property
    def slot(self) -> int | None:
        """The slot of which this is the code itself."""
        return self.terms[0][0] if len(self.terms) == 1 and self.terms[0][1] == 1 and not self.constant else None


NOTHING = Sum((), 0)


@frozen(eq=False)
class Always:
    """What is true, or false."""

    value: bool
    number: int
    support: int = 0
    size: int = 1


@frozen(eq=False)
class Within:
    """The slot has one of the codes."""

    slot: int
    codes: int
    number: int
    support: int = field(repr=False)
    size: int = 1


@frozen(eq=False)
class Relation:
    """A comparison of a sum over several slots with a number, in the normal form of `logic/formula.py`."""

    terms: tuple[tuple[int, int], ...]
    operator: Operator
    bound: int
    number: int
    support: int = field(repr=False)
    size: int = 1


@frozen(eq=False)
class Conjunction:
    """All of two or more, in the order of their numbers."""

    parts: tuple[Predicate, ...]
    number: int
    support: int = field(repr=False)
    size: int


@frozen(eq=False)
class Disjunction:
    """One of two or more, in the order of their numbers."""

    parts: tuple[Predicate, ...]
    number: int
    support: int = field(repr=False)
    size: int


@frozen(eq=False)
class Equivalence:
    """Both or neither."""

    left: Predicate
    right: Predicate
    number: int
    support: int = field(repr=False)
    size: int


Predicate: TypeAlias = Always | Within | Relation | Conjunction | Disjunction | Equivalence
"""`support` has the bits of the slots that it depends on; `number` tells which predicate came first; `size` is how many
comparisons it has when it is written out."""

NEVER, ALWAYS = Always(False, 0), Always(True, 1)


def bits(codes: int) -> Iterator[int]:
    """The members of a set of codes in order."""
    # Arithmetic on sets of millions would be quadratic.
    digits = bin(codes)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


def single(codes: int) -> int | None:
    """The only member of a set."""
    return codes.bit_length() - 1 if codes and not codes & (codes - 1) else None


class Context:
    """What is known where a piece of a program runs: the codes that slots may have, and predicates that are true.

    Slots that are not in `codes` may have all that they ever have. `support` has the bits of all slots of which
    something is known. `simpler` is what predicates were found to be here; to be cleared when anything else changes.
    """

    __slots__ = ("codes", "simpler", "support", "truths")

    def __init__(self, codes: dict[int, int], truths: set[Predicate], support: int) -> None:
        self.codes, self.truths, self.support = codes, truths, support
        self.simpler: dict[Predicate, Predicate] = {}

    def copy(self) -> Context:
        """One of its own to a branch."""
        return Context(dict(self.codes), set(self.truths), self.support)
