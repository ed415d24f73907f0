"""The initial states of a system one by one, in plain Python: for steppers and small pictures, which need but a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import And, Comparison, Formula, conjunction
from vsym.system.step import Vector
from vsym.system.system import System

Range: TypeAlias = tuple[int, int]

Possibilities: TypeAlias = tuple[bool, bool]
"""Two truth values: a predicate may be true, and it may be false, somewhere in a box of vectors."""


def initial_states(system: System) -> Iterator[Vector]:
    """Every initial state once, in lexicographic order.

    A box of vectors is left out where the domain or the initial predicate is false in all of it, and otherwise cut in
    halves along its first variable that has several values.

    Raises TypeError on a temporal operator, KeyError on an unknown variable, ValueError if a range depends on a
    parameter.
    """
    predicate = conjunction([system.domain, system.initial])
    stack: list[tuple[Range, ...]] = [_narrowed(predicate, system)]
    while stack:
        box = stack.pop()
        if not _possible(predicate, system, box)[0]:
            continue
        wide = next((place for place, (low, high) in enumerate(box) if low < high), None)
        if wide is None:
            yield tuple(low for low, _ in box)
            continue
        low, high = box[wide]
        middle = (low + high) // 2
        stack.append((*box[:wide], (middle + 1, high), *box[wide + 1 :]))
        stack.append((*box[:wide], (low, middle), *box[wide + 1 :]))


def _narrowed(predicate: Formula, system: System) -> tuple[Range, ...]:
    """The ranges without values that some comparison excludes: most models start by equations that leave one each."""
    positions, box = system.positions, list(system.ranges)
    parts = predicate.operands if isinstance(predicate, And) else (predicate,)
    # Equations of single variables come first, since the bounds of sums over these depend on them.
    for part in sorted((one for one in parts if isinstance(one, Comparison)), key=lambda one: len(one.left.terms)):
        for sign in {"<=": (1,), ">=": (-1,), "=": (1, -1)}.get(part.operator, ()):
            terms = [(positions[atom], sign * coefficient) for atom, coefficient in part.left.terms]
            room = sign * part.bound - sum(min(by * end for end in box[place]) for place, by in terms)
            for place, by in terms:
                low, high = box[place]
                if by > 0:
                    high = min(high, low + room // by)
                else:
                    low = max(low, high - room // -by)
                # An empty range is left to the search, which finds no state in it.
                box[place] = (low, high) if low <= high else box[place]
    return tuple(box)


def _possible(formula: Formula, system: System, box: Sequence[Range]) -> Possibilities:
    """Exact on points; elsewhere a predicate may be called possible where it is not, never the other way round."""
    positions = system.positions

    def compared(comparison: Comparison) -> Possibilities:
        least = most = 0
        for atom, coefficient in comparison.left.terms:
            low, high = box[positions[atom]]
            least += coefficient * (low if coefficient > 0 else high)
            most += coefficient * (high if coefficient > 0 else low)
        bound = comparison.bound
        match comparison.operator:
            case "<=":
                return least <= bound, most > bound
            case ">=":
                return most >= bound, least < bound
            case "=":
                return least <= bound <= most, not least == bound == most
            case "!=":
                return not least == bound == most, least <= bound <= most

    return fold(
        formula,
        Algebra(
            truth=lambda value: (value, not value),
            comparison=compared,
            negation=lambda operand: (operand[1], operand[0]),
            conjunction=lambda parts: (all(true for true, _ in parts), any(false for _, false in parts)),
            disjunction=lambda parts: (any(true for true, _ in parts), all(false for _, false in parts)),
            equivalence=lambda left, right: (
                (left[0] and right[0]) or (left[1] and right[1]),
                (left[0] and right[1]) or (left[1] and right[0]),
            ),
        ),
    )
