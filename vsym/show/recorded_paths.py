"""States, and what is made of them, as JSON values: paths, errors in which they end, witnesses of broken symmetry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.checking.answer import Instances
from vsym.models.counting.locations import Arrow
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State, count
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import choices
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import Run
from vsym.show.documents import Record, Value
from vsym.show.movers import Movers, movers_of

if TYPE_CHECKING:
    from vsym.symmetry.virtual.witness import Witness


def trace(run: Run | None) -> Record | None:
    """A run with its states and the steps that lead from state to state; of processes, with their counters."""
    if run is None:
        return None
    states = _counted(run) if run.counters is not None else _in_words(run)
    return {"kind": run.path.kind, "loop": run.path.loop, "states": states}


def _in_words(run: Run) -> list[Value]:
    """The values of each state by the columns of the model, and the step that leads to it."""
    called, said = _STEPS.get(run.model.kind, ("step", _words))
    states: list[Value] = []
    for place, state in enumerate(run.path.states):
        step = run.path.steps[place - 1] if place else None
        values = dict(run.model.words.columns(state))
        states.append({"values": values, called: None if step is None else said(run.model, step)})
    return states


def _words(model: Any, step: Any) -> Value:
    text: str = model.words.step(step)
    return text


def _firing(program: Program, firing: Firing, *, start: bool = False) -> Record:
    rule = program.starts[firing.rule] if start else program.rules[firing.rule]
    return {"name": rule.name, "number": firing.rule + 1, "with": dict(choices(rule, firing))}


_STEPS: Mapping[str, tuple[str, Callable[[Any, Any], Value]]] = MappingProxyType({"program": ("rule", _firing)})
"""The field of the step that leads to a state; of a model of any other kind, its words."""


def error(run: Run) -> Record | None:
    """The error in which a run ends: who fails, and where in the text."""
    if run.ending is None:
        return None
    fault, firing = run.ending.fault, run.ending.firing
    line, column = fault.span.source.position(fault.span.start)
    who = None if firing is None else _firing(run.model, firing, start=not run.path.states)
    return {"kind": fault.kind, "message": fault.message, "line": line, "column": column, "rule": who}


def instances(counts: Instances) -> Record:
    """The number of conjuncts that were checked, and of how many."""
    return {"checked": counts.checked, "of": counts.of}


def _counted(run: Run) -> list[Value]:
    """The counters and the processes of each state, and who has moved there."""
    path = run.path
    assert run.view is not None
    assert run.counters is not None
    states: list[Value] = []
    for number, (vector, state) in enumerate(zip(run.counters.states, path.states, strict=True)):
        step = path.steps[number - 1] if number else None
        moved: Record | None = None
        if step is not None:
            moved = {"process": step.process, "source": step.transition.source, "target": step.transition.target}
            moved |= _beside(movers_of(step, path.states[number - 1]), step.transition.partner)
            if path.times is not None:
                moved["times"] = path.times[number - 1]
        states.append({"counters": counters(run.view, vector), **_state(run.model, state), "step": moved})
    return states


def _beside(movers: Movers, arrow: Arrow | None = None) -> Record:
    """Partner and others of a step, nothing where it has none."""
    partner, beside = movers.partner, Record()
    if partner is not None and arrow is not None:
        beside["partner"] = {"process": partner, "source": arrow.source, "target": arrow.target}
    elif partner is not None:
        beside["partner"] = partner
    if movers.others:
        beside["others"] = [[low, high] for low, high in movers.others.ranges]
    return beside


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
