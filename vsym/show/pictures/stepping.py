"""The steps that are drawn, concrete and abstract ones: all but those that would leave a shared variable's range."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.logic.formula import satisfied
from vsym.logic.terms import Atom, Named, value
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import RangeError, State, Step, line_steps
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem


def steps_inside(model: Model, state: State) -> tuple[list[Step], bool]:
    """The steps from a state, and whether another one would leave a shared variable's range."""
    found: list[Step] = []
    outside = False
    for transition in model.transitions:
        for line in transition.lines:
            try:
                found += line_steps(model, state, transition, line)
            except RangeError:
                outside = True
    return found, outside


def abstract_steps(
    system: CounterSystem, vector: tuple[int, ...]
) -> Iterator[tuple[AbstractTransition, tuple[int, ...]]]:
    """The steps of a counter system from a state, as its definition says."""
    positions = system.positions

    def value_of(variable: Atom) -> int:
        return vector[positions[variable]]

    for transition in system.transitions:
        if not transition.overflow and satisfied(transition.guard, value_of):
            after = list(vector)
            block = transition.block * len(system.states)
            after[block + system.states.index(transition.source)] -= 1
            after[block + system.states.index(transition.target)] += 1
            for assignment in transition.update:
                after[positions[Named(assignment.variable)]] = value(assignment.value, value_of)
            yield transition, tuple(after)
