"""States, and what is made of them, as JSON values: paths, the way to a deadlock, witnesses of broken symmetry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.checking.results import Deadlock
from vsym.models.counting.model import Model
from vsym.models.counting.moves import Arrow
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import ModelPath, State, count
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.documents import Record, Value
from vsym.show.movers import Movers, movers_of
from vsym.system.result import SystemPath

if TYPE_CHECKING:
    from vsym.symmetry.virtual.witness import Witness


def trace(
    model: Model, system: CounterSystem, abstract: SystemPath | None, concrete: ModelPath | None
) -> Record | None:
    """A path with its counters, its processes and the steps that lead from state to state; None where there is none."""
    if abstract is None or concrete is None:
        return None
    states: list[Value] = []
    for number, (vector, state) in enumerate(zip(abstract.states, concrete.states, strict=True)):
        step = concrete.steps[number - 1] if number else None
        moved: Record | None = None
        if step is not None:
            moved = {"process": step.process, "source": step.transition.source, "target": step.transition.target}
            moved |= _beside(movers_of(step, concrete.states[number - 1]), step.transition.partner)
            if concrete.times is not None:
                moved["times"] = concrete.times[number - 1]
        states.append({"counters": counters(system, vector), **_state(model, state), "step": moved})
    return {"kind": concrete.kind, "loop": concrete.loop, "states": states}


def _beside(movers: Movers, arrow: Arrow | None = None) -> Record:
    """Partner and others of a step, nothing where it has none."""
    found: Record = {}
    if movers.partner is not None:
        found["partner"] = movers.partner
        if arrow is not None:
            found["partner"] = {"process": movers.partner, "source": arrow.source, "target": arrow.target}
    if movers.others:
        ranges: list[Value] = [[low, high] for low, high in movers.others.ranges]
        found["others"] = ranges
    return found


def way_to_deadlock(model: Model, system: CounterSystem | None, deadlock: Deadlock | None) -> Record:
    """A path to a deadlock, null where there is none."""
    if system is None or deadlock is None:
        return {"trace": None}
    return {"trace": trace(model, system, deadlock.path, deadlock.trace)}


def counters(system: CounterSystem, vector: tuple[int, ...]) -> Record:
    """The counters of a vector by local state; by block first where there are several."""
    m = len(system.states)
    of_block: Record = {}
    for number, block in enumerate(system.blocks):
        of_block[block.name] = dict(zip(system.states, vector[number * m : (number + 1) * m], strict=True))
    only = next(iter(of_block.values()))
    return only if len(of_block) == 1 and isinstance(only, dict) else of_block


def _state(model: Model, state: State) -> Record:
    """A state process by process, or as counts per group where there are too many to list."""
    shared = dict(state.shared)
    values: Record = {variable.name: variable.told(shared[variable.name]) for variable in model.shared}
    if len(state.locations) <= LISTED:
        return {"processes": list(state.locations), "shared": values}
    groups: Record = {
        group.name: {location: count(state, location, group.processes) for location in model.states}
        for group in model.groups
    }
    return {"groups": groups, "shared": values}


def witness(model: Model, witness: Witness) -> Record:
    listed = len(witness.enabled.locations) <= LISTED
    taking = Movers(witness.moves, witness.partner, witness.others)
    target: Record = {} if witness.target is None else _state(model, witness.target)
    return {
        "enabled": {**_state(model, witness.enabled), "moves": witness.moves, **_beside(taking)},
        "disabled": _state(model, witness.disabled),
        "permutation": list(witness.permutation) if listed else None,
        "may_be_unreachable": witness.may_be_unreachable(model),
        "target": target.get("processes" if listed else "groups"),
        "target_shared": target.get("shared"),
    }
