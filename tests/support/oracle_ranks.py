"""Ranks by brute force: the states in which a goal is awaited, and the steps that break the rule of a rank.

The definitions are those of the rules: on every path to a goal each step lowers the rank, or leaves it as it is while
one justice constraint is false before and after; for a path to be possible, some step lowers it. Nothing of vsym is
imported here.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.oracle import Formula, State, Structure, Term, closure, evaluate, holds, initial_states, reachable

Fault = tuple[State, State | None]
"""A state, and the one after a step that does not lower the rank; None if no step of the state lowers it."""


def awaiting(structure: Structure, trigger: Formula | None, goal: Formula) -> list[State]:
    """The states on paths on which the goal has been awaited from the trigger on, or from where they start."""
    model = structure.model
    begins = initial_states(structure) if trigger is None else reachable(structure)
    begun = [state for state in begins if trigger is None or holds(model, trigger, state)]

    def further(state: State) -> list[State]:
        return [step.target for step in structure.steps[state] if not holds(model, goal, step.target)]

    return closure((state for state in begun if not holds(model, goal, state)), further)


def inevitable_faults(
    structure: Structure, trigger: Formula | None, goal: Formula, levels: Sequence[Term]
) -> set[Fault]:
    """The faults of a rank by which every path must lead to the goal."""
    model = structure.model
    found: set[Fault] = set()
    for state in awaiting(structure, trigger, goal):
        false = [one for one in model.fairness if not holds(model, one, state)]
        if not structure.steps[state] and not false:
            found.add((state, None))
        before = _rank(structure, levels, state)
        for step in structure.steps[state]:
            after = _rank(structure, levels, step.target)
            kept = after == before and any(not holds(model, one, step.target) for one in false)
            if not (holds(model, goal, step.target) or after < before or kept):
                found.add((state, step.target))
    return found


def possible_faults(structure: Structure, trigger: Formula, goal: Formula, levels: Sequence[Term]) -> set[Fault]:
    """The reachable states with the trigger from which no step leads to the goal or lowers the rank."""
    model = structure.model
    found: set[Fault] = set()
    for state in reachable(structure):
        if not holds(model, trigger, state) or holds(model, goal, state):
            continue
        before, targets = _rank(structure, levels, state), [step.target for step in structure.steps[state]]
        if not any(holds(model, goal, one) or _rank(structure, levels, one) < before for one in targets):
            found.add((state, None))
    return found


def _rank(structure: Structure, levels: Sequence[Term], state: State) -> tuple[int, ...]:
    return tuple(evaluate(structure.model, level, state) for level in levels)
