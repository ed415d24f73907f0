"""States as JSON values, with the paths, final errors and witnesses of broken symmetry that consist of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.checking.answer import Instances
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State, count
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import choices
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import Run
from vsym.show.movers import movers_of, title

if TYPE_CHECKING:
    from vsym.show.shapes import paths, symmetry
    from vsym.symmetry.virtual.witness import Witness


def trace(run: Run | None) -> paths.Trace | None:
    """A run with its states and the steps that lead from state to state; of processes, with their counters."""
    if run is None:
        return None
    states = _counted(run) if run.counters is not None else _STATES.get(run.model.kind, _of_system)(run)
    return {"kind": run.path.kind, "loop": run.path.loop, "states": states}


def _reached(run: Run) -> Iterator[tuple[dict[str, str], Any]]:
    """The values of each state by the columns of the model, and the step that leads to it, None for the first."""
    for state, step in zip(run.path.states, chain((None,), run.path.steps), strict=False):
        yield dict(run.model.words.columns(state)), step


def _of_program(run: Run) -> list[paths.ProgramState]:
    return [
        {"values": values, "rule": None if firing is None else _firing(run.model, firing)}
        for values, firing in _reached(run)
    ]


def _of_system(run: Run) -> list[paths.SystemState]:
    return [
        {"values": values, "step": None if step is None else run.model.words.step(step)}
        for values, step in _reached(run)
    ]


_STATES: Mapping[str, Callable[[Run], list[paths.ProgramState] | list[paths.SystemState]]] = MappingProxyType(
    {"program": _of_program}
)
"""The states of a run of each kind of model; of any other kind, with steps in its words."""


def _firing(program: Program, firing: Firing, *, start: bool = False) -> paths.Firing:
    rule = program.starts[firing.rule] if start else program.rules[firing.rule]
    return {"name": rule.name, "number": firing.rule + 1, "with": dict(choices(rule, firing))}


def error(run: Run) -> paths.Error | None:
    """The error in which a run ends: the rule that fails, and its place in the text."""
    if run.ending is None:
        return None
    fault, firing = run.ending.fault, run.ending.firing
    line, column = fault.span.source.position(fault.span.start)
    who = None if firing is None else _firing(run.model, firing, start=not run.path.states)
    return {"kind": fault.kind, "message": fault.message, "line": line, "column": column, "rule": who}


def instances(counts: Instances) -> symmetry.Instances:
    """The number of conjuncts that were checked, and of how many."""
    return {"checked": counts.checked, "of": counts.of}


def _counted(run: Run) -> list[paths.ProcessState]:
    """The counters and the processes of each state, and the movers of the step to it."""
    path = run.path
    assert run.view is not None
    assert run.counters is not None
    states: list[paths.ProcessState] = []
    for number, (vector, state) in enumerate(zip(run.counters.states, path.states, strict=True)):
        step = path.steps[number - 1] if number else None
        moved: paths.Step | None = None
        if step is not None:
            moved = {"process": step.process, "source": step.transition.source, "target": step.transition.target}
            if rule := title(run.model, step):
                moved["rule"] = rule
            movers, arrow = movers_of(step, path.states[number - 1]), step.transition.partner
            if movers.partner is not None and arrow is not None:
                moved["partner"] = {"process": movers.partner, "source": arrow.source, "target": arrow.target}
            if movers.others:
                moved["others"] = [*movers.others.ranges]
            if path.times is not None:
                moved["times"] = path.times[number - 1]
        states.append({"counters": counters(run.view, vector), **_state(run.model, state), "step": moved})
    return states


def counters(system: CounterSystem, vector: tuple[int, ...]) -> paths.Counts | dict[str, paths.Counts]:
    """The counters of a vector by local state; by block first where there are several."""
    m = len(system.states)
    of_block: dict[str, paths.Counts] = {}
    for number, block in enumerate(system.blocks):
        of_block[block.name] = dict(zip(system.states, vector[number * m : (number + 1) * m], strict=True))
    return of_block if len(of_block) > 1 else next(iter(of_block.values()))


def _state(model: Model, state: State) -> paths.Processes:
    """A state process by process, or as counts per group where there are too many to list."""
    shared = dict(state.shared)
    values = {variable.name: variable.told(shared[variable.name]) for variable in model.shared}
    if len(state.locations) <= LISTED:
        return {"processes": list(state.locations), "shared": values}
    groups = {
        group.name: {location: count(state, location, group.processes) for location in model.states}
        for group in model.groups
    }
    return {"groups": groups, "shared": values}


def witness(model: Model, witness: Witness) -> symmetry.Witness:
    """The two states that show a broken symmetry, and where the step of the one leads."""
    beside: symmetry.Beside = {}
    if witness.partner is not None:
        beside["partner"] = witness.partner
    if witness.others:
        beside["others"] = [*witness.others.ranges]
    target = None if witness.target is None else _state(model, witness.target)
    return {
        "enabled": {**_state(model, witness.enabled), "moves": witness.moves, **beside},
        "disabled": _state(model, witness.disabled),
        "permutation": list(witness.permutation) if len(witness.enabled.locations) <= LISTED else None,
        "may_be_unreachable": witness.may_be_unreachable(model),
        "target": None if target is None else target.get("processes", target.get("groups")),
        "target_shared": None if target is None else target["shared"],
    }
