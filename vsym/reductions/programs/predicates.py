"""Conditions on the codes of slots while a program runs symbolically: each exists once, so that equal ones are
identical.

They are in negation normal form. A condition on one slot alone is a set of codes, as the bits of a number; one on
several slots together is a comparison of sums.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import field
from math import gcd
from typing import NamedTuple, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.logic.formula import Operator, relation


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
    """The predicate that is true, or false."""

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
    """The knowledge where a piece of a program runs: the codes that slots may have, and predicates that are true.

    Slots that are not in `codes` may have all that they ever have. `support` has the bits of all slots of which
    something is known. `simpler` has the predicates that were simplified here; it must be cleared when anything else
    changes.
    """

    __slots__ = ("codes", "simpler", "support", "truths")

    def __init__(self, codes: dict[int, int], truths: set[Predicate], support: int) -> None:
        self.codes, self.truths, self.support = codes, truths, support
        self.simpler: dict[Predicate, Predicate] = {}

    def copy(self) -> Context:
        """One of its own to a branch."""
        return Context(dict(self.codes), set(self.truths), self.support)


_MIRRORED: dict[Operator, Operator] = {"<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


WRITTEN = 20_000
"""The most comparisons of a predicate or a tree that is written out."""


class TooLargeError(RefusedError):
    """There is more work than was allowed, or a predicate or a tree is too large."""

    def __init__(self) -> None:
        super().__init__(f"the program has more than {WRITTEN:,} cases when run symbolically")


class Comparisons:
    """Predicates, each once, over slots of which each has a set of codes that it may ever have (`base`)."""

    def __init__(self, base: Sequence[int], budget: Budget) -> None:
        self._budget = budget
        self.base = [*base]
        self.allowed = 0
        self._known: dict[Hashable, Predicate] = {}

    def context(self) -> Context:
        """The context in which nothing is known."""
        return Context({}, set(), 0)

    def codes(self, slot: int, context: Context) -> int:
        """The codes that a slot may have."""
        return context.codes.get(slot, self.base[slot])

    def spend(self) -> None:
        """Note one more step of work, and raise TooLargeError where that is too much; raises at the budget's limits."""
        self.allowed -= 1
        if self.allowed < 0:
            raise TooLargeError
        if not self.allowed % 1024:
            self._budget.check()

    def check(self, size: int) -> None:
        """Raise TooLargeError for a predicate or a tree of too many comparisons to be written out."""
        if size > WRITTEN:
            raise TooLargeError

    def within(self, slot: int, codes: int) -> Predicate:
        """The predicate that a slot has one of some codes."""
        codes &= self.base[slot]
        if not codes:
            return NEVER
        if codes == self.base[slot]:
            return ALWAYS
        return self.kept((slot, codes), lambda number: Within(slot, codes, number, 1 << slot))

    def compared(self, term: Sum, operator: Operator, context: Context) -> Predicate:
        """The comparison of a sum with 0, simplified for slots with codes that the context allows."""
        term = self.known(term, context)
        bound = -term.constant
        if not term.terms:
            return ALWAYS if relation(operator)(0, bound) else NEVER
        if len(term.terms) == 1:
            ((slot, coefficient),) = term.terms
            holds = relation(operator)
            there = self.codes(slot, context)
            codes = sum(1 << code for code in bits(there) if holds(coefficient * code, bound))
            return ALWAYS if codes == there else self.within(slot, codes)
        low, high = self.ends(Sum(term.terms, 0), context)
        settled = _settled(low, high, operator, bound)
        if settled is None and operator in ("=", "!=") and self._apart(term, context):
            settled = operator == "!="
        return self.related(term.terms, operator, bound) if settled is None else ALWAYS if settled else NEVER

    def known(self, term: Sum, context: Context) -> Sum:
        """A sum with the slots that have only one code as numbers."""
        if not any(self._fixed(slot, context) for slot, _ in term.terms):
            return term
        fixed = {slot: single(self.codes(slot, context)) for slot, _ in term.terms}
        left = tuple((slot, coefficient) for slot, coefficient in term.terms if fixed[slot] is None)
        return Sum(left, term.constant + sum(coefficient * (fixed[slot] or 0) for slot, coefficient in term.terms))

    def _fixed(self, slot: int, context: Context) -> bool:
        codes = self.codes(slot, context)
        return not codes & (codes - 1)

    def ends(self, term: Sum, context: Context) -> tuple[int, int]:
        """The least and the greatest value that a sum may have."""
        low = high = term.constant
        for slot, coefficient in term.terms:
            codes = self.codes(slot, context)
            least, most = (codes & -codes).bit_length() - 1, codes.bit_length() - 1
            low += coefficient * (least if coefficient > 0 else most)
            high += coefficient * (most if coefficient > 0 else least)
        return low, high

    def _apart(self, term: Sum, context: Context) -> bool:
        """Tells if a difference of two slots is never 0, as they have no codes in common."""
        if len(term.terms) != 2 or {coefficient for _, coefficient in term.terms} != {1, -1}:
            return False
        (first, sign), (second, _) = term.terms
        # first = second + shift
        shift = -sign * term.constant
        one, other = self.codes(first, context), self.codes(second, context)
        return not one & (other << shift if shift >= 0 else other >> -shift)

    def related(self, terms: tuple[tuple[int, int], ...], operator: Operator, bound: int) -> Predicate:
        """The comparison of a sum without a constant with a number, in its normal form."""
        divisor = gcd(*(coefficient for _, coefficient in terms))
        if terms[0][1] < 0:
            divisor, operator = -divisor, _MIRRORED[operator]
        if operator in ("=", "!=") and bound % divisor:
            return ALWAYS if operator == "!=" else NEVER
        bound = bound // divisor if operator == "<=" else -(-bound // divisor)
        terms = tuple((slot, coefficient // divisor) for slot, coefficient in terms)
        support = sum(1 << slot for slot, _ in terms)
        return self.kept((terms, operator, bound), lambda number: Relation(terms, operator, bound, number, support))

    def kept(self, key: Hashable, made: Callable[[int], Predicate]) -> Predicate:
        """The predicate that is known by a key; where there is none, it is made, with its number."""
        predicate = self._known.get(key)
        if predicate is None:
            self.spend()
            predicate = self._known[key] = made(len(self._known) + 2)
        return predicate


def _settled(low: int, high: int, operator: Operator, bound: int) -> bool | None:
    """Tells if all numbers from one to another compare with a bound, or none does."""
    match operator:
        case "<=":
            return True if high <= bound else False if low > bound else None
        case ">=":
            return True if low >= bound else False if high < bound else None
        case "=":
            return None if low <= bound <= high else False
        case "!=":
            return None if low <= bound <= high else True
    assert_never(operator)
