"""Runs that fork: the same piece of a program again and again, each time with other answers to the open questions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Span
from vsym.logic.formula import Comparison, Formula, Truth, compare, conjunction, conjuncts, negate
from vsym.logic.terms import Atom, Linear
from vsym.reductions.process_counters.slots import SIZE, not_counted

PATHS = 20_000
"""The most ways of a rule."""

VALUES = 300
"""The most values of a number for which a run forks value by value."""

T = TypeVar("T")
R = TypeVar("R")

Bounds: TypeAlias = Callable[[Atom], tuple[float, float]]
"""The least and the greatest value of a variable."""


@frozen
class Interval:
    """The least and the greatest value of a term, and those between that it does not have."""

    low: float
    high: float
    without: frozenset[int] = frozenset()


Intervals: TypeAlias = Mapping[Linear, Interval]

_NOTHING: Intervals = MappingProxyType({})


class ImpossibleError(Exception):
    """No state goes this way."""


class Path:
    """One way through a piece of a program: the `conditions` that it has assumed, and the intervals of terms after
    them.

    The bounds of a state's variables are known.
    """

    def __init__(self, script: Sequence[int], bounds: Bounds, budget: Budget, intervals: Intervals) -> None:
        self._script, self._bounds, self._budget = script, bounds, budget
        self._intervals: dict[Linear, Interval] = dict(intervals)
        self.choices: list[tuple[int, int]] = []
        self.conditions: list[Formula] = []

    @property
    def condition(self) -> Formula:
        """The states in which the program goes this way."""
        return conjunction(self.conditions)

    def choose(self, options: Sequence[tuple[Formula, T]]) -> T:
        """One of some options, each of which is possible where its condition holds; raises ImpossibleError for none."""
        possible = [(formula, what) for formula, what in options if self.follows(formula) is not False]
        if not possible:
            raise ImpossibleError
        place = 0
        if len(possible) > 1:
            number = len(self.choices)
            place = self._script[number] if number < len(self._script) else 0
            self.choices.append((place, len(possible)))
        formula, what = possible[place]
        self.assume(formula)
        return what

    def decide(self, formula: Formula) -> bool:
        """Tells if a condition holds; the run forks where that is open."""
        verdict = self.follows(formula)
        return self.choose([(formula, True), (negate(formula), False)]) if verdict is None else verdict

    def number(self, term: Linear, span: Span) -> int:
        """The value of a term: each that it may have; raises DiagnosticError (VS462) where there are too many."""
        if not term.terms:
            return term.constant
        low, high = self._interval(term)
        if high - low >= VALUES:
            raise not_counted(SIZE, span, f"`{span.text}` has more than {VALUES} values, too many to distinguish here")
        values = range(int(low), int(high) + 1)
        return self.choose([(compare(term, "=", Linear((), value)), value) for value in values])

    def assume(self, formula: Formula) -> None:
        """Take a condition for true."""
        if self.follows(formula) is True:
            return
        self.conditions.append(formula)
        self.believe(formula)

    def believe(self, formula: Formula) -> None:
        """Use a condition that is true of every state, as far as it is one of comparisons that all hold."""
        for part in conjuncts(formula):
            if isinstance(part, Comparison):
                self._compared(part)

    def onward(self, run: Callable[[Path], R], span: Span) -> Iterator[tuple[Path, R]]:
        """Every way through a run from here, with its result and the conditions since; raises as `paths`."""
        return paths(run, self._bounds, span, self._budget, self._intervals)

    def _compared(self, formula: Comparison) -> None:
        left, bound = formula.left, formula.bound
        low, high = self._interval(left)
        without = self._without(left)
        match formula.operator:
            case "<=":
                high = min(high, bound)
            case ">=":
                low = max(low, bound)
            case "=":
                low = high = bound
            case "!=":
                without |= {bound}
        while low in without:
            low += 1
        while high in without:
            high -= 1
        self._intervals[left] = Interval(low, high, without)
        if len(left.terms) > 1:
            self._spread(left)

    def _spread(self, left: Linear) -> None:
        """Narrow the variables of a sum by its bounds."""
        low, high = self._interval(left)
        sums = self._sum(left)
        for atom, coefficient in left.terms:
            alone = Linear(((atom, 1),))
            own = self._interval(alone)
            ends = sorted((coefficient * own[0], coefficient * own[1]))
            # An infinite bound cannot be taken out of a sum again.
            least = low - (sums[1] - ends[1]) if math.isfinite(sums[1]) else -math.inf
            most = high - (sums[0] - ends[0]) if math.isfinite(sums[0]) else math.inf
            if coefficient < 0:
                least, most = -most, -least
            size = abs(coefficient)
            least = math.ceil(least / size) if math.isfinite(least) else least
            most = math.floor(most / size) if math.isfinite(most) else most
            self._intervals[alone] = Interval(max(own[0], least), min(own[1], most), self._without(alone))

    def follows(self, formula: Formula) -> bool | None:
        """Tells if a condition holds by the known intervals of terms; None where these leave it open."""
        if isinstance(formula, Truth):
            return formula.value
        if not isinstance(formula, Comparison):
            return None
        (low, high), bound = self._interval(formula.left), formula.bound
        match formula.operator:
            case "<=":
                return True if high <= bound else False if low > bound else None
            case ">=":
                return True if low >= bound else False if high < bound else None
            case "=" | "!=":
                same = formula.operator == "="
                if low == high == bound:
                    return same
                outside = bound < low or bound > high or bound in self._without(formula.left)
                return (not same) if outside else None

    def _interval(self, term: Linear) -> tuple[float, float]:
        low, high = self._sum(term)
        own = self._intervals.get(Linear(term.terms))
        if own is not None:
            low, high = max(low, own.low + term.constant), min(high, own.high + term.constant)
        return low, high

    def _sum(self, term: Linear) -> tuple[float, float]:
        low: float = term.constant
        high: float = term.constant
        for atom, coefficient in term.terms:
            interval = self._intervals.get(Linear(((atom, 1),)))
            ends = self._bounds(atom) if interval is None else (interval.low, interval.high)
            low += coefficient * ends[coefficient < 0]
            high += coefficient * ends[coefficient > 0]
        return low, high

    def _without(self, left: Linear) -> frozenset[int]:
        interval = self._intervals.get(left)
        return frozenset() if interval is None else interval.without


def paths(
    run: Callable[[Path], R],
    bounds: Bounds,
    span: Span,
    budget: Budget,
    intervals: Mapping[Linear, Interval] = _NOTHING,
) -> Iterator[tuple[Path, R]]:
    """Every way through something, where some is known; raises DiagnosticError (VS462) for too many,
    LimitReachedError."""
    script: list[int] = []
    for number in range(PATHS):
        if number % 64 == 0:
            budget.check()
        path = Path(script, bounds, budget, intervals)
        with suppress(ImpossibleError):
            yield path, run(path)
        choices = path.choices
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return
        script = [place for place, _ in choices[:-1]] + [choices[-1][0] + 1]
    raise not_counted(SIZE, span, f"it branches into more than {PATHS:,} paths")
