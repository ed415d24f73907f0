"""The algebra of predicates: every operation simplifies, and keeps each predicate once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import gcd
from typing import TypeVar, assert_never

from vsym.logic.formula import Operator, relation
from vsym.reductions.programs.predicates import (
    ALWAYS,
    NEVER,
    Always,
    Conjunction,
    Context,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    Within,
    bits,
    single,
)

P = TypeVar("P", bound=Predicate)

_OPPOSITE: dict[Operator, tuple[Operator, int]] = {"<=": (">=", 1), ">=": ("<=", -1), "=": ("!=", 0), "!=": ("=", 0)}
_MIRRORED: dict[Operator, Operator] = {"<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


class TooLargeError(Exception):
    """There are more predicates and trees than was allowed."""


class Algebra:
    """Predicates over slots of which each has a set of codes that it may ever have (`base`)."""

    def __init__(self, base: Sequence[int]) -> None:
        self.base = [*base]
        self.allowed = 0
        self._known: dict[Hashable, Predicate] = {}
        self._negations: dict[Predicate, Predicate] = {ALWAYS: NEVER, NEVER: ALWAYS}
        self._conjunctions: dict[tuple[Predicate, ...], Predicate] = {}

    def context(self) -> Context:
        """That nothing is known."""
        return Context({}, set(), 0)

    def codes(self, slot: int, context: Context) -> int:
        """The codes that a slot may have."""
        return context.codes.get(slot, self.base[slot])

    def spend(self) -> None:
        """Raise TooLargeError where one more predicate or tree is too much."""
        self.allowed -= 1
        if self.allowed < 0:
            raise TooLargeError

    def within(self, slot: int, codes: int) -> Predicate:
        """That a slot has one of some codes."""
        codes &= self.base[slot]
        if not codes:
            return NEVER
        if codes == self.base[slot]:
            return ALWAYS
        return self._kept((slot, codes), lambda number: Within(slot, codes, number, 1 << slot))

    def compared(self, term: Sum, operator: Operator, context: Context) -> Predicate:
        """How a sum compares with 0, where all its slots are what the context says."""
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
        return self._relation(term.terms, operator, bound) if settled is None else ALWAYS if settled else NEVER

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
        """Whether a difference of two slots is never 0, as they have no codes in common."""
        if len(term.terms) != 2 or {coefficient for _, coefficient in term.terms} != {1, -1}:
            return False
        (first, sign), (second, _) = term.terms
        # first = second + shift
        shift = -sign * term.constant
        one, other = self.codes(first, context), self.codes(second, context)
        return not one & (other << shift if shift >= 0 else other >> -shift)

    def _relation(self, terms: tuple[tuple[int, int], ...], operator: Operator, bound: int) -> Predicate:
        divisor = gcd(*(coefficient for _, coefficient in terms))
        if terms[0][1] < 0:
            divisor, operator = -divisor, _MIRRORED[operator]
        if operator in ("=", "!=") and bound % divisor:
            return ALWAYS if operator == "!=" else NEVER
        bound = bound // divisor if operator == "<=" else -(-bound // divisor)
        terms = tuple((slot, coefficient // divisor) for slot, coefficient in terms)
        support = sum(1 << slot for slot, _ in terms)
        return self._kept((terms, operator, bound), lambda number: Relation(terms, operator, bound, number, support))

    def negate(self, predicate: Predicate) -> Predicate:
        """The opposite."""
        opposite = self._negations.get(predicate)
        if opposite is None:
            opposite = self._opposite(predicate)
            self._negations[predicate], self._negations[opposite] = opposite, predicate
        return opposite

    def _opposite(self, predicate: Predicate) -> Predicate:
        match predicate:
            case Always(value):
                return NEVER if value else ALWAYS
            case Within(slot, codes):
                return self.within(slot, self.base[slot] & ~codes)
            case Relation(terms, operator, bound):
                opposite, by = _OPPOSITE[operator]
                return self._relation(terms, opposite, bound + by)
            case Conjunction(parts):
                return self._combined(Disjunction, [self.negate(part) for part in parts])
            case Disjunction(parts):
                return self._combined(Conjunction, [self.negate(part) for part in parts])
            case Equivalence(left, right):
                return self._equivalent(self.negate(left), right)
        assert_never(predicate)

    def _combined(self, kind: type[Conjunction] | type[Disjunction], parts: Iterable[Predicate]) -> Predicate:
        ordered = tuple(sorted(parts, key=lambda part: part.number))
        support = 0
        for part in ordered:
            support |= part.support
        return self._kept((kind, ordered), lambda number: kind(ordered, number, support))

    def _equivalent(self, left: Predicate, right: Predicate) -> Predicate:
        if left.number > right.number:
            left, right = right, left
        support = left.support | right.support
        return self._kept((left, right), lambda number: Equivalence(left, right, number, support))

    def _kept(self, key: Hashable, made: Callable[[int], P]) -> Predicate:
        kept = self._known.get(key)
        if kept is None:
            self.spend()
            kept = self._known[key] = made(len(self._known) + 2)
        return kept

    def every(self, parts: Iterable[Predicate]) -> Predicate:
        """That all are true."""
        given = tuple(dict.fromkeys(part for part in parts if part is not ALWAYS))
        if len(given) < 2:
            return given[0] if given else ALWAYS
        joined = self._conjunctions.get(given)
        if joined is None:
            joined = self._conjunctions[given] = self._every(given)
        return joined

    def some(self, parts: Iterable[Predicate]) -> Predicate:
        """That one is true."""
        return self.negate(self.every([self.negate(part) for part in parts]))

    def either(self, condition: Predicate, then: Predicate, otherwise: Predicate) -> Predicate:
        """The one where a condition is true, the other one elsewhere."""
        if then is otherwise:
            return then
        if isinstance(condition, Always):
            return then if condition.value else otherwise
        if isinstance(then, Always):
            return self.some((condition, otherwise)) if then.value else self.every((self.negate(condition), otherwise))
        if isinstance(otherwise, Always):
            return self.some((self.negate(condition), then)) if otherwise.value else self.every((condition, then))
        if self.negate(then) is otherwise:
            return self._equivalent(condition, then)
        return self.some((self.every((condition, then)), self.every((self.negate(condition), otherwise))))

    def _every(self, parts: Sequence[Predicate]) -> Predicate:
        """Simplify each part by what the others say until nothing changes."""
        context, others, waiting = self.context(), dict[Predicate, None](), [*reversed(parts)]
        while waiting:
            part = waiting.pop()
            simpler = self.under(part, context)
            if simpler is not part:
                waiting.append(simpler)
                continue
            match part:
                case Always(value):
                    if not value:
                        return NEVER
                case Conjunction(inner):
                    waiting.extend(reversed(inner))
                case Within(slot, codes):
                    left = self.codes(slot, context) & codes
                    if not left:
                        return NEVER
                    context.codes[slot] = left
                    context.support |= part.support
                    self._again(part, others, waiting, context)
                case Relation() | Disjunction() | Equivalence():
                    context.truths.add(part)
                    context.support |= part.support
                    self._again(part, others, waiting, context)
                    others[part] = None
                case _:
                    assert_never(part)
        found = [*(self.within(slot, codes) for slot, codes in context.codes.items()), *others]
        return self._combined(Conjunction, found) if len(found) > 1 else found[0] if found else ALWAYS

    def _again(
        self, part: Predicate, others: dict[Predicate, None], waiting: list[Predicate], context: Context
    ) -> None:
        """Look once more at what a new part may simplify."""
        for other in [other for other in others if other.support & part.support]:
            context.truths.discard(other)
            simpler = self.under(other, context)
            if simpler is other:
                context.truths.add(other)
            else:
                del others[other]
                waiting.append(simpler)

    def assume(self, predicate: Predicate, context: Context) -> None:
        """Add to what is known."""
        match predicate:
            case Within(slot, codes):
                context.codes[slot] = self.codes(slot, context) & codes
            case Conjunction(parts):
                for part in parts:
                    self.assume(part, context)
            case Relation() | Disjunction() | Equivalence():
                context.truths.add(predicate)
            case Always():
                return
            case _:
                assert_never(predicate)
        context.support |= predicate.support

    def under(self, predicate: Predicate, context: Context) -> Predicate:
        """What is left of a predicate where something is known."""
        if not predicate.support & context.support:
            return predicate
        match predicate:
            case Always():
                return predicate
            case Within(slot, codes):
                there = context.codes.get(slot)
                if there is None:
                    return predicate
                left = there & codes
                return ALWAYS if left == there else self.within(slot, left)
        if predicate in context.truths:
            return ALWAYS
        if self.negate(predicate) in context.truths:
            return NEVER
        match predicate:
            case Relation(terms, operator, bound):
                if not any(slot in context.codes for slot, _ in terms):
                    return predicate
                return self.compared(Sum(terms, -bound), operator, context)
            case Conjunction(parts):
                left_over = [self.under(part, context) for part in parts]
                return predicate if all(map(_same, left_over, parts)) else self.every(left_over)
            case Disjunction(parts):
                left_over = [self.under(part, context) for part in parts]
                return predicate if all(map(_same, left_over, parts)) else self.some(left_over)
            case Equivalence(left_side, right_side):
                left_one, right_one = self.under(left_side, context), self.under(right_side, context)
                if left_one is left_side and right_one is right_side:
                    return predicate
                return self.either(left_one, right_one, self.negate(right_one))
        assert_never(predicate)


def _same(left: Predicate, right: Predicate) -> bool:
    return left is right


def _settled(low: int, high: int, operator: Operator, bound: int) -> bool | None:
    """Whether all numbers from one to another compare with a bound, or none does."""
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
