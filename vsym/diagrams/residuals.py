"""Residuals: the rest of a constraint on a vector after some of its levels are read.

They are to constraints what derivatives are to regular expressions (Brzozowski, Derivatives of Regular Expressions,
1964): each exists once, and its parts on a single level become one set of values, so that few residuals differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Literal, TypeAlias, assert_never

from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation, collected
from vsym.diagrams.reader import Readers, Sum
from vsym.diagrams.values import EVERY_VALUE, Values, both, contains, either, interval, moved

_Kind = Literal["and", "or"]
_NEVER = 1 << 60
"""The level of a residual that restricts no level."""


class Residual(ABC):
    """A constraint at a value of a level, the first level that it restricts; `done` has the results of a walk by
    node."""

    __slots__ = ("_advanced", "_down", "done", "level")

    def __init__(self, level: int) -> None:
        self.level = level
        self.done: dict[int, int] = {}
        self._advanced: dict[int, Residual] = {}
        self._down: Residual | None = None

    def advance(self, level: int, by: int) -> Residual:
        """The residual `by` values further at a level."""
        if self.level > level or not by:
            return self
        if by not in self._advanced:
            self._advanced[by] = self._further(by)
        return self._advanced[by]

    def down(self, level: int) -> Residual:
        """The residual below a level, having settled for this value of it."""
        if self.level > level:
            return self
        if self._down is None:
            self._down = self._below()
        return self._down

    @abstractmethod
    def _further(self, by: int, /) -> Residual:
        """The residual `by` values further at its own level."""

    @abstractmethod
    def _below(self) -> Residual:
        """The residual below its own level, having settled for this value of it."""


class _Settled(Residual):
    """A truth value, which restricts no level: it is the same everywhere."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_NEVER)

    def _further(self, _: int, /) -> Residual:
        return self

    def _below(self) -> Residual:
        return self


class _Mask(Residual):
    """The residual that a level has one of some values, counted from the place where the residual stands."""

    __slots__ = ("residuals", "values")

    def __init__(self, residuals: Residuals, level: int, values: Values) -> None:
        super().__init__(level)
        self.residuals, self.values = residuals, values

    def _further(self, by: int, /) -> Residual:
        return self.residuals.mask(self.level, moved(self.values, -by))

    def _below(self) -> Residual:
        return self.residuals.true if contains(self.values, 0) else self.residuals.false


class _Bound(Residual):
    """The residual that a sum from a level on is between two numbers."""

    __slots__ = ("high", "low", "residuals", "total")

    def __init__(self, residuals: Residuals, total: Sum, low: float, high: float) -> None:
        super().__init__(total.level)
        self.residuals, self.total, self.low, self.high = residuals, total, low, high

    def _further(self, by: int, /) -> Residual:
        less = by * self.total.coefficient
        return self.residuals.bound(self.total, self.low - less, self.high - less)

    def _below(self) -> Residual:
        assert self.total.rest is not None
        return self.residuals.bound(self.total.rest, self.low, self.high)


class _Joined(Residual):
    """The conjunction or disjunction of some residuals: `here` are those whose first level is its own."""

    __slots__ = ("here", "kind", "parts", "residuals", "rest")

    def __init__(self, residuals: Residuals, kind: _Kind, parts: frozenset[Residual]) -> None:
        level = min(part.level for part in parts)
        super().__init__(level)
        self.residuals, self.kind, self.parts = residuals, kind, parts
        self.here = tuple(part for part in parts if part.level == level)
        self.rest = parts.difference(self.here)

    def _further(self, by: int, /) -> Residual:
        return self._each(lambda part: part.advance(self.level, by))

    def _below(self) -> Residual:
        return self._each(lambda part: part.down(self.level))

    def _each(self, move: Callable[[Residual], Residual]) -> Residual:
        """The residual with the parts at its own level moved on. The rest stays as it was joined, unless one of these
        parts must be joined with it."""
        residuals, kind = self.residuals, self.kind
        neutral, ending = residuals.ends(kind)
        fresh: list[Residual] = []
        alone, masks = True, 0
        for part in self.here:
            moved_on = move(part)
            if moved_on is ending:
                return ending
            if moved_on is not neutral:
                fresh.append(moved_on)
                # The rest has no mask of this level, but may have one of a level below.
                if isinstance(moved_on, _Mask):
                    masks += 1
                    alone = alone and masks == 1 and moved_on.level == self.level
                elif isinstance(moved_on, _Joined):
                    alone = alone and moved_on.kind != kind
        return residuals.kept(kind, self.rest.union(fresh)) if alone else residuals.joined(kind, (*fresh, *self.rest))


_Key: TypeAlias = "tuple[int, Values] | tuple[Sum, float, float] | tuple[_Kind, frozenset[Residual]]"


