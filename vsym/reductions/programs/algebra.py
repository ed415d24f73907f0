"""The algebra of predicates: every operation simplifies, and keeps each predicate once."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import assert_never

from vsym.basics.limits import Budget
from vsym.logic.formula import Operator
from vsym.reductions.programs.predicates import (
    ALWAYS,
    NEVER,
    Always,
    Comparisons,
    Conjunction,
    Context,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    Within,
)

_OPPOSITE: dict[Operator, tuple[Operator, int]] = {"<=": (">=", 1), ">=": ("<=", -1), "=": ("!=", 0), "!=": ("=", 0)}


LARGE = 200
"""The most comparisons of a predicate whose parts vsym simplifies in a context; only size depends on it."""


class Algebra(Comparisons):
    """Comparisons with their connectives."""

    def __init__(self, base: Sequence[int], budget: Budget) -> None:
        super().__init__(base, budget)
        self._negations: dict[Predicate, Predicate] = {ALWAYS: NEVER, NEVER: ALWAYS}
        self._conjunctions: dict[tuple[Predicate, ...], Predicate] = {}

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
            case Relation(terms, sign, bound):
                opposite, by = _OPPOSITE[sign]
                return self.related(terms, opposite, bound + by)
            case Conjunction(parts) | Disjunction(parts):
                dual = Disjunction if isinstance(predicate, Conjunction) else Conjunction
                return self.combined(dual, [self.negate(part) for part in parts])
            case Equivalence(left, right):
                return self.equivalent(self.negate(left), right)
        assert_never(predicate)

    def combined(self, kind: type[Conjunction] | type[Disjunction], parts: Iterable[Predicate]) -> Predicate:
        ordered = tuple(sorted(parts, key=lambda part: part.number))
        support = size = 0
        for part in ordered:
            support |= part.support
            size += part.size
        self.check(size)
        return self.kept((kind, ordered), lambda number: kind(ordered, number, support, size))

    def equivalent(self, left: Predicate, right: Predicate) -> Predicate:
        if left.number > right.number:
            left, right = right, left
        support = left.support | right.support
        size = left.size + right.size
        return self.kept((left, right), lambda number: Equivalence(left, right, number, support, size))

    def every(self, parts: Iterable[Predicate]) -> Predicate:
        """The conjunction of all."""
        given = tuple(dict.fromkeys(part for part in parts if part is not ALWAYS))
        if len(given) < 2:
            return given[0] if given else ALWAYS
        joined = self._conjunctions.get(given)
        if joined is None:
            joined = self._conjunctions[given] = self._every(given)
        return joined

    def some(self, parts: Iterable[Predicate]) -> Predicate:
        """The disjunction of all."""
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
            return self.equivalent(condition, then)
        return self.some((self.every((condition, then)), self.every((self.negate(condition), otherwise))))

    def _every(self, parts: Sequence[Predicate]) -> Predicate:
        """Simplify each part by the others until nothing changes; the parts of one conjunction already are simple."""
        context, others = self.context(), dict[Predicate, None]()
        largest = max(parts, key=lambda part: len(part.parts) if isinstance(part, Conjunction) else 0)
        if isinstance(largest, Conjunction):
            self.assume(largest, context)
            others.update(dict.fromkeys(part for part in largest.parts if not isinstance(part, Within)))
        waiting = [part for part in reversed(parts) if part is not largest or not isinstance(part, Conjunction)]
        while waiting:
            self.spend()
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
                    context.simpler.clear()
                    self._again(part, others, waiting, context)
                case Relation() | Disjunction() | Equivalence():
                    context.truths.add(part)
                    context.support |= part.support
                    context.simpler.clear()
                    self._again(part, others, waiting, context)
                    others[part] = None
                case _:
                    assert_never(part)
        predicates = [*(self.within(slot, codes) for slot, codes in context.codes.items()), *others]
        if len(predicates) > 1:
            return self.combined(Conjunction, predicates)
        return predicates[0] if predicates else ALWAYS

    def _again(
        self, part: Predicate, others: dict[Predicate, None], waiting: list[Predicate], context: Context
    ) -> None:
        """Simplify again the other parts that a new part may simplify."""
        if isinstance(part, Within):
            touched = [other for other in others if other.support & part.support]
        else:
            # It can simplify only those in which it stands.
            touched = [one for one in others if one.size > part.size and not part.support & ~one.support]
        for other in touched:
            self.spend()
            context.truths.discard(other)
            # Without this one, the predicates that it has simplified may not be so simple.
            context.simpler.clear()
            simpler = self.under(other, context)
            if simpler is other:
                context.truths.add(other)
            else:
                del others[other]
                waiting.append(simpler)

    def assume(self, predicate: Predicate, context: Context) -> None:
        """Add a predicate to the knowledge of a context."""
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
        context.simpler.clear()

    def under(self, predicate: Predicate, context: Context) -> Predicate:
        """A predicate, simplified by the knowledge of a context."""
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
        simpler = context.simpler.get(predicate)
        if simpler is None:
            simpler = context.simpler[predicate] = self._simpler(predicate, context)
        return simpler

    def _simpler(self, predicate: Relation | Conjunction | Disjunction | Equivalence, context: Context) -> Predicate:
        if predicate in context.truths:
            return ALWAYS
        if self.negate(predicate) in context.truths:
            return NEVER
        if predicate.size > LARGE:
            return predicate
        match predicate:
            case Relation(terms, sign, bound):
                if not any(slot in context.codes for slot, _ in terms):
                    return predicate
                return self.compared(Sum(terms, -bound), sign, context)
            case Conjunction(parts) | Disjunction(parts):
                left_over = [self.under(part, context) for part in parts]
                if all(map(operator.is_, left_over, parts)):
                    return predicate
                return self.every(left_over) if isinstance(predicate, Conjunction) else self.some(left_over)
            case Equivalence(left_side, right_side):
                left_one, right_one = self.under(left_side, context), self.under(right_side, context)
                if left_one is left_side and right_one is right_side:
                    return predicate
                return self.either(left_one, right_one, self.negate(right_one))
        assert_never(predicate)
