"""The net of a transition system: counters as they are, and a place for each value of a variable of few values.

Predicates are read as unions of boxes: the least and the largest count that a marking may have at each place.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.engines.smt.coverability.net import Marking, Net, Place, Transfer
from vsym.engines.smt.linear import Atom, Sum, atom, conjuncts, linear_sum
from vsym.engines.smt.system import Step, TransitionSystem

FEW = 16
"""The most values of a variable that has a place for each."""

MOST_TRANSFERS = 2_000
"""The most transfers of a net."""

BOUNDLESS = 1 << 40
"""A count at the start of which there can be more than this is taken for one without a bound."""

MOST = 64
"""The most boxes of a guard; one that needs more counts as true, where that is sound."""

MOST_GOALS = 2_000
"""The most boxes of a goal."""


class NoNetError(Exception):
    """The system has a step that no transfer between counters expresses, or it has no start."""


def _kinds(system: TransitionSystem) -> tuple[frozenset[FNode], dict[FNode, range]]:
    """The counters, which the domain says are never negative, and the values of variables that have few."""
    low, high = dict[FNode, int](), dict[FNode, int]()
    for part in conjuncts(system.domain):
        if part.is_le() or part.is_lt() or part.is_equals():
            comparison = atom(part)
            if isinstance(comparison, bool) or len(comparison.left.coefficients) > 1:
                continue
            ((symbol, by),) = comparison.left.coefficients.items()
            if by == 1 and comparison.operator in (">=", "="):
                low[symbol] = max(comparison.bound, low.get(symbol, comparison.bound))
            if by == 1 and comparison.operator in ("<=", "="):
                high[symbol] = min(comparison.bound, high.get(symbol, comparison.bound))
    few = {
        symbol: range(low[symbol], high[symbol] + 1)
        for symbol in system.variables
        if symbol in low and symbol in high and high[symbol] - low[symbol] < FEW
    }
    return frozenset(symbol for symbol in system.variables if low.get(symbol, -1) >= 0) - few.keys(), few


@frozen
class Reading:
    """A transition system read as a net: its counters, and the values of its variables that have few."""

    system: TransitionSystem
    counters: frozenset[FNode]
    few: Mapping[FNode, range]

    @classmethod
    def of(cls, system: TransitionSystem) -> Reading:
        """The reading of a system; raises NotLinearError."""
        return cls(system, *_kinds(system))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The counters, then each value of each variable that has few."""
        return (
            *(Place(symbol) for symbol in self.system.variables if symbol in self.counters),
            *(Place(symbol, value) for symbol, values in self.few.items() for value in values),
        )

    def net(self, session: Session) -> Net:
        """The net; the session knows the domain. Raises NoNetError, NotLinearError and UndecidedError."""
        if not session.satisfiable(self.system.initial):
            raise NoNetError
        transfers = dict[Transfer, None]()
        for step in self.system.steps:
            for transfer in self._transfers(step):
                transfers[transfer] = None
                if len(transfers) > MOST_TRANSFERS:
                    raise NoNetError
        return Net(self.places, tuple(transfers), tuple(self._most(place, session) for place in self.places))

    def goals(self, formula: FNode) -> list[Marking]:
        """Markings such that every state that satisfies a predicate has at least one of them; raises NoNetError and
        NotLinearError."""
        markings = dict[Marking, None]()
        for values in self._valuations(self._symbols(formula)):
            for box in Boxes(self.counters, values, MOST_GOALS).of(formula):
                markings[self._marking(box.low, values)] = None
        return list(markings)

    def _symbols(self, formula: FNode) -> frozenset[FNode]:
        return frozenset(self.system.environment.fvo.get_free_variables(formula))

    def _valuations(self, symbols: frozenset[FNode]) -> Iterator[dict[FNode, int]]:
        """All values of those of the symbols that have few."""
        chosen = [symbol for symbol in self.few if symbol in symbols]
        for number, values in enumerate(itertools.product(*(self.few[symbol] for symbol in chosen))):
            if number > MOST_TRANSFERS:
                raise NoNetError
            yield dict(zip(chosen, values, strict=True))

    def _marking(self, low: Mapping[FNode, int], values: Mapping[FNode, int]) -> Marking:
        return tuple(
            low.get(place.symbol, 0) if place.value is None else int(values.get(place.symbol) == place.value)
            for place in self.places
        )

    def _transfers(self, step: Step) -> Iterator[Transfer]:
        terms = {symbol: linear_sum(term) for symbol, term in step.update.items()}
        read = {symbol for term in terms.values() for symbol in term.coefficients}
        for values in self._valuations(self._symbols(step.guard) | {*terms, *read}):
            transfers = {symbol: Sum({}, value) for symbol, value in values.items()}
            after = {symbol: term.after(transfers) for symbol, term in terms.items()}
            target = self._targets(after)
            added = {symbol: after[symbol].constant for symbol in self.counters & after.keys()}
            for box in Boxes(self.counters, values).of(step.guard):
                low = self._marking(box.low, values)
                high = tuple(None if place.value is not None else box.high.get(place.symbol) for place in self.places)
                for new in self._assigned(after, values):
                    before, later = self._marking({}, values), self._marking(added, {**values, **new})
                    yield Transfer(low, high, target, tuple(map(int.__sub__, later, before)))

    def _assigned(self, after: Mapping[FNode, Sum], values: Mapping[FNode, int]) -> Iterator[dict[FNode, int]]:
        """The values that variables of few values may get: any value where it depends on counters."""
        assigned = [symbol for symbol in values if symbol in after]
        ways = [
            self.few[symbol] if after[symbol].coefficients else {after[symbol].constant} & {*self.few[symbol]}
            for symbol in assigned
        ]
        for new in itertools.product(*ways):
            yield dict(zip(assigned, new, strict=True))

    def _targets(self, after: Mapping[FNode, Sum]) -> tuple[int | None, ...]:
        """The place to which all at each place goes; raises NoNetError where a counter becomes something else."""
        number = {place.symbol: n for n, place in enumerate(self.places) if place.value is None}
        target = [None if place.value is None and place.symbol in after else n for n, place in enumerate(self.places)]
        for symbol in self.counters & after.keys():
            for source, by in after[symbol].coefficients.items():
                if by != 1 or source not in number or target[number[source]] is not None:
                    raise NoNetError
                target[number[source]] = number[symbol]
        return tuple(target)

    def _most(self, place: Place, session: Session) -> int | None:
        """The greatest count at a place at the start, found by doubling and bisection; None beyond BOUNDLESS."""
        manager, initial = self.system.manager, self.system.initial
        if place.value is not None:
            return int(session.satisfiable(initial, manager.Equals(place.symbol, manager.Int(place.value))))

        def more_than(number: int) -> bool:
            return session.satisfiable(initial, manager.GT(place.symbol, manager.Int(number)))

        if more_than(BOUNDLESS):
            return None
        low, high = -1, 0
        while more_than(high):
            low, high = high, 2 * high + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if more_than(middle) else (low, middle)
        return high


