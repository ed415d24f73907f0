"""Predicates and trees as formulas and terms over the variables of a system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import assert_never

from vsym.logic.formula import (
    FALSE,
    TRUE,
    Comparison,
    Formula,
    Operator,
    compare,
    conjunction,
    disjunction,
    equivalence,
)
from vsym.logic.terms import Linear, Named, linear
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.flow import Code
from vsym.reductions.programs.predicates import (
    Always,
    Conjunction,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    Within,
    bits,
)
from vsym.reductions.programs.trees import Fork, Leaf, Switch
from vsym.system.system import Case, Term


class Writing:
    """Formulas and terms in which the slots have names; each predicate and each tree is written once."""

    def __init__(self, algebra: Algebra, names: Sequence[str]) -> None:
        self._algebra = algebra
        self._atoms = [Named(name) for name in names]
        self.formula: Callable[[Predicate], Formula] = cache(self._formula)
        self._comparisons: dict[tuple[int, Operator, int], Comparison] = {}

    def _formula(self, predicate: Predicate) -> Formula:
        """A predicate."""
        match predicate:
            case Always(value):
                return TRUE if value else FALSE
            case Within(slot, codes):
                return self._within(slot, codes)
            case Relation(terms, operator, bound):
                return compare(self._linear(Sum(terms, 0)), operator, Linear((), bound))
            case Conjunction(parts):
                return conjunction(map(self.formula, parts))
            case Disjunction(parts):
                return disjunction(map(self.formula, parts))
            case Equivalence(left, right):
                return equivalence(self.formula(left), self.formula(right))
        assert_never(predicate)

    def domain(self, every: Sequence[int]) -> Formula:
        """Which of all codes the slots ever have."""
        return conjunction(
            disjunction(self._run(slot, low, high) for low, high in _runs([*bits(ever)], everything))
            for slot, (ever, everything) in enumerate(zip(self._algebra.base, every, strict=True))
            if ever != everything
        )

    def _within(self, slot: int, codes: int) -> Formula:
        """The codes of a slot with as few comparisons as possible; codes that it never has are left open."""
        ever = self._algebra.base[slot]
        inside, outside = [*bits(codes)], [*bits(ever & ~codes)]
        if len(inside) == 1:
            return self._compared(slot, "=", inside[0])
        if len(outside) == 1:
            return self._compared(slot, "!=", outside[0])
        if inside[-1] < outside[0]:
            return self._compared(slot, "<=", inside[-1])
        if inside[0] > outside[-1]:
            return self._compared(slot, ">=", inside[0])
        return disjunction(self._run(slot, low, high) for low, high in _runs(inside, ever))

    def _run(self, slot: int, low: int, high: int) -> Formula:
        if low == high:
            return self._compared(slot, "=", low)
        return conjunction((self._compared(slot, ">=", low), self._compared(slot, "<=", high)))

    def _compared(self, slot: int, operator: Operator, code: int) -> Formula:
        key = slot, operator, code
        if key not in self._comparisons:
            self._comparisons[key] = Comparison(Linear(((self._atoms[slot], 1),)), operator, code)
        return self._comparisons[key]

    def _linear(self, term: Sum) -> Linear:
        return linear(((self._atoms[slot], coefficient) for slot, coefficient in term.terms), term.constant)

    def term(self, code: Code, slot: int) -> Term:
        """What a slot is given. Of the cases by a slot's codes the last one is where it keeps what it has; if there is
        none, and some codes of the slot are in no case, as it does not have them then, it is 0, which stands for
        nothing: so no code is preferred."""
        match code:
            case Leaf(content):
                return self._linear(content)
            case Switch(asked, arms):
                left_out = self._algebra.base[asked]
                for codes, _ in arms:
                    left_out &= ~codes
                keeping = [arm for arm in arms if isinstance(arm[1], Leaf) and arm[1].content.slot == slot]
                last = keeping[0] if keeping else None if left_out else max(arms, key=lambda arm: arm[0].bit_count())
                within = self._algebra.within
                branches = [
                    (self.formula(within(asked, codes)), self.term(below, slot))
                    for codes, below in (arm for arm in arms if arm is not last)
                ]
                return _case(branches, Linear() if last is None else self.term(last[1], slot))
            case Fork(condition, then, otherwise):
                branch = (self.formula(condition), self.term(then, slot))
                return _case([branch], self.term(otherwise, slot))
        assert_never(code)


def _case(branches: Sequence[tuple[Formula, Term]], otherwise: Term) -> Term:
    if isinstance(otherwise, Case):
        return Case((*branches, *otherwise.branches), otherwise.otherwise)
    return Case(tuple(branches), otherwise)


def _runs(codes: Sequence[int], ever: int) -> list[tuple[int, int]]:
    """Codes as runs: between two codes of one there is none that occurs beside them."""
    runs: list[tuple[int, int]] = []
    for code in codes:
        if runs and not any(ever >> between & 1 for between in range(runs[-1][1] + 1, code)):
            runs[-1] = runs[-1][0], code
        else:
            runs.append((code, code))
    return runs
