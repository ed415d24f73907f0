"""Shapes: the paths of a threshold system that satisfy a formula of F and G, as events in a tree (theory, Theorem 30).

A path of such a system ends in one state for ever, so that most parts of a formula are about that state.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from vsym.basics.frozen import frozen
from vsym.engines.smt.phases.fragment import OutsideError, Thresholds, in_positive_form
from vsym.logic.formula import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Formula,
    Or,
    Temporal,
    Truth,
    conjunction,
    disjunction,
    is_predicate,
)

MOST = 64
"""The most shapes of a property."""


@frozen
class Shape:
    """An event of a path, at first its start: `here` holds where it happens, `always` from there on, and `end` in the
    state that the path stays in. The `events` inside happen where it does, or later, in any order. All of them are
    predicates in positive form. A `weaker` shape is one that more paths have than those in question."""

    here: Formula = TRUE
    always: Formula = TRUE
    end: Formula = TRUE
    events: tuple[Shape, ...] = ()
    weaker: bool = False

    def tree(self) -> Iterator[tuple[Shape, int]]:
        """Each event with the number of the one that it is inside, in an order in which that comes first; the start is
        inside itself."""
        several = [(self, 0)]
        for number, (event, _) in enumerate(several):
            several += [(inner, number) for inner in event.events]
        yield from several

    def beside(self, other: Shape) -> Shape:
        """The shape of the paths that have both."""
        return Shape(
            conjunction([self.here, other.here]),
            conjunction([self.always, other.always]),
            conjunction([self.end, other.end]),
            (*self.events, *other.events),
            self.weaker or other.weaker,
        )


def shapes(thresholds: Thresholds, formula: Formula) -> tuple[Shape, ...]:
    """The shapes of the paths that satisfy a formula in positive form; raises OutsideError."""
    return tuple(dict.fromkeys(_shapes(thresholds, formula)))


def _shapes(thresholds: Thresholds, formula: Formula) -> list[Shape]:
    if is_predicate(formula):
        return [] if formula == FALSE else [Shape(here=formula)]
    match formula:
        case And(operands):
            together = [Shape()]
            for part in operands:
                several = _shapes(thresholds, part)
                if len(together) * len(several) > MOST:
                    raise OutsideError(f"more than {MOST} shapes of paths refute it")
                together = [one.beside(other) for one, other in product(together, several)]
            return together
        case Or(operands):
            return [shape for part in operands for shape in _shapes(thresholds, part)]
        case Temporal("F", (inner,)):
            return [_later(thresholds, shape) for shape in _shapes(thresholds, inner)]
        case Temporal("G", (inner,)):
            return _always(thresholds, inner)
    raise AssertionError(formula)


def _later(thresholds: Thresholds, shape: Shape) -> Shape:
    """The shape of paths that have another shape from some place on: where nothing else would be missed, the end."""
    if shape.events or not thresholds.goes(shape.here, "rising"):
        return Shape(events=(shape,))
    return Shape(end=conjunction([shape.here, shape.always, shape.end]), weaker=shape.weaker)


def _always(thresholds: Thresholds, formula: Formula) -> list[Shape]:
    if is_predicate(formula):
        return [] if formula == FALSE else [Shape(always=formula)]
    match formula:
        case And(operands):
            return _shapes(thresholds, conjunction(Temporal("G", (part,)) for part in operands))
        case Temporal("G", _):
            return _shapes(thresholds, formula)
        case Temporal("F", (inner,)):
            return [Shape(end=timeless(inner))]
        case Or(operands):
            return _either_always(thresholds, formula, operands)
    raise AssertionError(formula)


def _either_always(thresholds: Thresholds, formula: Formula, operands: tuple[Formula, ...]) -> list[Shape]:
    """The shapes of paths that always satisfy one of several formulas; where Theorem 30 has none, a weaker one."""
    now = disjunction(part for part in operands if is_predicate(part))
    tensed = [part for part in operands if not is_predicate(part)]
    inner = [part.operands[0] for part in tensed if isinstance(part, Temporal)]
    operators = {part.operator if isinstance(part, Temporal) else "" for part in tensed}
    falls = thresholds.goes(now, "falling")
    if operators == {"F"}:
        later = disjunction(inner)
        if falls:
            return [Shape(end=disjunction([now, timeless(later)]))]
        if is_predicate(later) and thresholds.goes(later, "rising"):
            return [Shape(end=later), Shape(always=now)]
    if (
        operators == {"G"}
        and len(inner) == 1
        and is_predicate(inner[0])
        and (falls or thresholds.goes(inner[0], "rising"))
    ):
        return [Shape(always=disjunction([now, inner[0]]))]
    return [Shape(always=_now(formula), end=timeless(formula), weaker=True)]


def _now(formula: Formula) -> Formula:
    """A predicate that holds where a path begins that satisfies a formula in positive form."""
    match formula:
        case And(operands):
            return conjunction(map(_now, operands))
        case Or(operands):
            return disjunction(map(_now, operands))
        case Temporal(operator, (inner,)):
            return _now(inner) if operator == "G" else TRUE
        case Truth() | Comparison():
            return formula
    raise AssertionError(formula)


def timeless(formula: Formula) -> Formula:
    """A formula in positive form of a path that stays in one state, as a predicate of that state."""
    match formula:
        case And(operands):
            return conjunction(map(timeless, operands))
        case Or(operands):
            return disjunction(map(timeless, operands))
        case Temporal(_, (inner,)):
            return timeless(inner)
        case Truth() | Comparison():
            return formula
    raise AssertionError(formula)


def refuting(thresholds: Thresholds, formula: Formula) -> tuple[Shape, ...]:
    """The shapes of the paths that refute a formula of LTL; raises OutsideError."""
    return shapes(thresholds, thresholds.within_ranges(in_positive_form(formula, positive=False)))
