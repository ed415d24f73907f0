"""The plain semantics of a system, state by state: the only one, which all engines are held against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vsym.logic.folding import Truths, satisfied
from vsym.logic.formula import Formula
from vsym.logic.lasso_semantics import true_along
from vsym.logic.terms import Atom
from vsym.system.system import System, evaluate

Vector = tuple[int, ...]
"""A state: the values of the variables in their order."""


class OutsideRangeError(Exception):
    """An event without an error leads out of a range: a bug in the code that made the system."""


def holds(system: System, formula: Formula, vector: Vector) -> bool:
    """Tells if a predicate holds in a state; raises TypeError on a temporal operator."""
    return satisfied(formula, reader(system, vector))


def is_enabled(system: System, number: int, vector: Vector) -> bool:
    """Tells if an event is enabled in a state, an error or not."""
    return holds(system, system.events[number].guard, vector)


def after(system: System, number: int, vector: Vector) -> Vector:
    """The state to which an enabled event leads; raises OutsideRangeError."""
    changed = list(vector)
    value_of = reader(system, vector)
    for name, term in system.events[number].update:
        place = system.places[name]
        changed[place] = evaluate(term, value_of)
        low, high = system.ranges[place]
        if not low <= changed[place] <= high:
            raise OutsideRangeError(f"`{system.events[number].label}` sets `{name}` to {changed[place]}")
    return tuple(changed)


def steps(system: System, vector: Vector) -> Iterator[tuple[int, Vector]]:
    """The events that are enabled in a state, by number, and where they lead; those that are errors lead nowhere."""
    # Guards of many events have parts in common.
    holds_here = Truths(reader(system, vector))
    for number, event in enumerate(system.events):
        if event.error is None and holds_here(event.guard):
            yield number, after(system, number, vector)


def errors(system: System, vector: Vector) -> Iterator[int]:
    """The events that are enabled in a state and are errors, by number."""
    holds_here = Truths(reader(system, vector))
    return (n for n, event in enumerate(system.events) if event.error is not None and holds_here(event.guard))


def is_initial(system: System, vector: Vector) -> bool:
    """Tells if the system may start in a state."""
    return holds(system, system.domain, vector) and holds(system, system.initial, vector)


def step_between(system: System, before: Vector, then: Vector) -> int | None:
    """The first event that leads from one state to another; None if the first is deadlocked and stays.

    Raises ValueError if the second is no successor of the first.
    """
    stuck = True
    for number, reached in steps(system, before):
        stuck = False
        if reached == then:
            return number
    if not stuck or before != then or next(errors(system, before), None) is not None:
        raise ValueError("there is no such step")
    return None


def reader(system: System, vector: Vector) -> Callable[[Atom], int]:
    """The values of atoms in a state."""
    positions = system.positions
    return lambda atom: vector[positions[atom]]


def is_fair(system: System, states: Sequence[Vector]) -> bool:
    """Tells if each fairness constraint holds in one of the states of a loop."""
    return all(any(holds(system, one.formula, state) for state in states) for one in system.fairness)


def refutes(system: System, formula: Formula, states: Sequence[Vector], loop: int) -> bool:
    """Tells if a path is fair and a formula is false along it; the last state of the path is that at `loop`."""
    return is_fair(system, states[loop:]) and not true_along(
        formula, len(states) - 1, loop, lambda predicate, place: holds(system, predicate, states[place])
    )
