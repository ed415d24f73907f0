"""A trace of another tool, which vsym does not trust but checks against the definition of the model, state by state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.models.counting.locations import Sweep
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import (
    ModelPath,
    RangeError,
    State,
    Step,
    is_deadlocked,
    is_initial,
    line_steps,
    step_of,
)
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.starts import initial_state
from vsym.system import step as semantics
from vsym.system.result import Path, PathKind, SystemPath
from vsym.system.step import Vector
from vsym.system.system import System


@frozen
class ToldStates:
    """States with every process; `places` says for messages where each state stands."""

    states: tuple[State, ...]
    places: tuple[str, ...]
    loop: int | None
    kind: PathKind = "counterexample"


@frozen
class ToldCounters:
    """Vectors of a counter system, with their `places`. `steps[i]` is the event to state i+1, None where the trace does
    not name it."""

    vectors: tuple[tuple[int, ...], ...]
    places: tuple[str, ...]
    loop: int | None
    steps: tuple[int | None, ...]
    kind: PathKind = "counterexample"


Told: TypeAlias = ToldStates | ToldCounters


def replayed(reduced: Reduced, trace: Told) -> tuple[SystemPath, ModelPath]:
    """The path of the model that a trace tells, in the counters that it is reduced to and process by process.

    Raises RefusedError, which says where and why, if it is no path from an initial state or its loop does not close.
    """
    match trace:
        case ToldStates():
            return _states(reduced.model, reduced.counters, trace)
        case ToldCounters():
            return _counters(reduced, trace)
    assert_never(trace)


def _states(model: Model, counters: CounterSystem, trace: ToldStates) -> tuple[SystemPath, ModelPath]:
    first = trace.states[0]
    if not is_initial(model, first):
        raise RefusedError(f"{trace.places[0]}: {_not_initial(model, first)}")
    pairs = zip(pairwise(trace.states), trace.places[1:], strict=True)
    steps = tuple(_step(model, before, after, place) for (before, after), place in pairs)
    vectors = tuple(abstract(counters, state) for state in trace.states)
    _check_loop(vectors, trace)
    counted: SystemPath = Path(trace.kind, vectors, (None,) * len(steps), trace.loop)
    return counted, Path(trace.kind, trace.states, steps, trace.loop)


def _not_initial(model: Model, state: State) -> str:
    values = dict(state.shared)
    for variable in model.shared:
        if not variable.anywhere and values[variable.name] != variable.initial:
            value = variable.spelled(values[variable.name])
            return f"this is not an initial state: `{variable.name}` does not start at {value}"
    return "this is not an initial state: the processes do not start in these local states"


def _step(model: Model, before: State, after: State, place: str) -> Step | None:
    """The step that leads from one state to the next, None where the system is stuck; raises RefusedError."""
    if model.joint and (joint := _joint_step(model, before, after)) is not None:
        return joint
    pairs = enumerate(zip(before.locations, after.locations, strict=True), 1)
    moved = [process for process, (old, new) in pairs if old != new]
    if model.joint and (moved or before.shared != after.shared):
        raise RefusedError(f"{place}: no step leads here from the state before")
    if len(moved) > 1:
        raise RefusedError(f"{place}: the processes {moved[0]} and {moved[1]} move at once")
    if not moved:
        if before.shared != after.shared:
            raise RefusedError(f"{place}: a shared variable changes, and no process moves")
        if not is_deadlocked(model, before):
            raise RefusedError(f"{place}: nothing moves, although a process can")
        return None
    [process] = moved
    source, target = before.locations[process - 1], after.locations[process - 1]
    transitions = [one for one in model.transitions if (one.source, one.target) == (source, target)]
    if not transitions:
        raise RefusedError(f"{place}: process {process} goes from {source} to {target}, and no `trans` does")
    reasons: list[str] = []
    for transition in transitions:
        try:
            step = step_of(model, before, process, transition)
        except RangeError as error:
            reasons.append(str(error))
            continue
        if step is not None and step.target == after:
            return step
        reasons.append(_reason(model, transition, process, step, after))
    raise RefusedError(f"{place}: {'; '.join(dict.fromkeys(reasons))}")


def _joint_step(model: Model, before: State, after: State) -> Step | None:
    """The first step, of any process, that leads from one state to the next."""
    for transition in model.transitions:
        movers = _going(before, after, transition.source, transition.target)
        partner = transition.partner
        partners = None if partner is None else _going(before, after, partner.source, partner.target)
        for line in transition.lines:
            for moving in _alike(movers & line.processes, transition.others):
                others = [None] if partners is None else _alike(partners, transition.others)
                for other in others:
                    try:
                        step = next(line_steps(model, before, transition, line, moving, other), None)
                    except RangeError:
                        continue
                    if step is not None and step.target == after:
                        return step
    return None


def _going(before: State, after: State, source: str, target: str) -> Processes:
    """The processes that are in one local state before and in another after."""
    pairs = enumerate(zip(before.locations, after.locations, strict=True), 1)
    return Processes.of((process, process) for process, pair in pairs if pair == (source, target))


def _alike(processes: Processes, sweeps: tuple[Sweep, ...]) -> list[Processes]:
    """Some processes by the sweep that would move them: a step by one of them leads where it does by another."""
    named = refine([processes, *(sweep.processes & processes for sweep in sweeps)])
    return [cell for cell in named if cell]


def _reason(model: Model, transition: LocalTransition, process: int, step: Step | None, after: State) -> str:
    """The reason that a process does not take a transition to a state."""
    if step is None:
        named = any(process in line.processes for line in transition.lines)
        why = "its guard does not hold in the state before" if named else "none of its lines is for this process"
        return f"process {process} cannot take `{transition.label}`: {why}"
    wrong = [name for (name, old), (_, new) in zip(step.target.shared, after.shared, strict=True) if old != new]
    should = Spelling(model).values([(wrong[0], dict(step.target.shared)[wrong[0]])])
    return f"after `{transition.label}` by process {process}, `{should.replace(' = ', '` is ', 1)}"


def _counters(reduced: Reduced, trace: ToldCounters) -> tuple[SystemPath, ModelPath]:
    model, counters = reduced.model, reduced.counters
    for vector, place in zip(trace.vectors, trace.places, strict=True):
        _check_sizes(counters, vector, place)
    if initial_state(model, counters, trace.vectors[0]) is None:
        raise RefusedError(f"{trace.places[0]}: this is not an initial state")
    pairs = zip(pairwise(trace.vectors), trace.steps, trace.places[1:], strict=True)
    steps = [_event(reduced.system, before, after, named, place) for (before, after), named, place in pairs]
    _check_loop(trace.vectors, trace)
    return reduced.lifted(Path(trace.kind, trace.vectors, tuple(steps), trace.loop))


def _check_sizes(counters: CounterSystem, vector: Vector, place: str) -> None:
    m = len(counters.states)
    for number, block in enumerate(counters.blocks):
        total = sum(vector[number * m : (number + 1) * m])
        if total != block.processes.size:
            name = f" in the block {block.name}" if len(counters.blocks) > 1 else ""
            raise RefusedError(f"{place}: the counters{name} add up to {total}, not to {block.processes.size}")


def _event(system: System, before: Vector, after: Vector, named: int | None, place: str) -> int | None:
    """The number of an event that leads from one vector to the next, the named one if there is one.

    None where the system is stuck; raises RefusedError.
    """
    steps = dict(semantics.steps(system, before))
    if before == after:
        if not steps:
            return None
        raise RefusedError(f"{place}: nothing moves, although a process can")
    for number in steps if named is None else [named]:
        if steps.get(number) == after:
            return number
    if named is not None:
        why = "leads elsewhere" if named in steps else "is not possible in the state before"
        raise RefusedError(f"{place}: `{system.events[named].label}` {why}")
    raise RefusedError(f"{place}: no step leads here from the state before")


def _check_loop(vectors: Sequence[Vector], trace: Told) -> None:
    if trace.loop is not None and vectors[trace.loop] != vectors[-1]:
        raise RefusedError(f"{trace.places[-1]}: the loop does not close: state {trace.loop} has other counters")
