"""The net of a transition system: counters as they are, and a place for each value of a variable of few values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cached_property

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.engines.smt.coverability.boxes import boxes
from vsym.engines.smt.coverability.net import Marking, Net, Place, Transfer
from vsym.engines.smt.linear import Sum, atom, linear_sum
from vsym.engines.smt.system import Step, TransitionSystem

FEW = 16
"""A variable of at most so many values has a place for each."""

MOST_TRANSFERS = 2_000
"""Of how many transfers a net consists at most."""


BOUNDLESS = 1 << 40
"""A count at the start of which there can be more than this is taken for one without a bound."""


class NoNetError(Exception):
    """Steps of the system do other things than to move what is counted, or there is no start."""


def _kinds(system: TransitionSystem) -> tuple[frozenset[FNode], dict[FNode, range]]:
    """The counters, which the domain says are never negative, and the values of variables that have few."""
    low, high = dict[FNode, int](), dict[FNode, int]()
    for part in _conjuncts(system.domain):
        if part.is_le() or part.is_lt() or part.is_equals():
            found = atom(part)
            if isinstance(found, bool) or len(found.left.coefficients) > 1:
                continue
            ((symbol, by),) = found.left.coefficients.items()
            if by == 1 and found.operator in (">=", "="):
                low[symbol] = max(found.bound, low.get(symbol, found.bound))
            if by == 1 and found.operator in ("<=", "="):
                high[symbol] = min(found.bound, high.get(symbol, found.bound))
    few = {
        symbol: range(low[symbol], high[symbol] + 1)
        for symbol in system.variables
        if symbol in low and symbol in high and high[symbol] - low[symbol] < FEW
    }
    return frozenset(symbol for symbol in system.variables if low.get(symbol, -1) >= 0) - few.keys(), few


def _conjuncts(formula: FNode) -> Iterator[FNode]:
    if formula.is_and():
        for part in formula.args():
            yield from _conjuncts(part)
    else:
        yield formula


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
        found = dict[Marking, None]()
        for values in self._valuations(self._symbols(formula)):
            for box in boxes(formula, self.counters, values):
                found[self._marking(box.low, values)] = None
        return list(found)

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
            known = {symbol: Sum({}, value) for symbol, value in values.items()}
            after = {symbol: term.after(known) for symbol, term in terms.items()}
            target = self._targets(after)
            added = {symbol: after[symbol].constant for symbol in self.counters & after.keys()}
            for box in boxes(step.guard, self.counters, values):
                low = self._marking(box.low, values)
                high = tuple(None if place.value is not None else box.high.get(place.symbol) for place in self.places)
                for new in self._assigned(after, values):
                    before, later = self._marking({}, values), self._marking(added, {**values, **new})
                    yield Transfer(low, high, target, tuple(map(int.__sub__, later, before)))

    def _assigned(self, after: Mapping[FNode, Sum], values: Mapping[FNode, int]) -> Iterator[dict[FNode, int]]:
        """What the variables of few values may become: any value where it depends on what is counted."""
        assigned = [symbol for symbol in values if symbol in after]
        ways = [
            self.few[symbol] if after[symbol].coefficients else {after[symbol].constant} & {*self.few[symbol]}
            for symbol in assigned
        ]
        for new in itertools.product(*ways):
            yield dict(zip(assigned, new, strict=True))

    def _targets(self, after: Mapping[FNode, Sum]) -> tuple[int | None, ...]:
        """Where all that is at each place goes; raises NoNetError where a counter becomes something else."""
        number = {place.symbol: n for n, place in enumerate(self.places) if place.value is None}
        target = [None if place.value is None and place.symbol in after else n for n, place in enumerate(self.places)]
        for symbol in self.counters & after.keys():
            for source, by in after[symbol].coefficients.items():
                if by != 1 or source not in number or target[number[source]] is not None:
                    raise NoNetError
                target[number[source]] = number[symbol]
        return tuple(target)

    def _most(self, place: Place, session: Session) -> int | None:
        """The most there can be at a place at the start, which is asked for by powers of two."""
        manager, initial = self.system.environment.formula_manager, self.system.initial
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