class Residuals:
    """The residuals of constraints over the levels that some readers read."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._known: dict[_Key, Residual] = {}
        self.true, self.false = _Settled(), _Settled()

    def of(self, constraint: Constraint) -> Residual:
        """The residual of a constraint before any level is read; a part that is in it more than once is read once."""
        return self._of(constraint, True, {})

    def _of(self, constraint: Constraint, holds: bool, residuals: dict[tuple[int, bool], Residual]) -> Residual:
        # The constraint keeps its parts alive, so that no two of them have one identity.
        key = id(constraint), holds
        if key not in residuals:
            match constraint:
                case Linear(coefficients, low, high):
                    residuals[key] = self._linear(coefficients, low, high, holds=holds)
                case Negation(part):
                    residuals[key] = self._of(part, not holds, residuals)
                case Conjunction(parts) | Disjunction(parts):
                    kind: _Kind = "and" if isinstance(constraint, Conjunction) == holds else "or"
                    residuals[key] = self.joined(kind, (self._of(part, holds, residuals) for part in parts))
                case _:
                    assert_never(constraint)
        return residuals[key]

    def _linear(
        self, coefficients: Iterable[tuple[int, int]], low: int | None, high: int | None, *, holds: bool
    ) -> Residual:
        ordered = collected(coefficients)
        if holds:
            return self._between(ordered, low, high)
        below = self.false if low is None else self._between(ordered, None, low - 1)
        above = self.false if high is None else self._between(ordered, high + 1, None)
        return self.joined("or", (below, above))

    def _between(self, ordered: Sequence[tuple[int, int]], low: int | None, high: int | None) -> Residual:
        if not ordered:
            return self.true if (low is None or low <= 0) and (high is None or high >= 0) else self.false
        total = self._readers.total(ordered)
        return self.bound(total, -inf if low is None else low, inf if high is None else high)

    def bound(self, total: Sum, low: float, high: float) -> Residual:
        """The residual that a sum is between two numbers; it drops a bound that the sum always meets."""
        if low > total.most or high < total.least:
            return self.false
        if low <= total.least and high >= total.most:
            return self.true
        if total.rest is None:
            return self.mask(total.level, self._solutions(total, low, high))
        key = (total, low if low > total.least else -inf, high if high < total.most else inf)
        return self._known.get(key) or self._kept(key, _Bound(self, *key))

    def _solutions(self, total: Sum, low: float, high: float) -> Values:
        """The values of the one level of a sum with which it is within bounds, and all that no level has."""
        by = total.coefficient
        if by < 0:
            by, low, high = -by, -high, -low
        least = None if low == -inf else -int(-low // by)
        most = None if high == inf else int(high // by)
        return either(interval(least, most), interval(self._readers.sizes[total.level], None))

    def mask(self, level: int, values: Values) -> Residual:
        """The residual that a level has one of some values; `values` includes all those that the level cannot have."""
        if values == EVERY_VALUE:
            return self.true
        if not values or values[0] >= self._readers.sizes[level]:
            return self.false
        key = (level, values)
        return self._known.get(key) or self._kept(key, _Mask(self, level, values))

    def joined(self, kind: _Kind, parts: Iterable[Residual]) -> Residual:
        """The conjunction or disjunction of some residuals."""
        neutral, ending = self.ends(kind)
        masks, several, others = dict[int, _Mask](), dict[int, Values](), set[Residual]()
        join = both if kind == "and" else either
        waiting = list(parts)
        for part in waiting:
            if part is ending:
                return ending
            if isinstance(part, _Mask):
                first = masks.setdefault(part.level, part)
                if first is not part:
                    several[part.level] = join(several.get(part.level, first.values), part.values)
            elif isinstance(part, _Joined) and part.kind == kind:
                waiting.extend(part.parts)
            elif part is not neutral:
                others.add(part)
        for level, mask in masks.items():
            merged = self.mask(level, several[level]) if level in several else mask
            if merged is ending:
                return ending
            if merged is not neutral:
                others.add(merged)
        return self.kept(kind, frozenset(others))

    def ends(self, kind: _Kind) -> tuple[Residual, Residual]:
        """The truth value that changes nothing among others, and the one that decides."""
        return (self.true, self.false) if kind == "and" else (self.false, self.true)

    def kept(self, kind: _Kind, parts: frozenset[Residual]) -> Residual:
        """The residual of some parts of which no two are to be joined."""
        if len(parts) < 2:
            return next(iter(parts), self.ends(kind)[0])
        key = (kind, parts)
        return self._known.get(key) or self._kept(key, _Joined(self, *key))

    def _kept(self, key: _Key, residual: Residual) -> Residual:
        self._known[key] = residual
        return residual
