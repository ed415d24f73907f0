"""vsym's states and traces in the words of the oracle."""

from __future__ import annotations

from collections.abc import Callable

from tests.support import oracle
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, Named, value
from vsym.models.counting.semantics import ModelPath, State
from vsym.reductions.counters.abstraction import CounterSystem, abstract


def concrete(state: State) -> oracle.State:
    """A state as the oracle has it."""
    return oracle.State(tuple(state.locations), tuple(value for _, value in state.shared))


def check_replay(structure: oracle.Structure, trace: ModelPath, system: CounterSystem | None = None) -> None:
    """The trace is a path of the structure; in the counters of `system`, where it is given, a loop closes."""
    moves = [
        None if step is None else (step.transition.source, step.transition.target, step.process) for step in trace.steps
    ]
    assert oracle.replays(structure, [concrete(state) for state in trace.states], moves)
    if system is not None and trace.loop is not None:
        assert abstract(system, trace.states[trace.loop]) == abstract(system, trace.states[-1])


def abstract_steps(
    system: CounterSystem, value_of: Callable[[Atom], int]
) -> dict[tuple[str, str, int], set[tuple[int, ...]]]:
    """The shared values that the enabled transitions result in, by source, target and block."""
    found: dict[tuple[str, str, int], set[tuple[int, ...]]] = {}
    for transition in system.transitions:
        if satisfied(transition.guard, value_of):
            results = {variable.name: value_of(Named(variable.name)) for variable in system.shared}
            results.update({a.variable: value(a.value, value_of) for a in transition.update})
            outcome = oracle.OVERFLOW if transition.overflow else tuple(results.values())
            found.setdefault((transition.source, transition.target, transition.block), set()).add(outcome)
    return found