@frozen
class Box:
    """The least and the greatest value of each symbol that has one."""

    low: Mapping[FNode, int]
    high: Mapping[FNode, int]

    def both(self, other: Box) -> Box | None:
        """The intersection of two boxes; None where it is empty."""
        low, high = dict(self.low), dict(self.high)
        for symbol, bound in other.low.items():
            low[symbol] = max(bound, low.get(symbol, bound))
        for symbol, bound in other.high.items():
            high[symbol] = min(bound, high.get(symbol, bound))
        return None if any(symbol in high and high[symbol] < bound for symbol, bound in low.items()) else Box(low, high)


ALL = Box({}, {})


@frozen
class Boxes:
    """The bounds of predicates on counters, which are never negative, where some symbols have these values. Conditions
    on other symbols are left out. A predicate of more than `most` boxes is taken for true."""

    counters: frozenset[FNode]
    values: Mapping[FNode, int]
    most: int = MOST

    def of(self, formula: FNode, *, positive: bool = True) -> tuple[Box, ...]:
        """Boxes whose union has every state that satisfies a predicate, or its negation."""
        parts = formula.args()
        if formula.is_not():
            return self.of(parts[0], positive=not positive)
        if formula.is_bool_constant():
            return (ALL,) if bool(formula.constant_value()) == positive else ()
        if formula.is_implies():
            first, then = self.of(parts[0], positive=not positive), self.of(parts[1], positive=positive)
            return self._either([first, then]) if positive else self._all([first, then])
        if formula.is_iff():
            one, other = parts
            signs = ((True, positive), (False, not positive))
            return self._either(
                self._all([self.of(one, positive=here), self.of(other, positive=there)]) for here, there in signs
            )
        if formula.is_and() or formula.is_or():
            several = (self.of(part, positive=positive) for part in parts)
            return self._all(several) if formula.is_and() == positive else self._either(several)
        return self._compared(atom(formula), positive=positive)

    def _compared(self, comparison: Atom | bool, *, positive: bool) -> tuple[Box, ...]:
        if isinstance(comparison, bool):
            return (ALL,) if comparison == positive else ()
        left = comparison.left.after({symbol: Sum({}, number) for symbol, number in self.values.items()})
        left, bound = Sum(left.coefficients), comparison.bound - left.constant
        match comparison.operator, positive:
            case ("=", True):
                return self._all([self._at_least(left, bound), self._at_most(left, bound)])
            case ("=", False):
                return self._either([self._at_least(left, bound + 1), self._at_most(left, bound - 1)])
            case (">=", True):
                return self._at_least(left, bound)
            case (">=", False):
                return self._at_most(left, bound - 1)
            case ("<=", True):
                return self._at_most(left, bound)
            case _:
                return self._at_least(left, bound + 1)

    def _at_most(self, left: Sum, bound: int) -> tuple[Box, ...]:
        return self._at_least(left.times(-1), -bound)

    def _at_least(self, left: Sum, bound: int) -> tuple[Box, ...]:
        """`left >= bound`: terms with negative coefficients only lower the left side, so the others must reach it."""
        if not left.coefficients.keys() <= self.counters:
            return (ALL,) if left.coefficients or bound <= 0 else ()
        positive = {symbol: by for symbol, by in left.coefficients.items() if by > 0}
        negative = {symbol: -by for symbol, by in left.coefficients.items() if by < 0}
        if not positive:
            return () if bound > 0 else (Box({}, {symbol: -bound // by for symbol, by in negative.items()}),)
        if bound <= 0:
            return (ALL,)
        return self._bounded(tuple(Box(low, {}) for low in itertools.islice(_reaching(positive, bound), self.most + 1)))

    def _either(self, parts: Iterable[tuple[Box, ...]]) -> tuple[Box, ...]:
        return self._bounded(tuple(itertools.chain.from_iterable(parts)))

    def _all(self, parts: Iterable[tuple[Box, ...]]) -> tuple[Box, ...]:
        boxes_of_all: tuple[Box, ...] = (ALL,)
        for part in parts:
            meets = (one.both(other) for one in boxes_of_all for other in part)
            boxes_of_all = self._bounded(tuple(box for box in meets if box is not None))
        return boxes_of_all

    def _bounded(self, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return boxes if len(boxes) <= self.most else (ALL,)


def _reaching(coefficients: Mapping[FNode, int], bound: int) -> Iterator[dict[FNode, int]]:
    """Least values, never negative, whose weighted sum reaches a positive bound; the last symbol takes the rest."""
    (symbol, by), *rest = coefficients.items()
    enough = -(-bound // by)
    if not rest:
        yield {symbol: enough}
        return
    for number in range(enough + 1):
        missing = bound - by * number
        for low in _reaching(dict(rest), missing) if missing > 0 else [{}]:
            yield {symbol: number, **low} if number else low
