"""The guide through a model of counted processes: by blocks of processes that no property tells apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.checking.question import Subject
from vsym.checking.stages import identified, joint_direct, reduced
from vsym.exchange.itf import expanded, itf, read_itf
from vsym.exchange.replay import replayed
from vsym.logic.formula import Formula
from vsym.models.counting.locations import Locations, located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED, Processes
from vsym.models.counting.semantics import ModelPath, State, Step
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import classes
from vsym.reductions.protocol import Run
from vsym.stepping.handout import Naming
from vsym.stepping.processes import LANES, ProcessStepper, lane
from vsym.stepping.protocol import Walk, aiming
from vsym.system.report import Report
from vsym.system.result import Path, SystemPath

if TYPE_CHECKING:
    from vsym.checking.answer import Exploration
    from vsym.models.text import Observation, Text
    from vsym.stepping import shapes


def begun(model: Model, budget: Budget, report: Report) -> tuple[ProcessStepper, tuple[str, ...]]:
    """A stepper by the lemmas. Where one is wrong, it uses none, with a note, so that the user can step through the
    model to see why."""
    bare = model.stating((), ())
    try:
        return ProcessStepper(_reduced(bare, budget, report)), ()
    except DiagnosticError:
        if not bare.lemmas:
            raise
    without = ProcessStepper(_reduced(replace(bare, lemmas=()), budget, report))
    return without, ("vsym refused a lemma, so it uses none; `vsym symmetry` says why",)


def showing(run: Run, _exploration: Exploration | None) -> tuple[ProcessStepper, ModelPath]:
    """A stepper in the counters of the run, and its path process by process; raises RefusedError for too many steps."""
    if run.view is None or run.counters is None:
        raise ReplayError("a path of processes is told in counters")
    _, path = expanded(run.model, run.view, run.counters, run.path)
    return ProcessStepper(Reduced.to(run.model, run.view)), path


def toward(stepper: ProcessStepper, condition: Formula, budget: Budget, report: Report) -> ProcessStepper:
    """A stepper in the blocks that a goal does not tell apart."""
    return ProcessStepper(_reduced(aiming(stepper.model, condition), budget, report))


def observation(text: Text[Model], _: Model, written: str, values: Mapping[str, int], budget: Budget) -> Observation:
    """The value of an expression of the language; raises as the text does."""
    return text.observation(written, values, budget)


def written(stepper: ProcessStepper, walk: Walk[State, Step]) -> str:
    """The path as ITF, which `vsym replay` reads as well."""
    states, steps = walk.states[: walk.at + 1], walk.steps[: walk.at]
    counters: SystemPath = Path("witness", tuple(map(stepper.orbit, states)), (None,) * len(steps))
    return itf(stepper.model, stepper.reduced.counters, "steps", counters, Path("witness", states, steps))


def read(stepper: ProcessStepper, text: str, file: str) -> Walk[State, Step]:
    """The path of a document, replayed on the semantics."""
    reduced = stepper.reduced
    counters, path = replayed(reduced, read_itf(stepper.model, lambda: reduced, text, file))
    return Walk.along(expanded(stepper.model, reduced.counters, counters, path)[1])


def paged(model: Model, budget: Budget, report: Report) -> tuple[ProcessStepper, Naming[State, Step]]:
    """A stepper up to exchanges of processes that neither a step nor `init` tells apart, so each keeps its steps."""
    bare = replace(model.stating((), ()), lemmas=())
    stepper = ProcessStepper(joint_direct(bare, classes(bare), budget, report))
    return stepper, naming(stepper)


def naming(stepper: ProcessStepper) -> Naming[State, Step]:
    """Processes by group and number, where each has a lane; inside a block of the stepper nothing may tell them apart,
    as any two of it are exchanged."""
    model, blocks = stepper.model, [block.processes for block in stepper.reduced.counters.blocks]
    if model.size > LANES:
        return Naming((), lambda _, __: (), lambda state: ("",) * len(stepper.choices(state)), frozenset({"processes"}))
    names = tuple(lane(stepper.reduced, process) for process in model.processes)

    def between(stored: State, actual: State) -> tuple[int, ...]:
        image = [*range(model.size)]
        for block in blocks:
            # Who is in the same local state in both keeps its name.
            free = [one for one in block if stored.locations[one - 1] != actual.locations[one - 1]]
            left = {place: [one for one in free if actual.locations[one - 1] == place] for place in model.states}
            for process in free:
                image[process - 1] = left[stored.locations[process - 1]].pop() - 1
        return tuple(image)

    def named(processes: Processes) -> str:
        return ", ".join(names[process - 1] for process in processes)

    def by(state: State) -> tuple[str, ...]:
        return tuple(" with ".join(named(parts) for parts in taking if parts) for taking in stepper.takers(state))

    return Naming(names, between, by, frozenset({"processes"}))


def state_record(state: State) -> shapes.LocatedState:
    """The ranges of processes with their local states, and the shared values."""
    places = located(state.locations)
    return {"ends": [*places.ends], "states": [*places.states], "shared": dict(state.shared)}


def state_of(model: Model, record: Mapping[str, Any]) -> State:
    """The state of a model; raises ValueError and others where it is none."""
    ends, states = tuple(record["ends"]), tuple(record["states"])
    shared = tuple((one.name, record["shared"][one.name]) for one in model.shared)
    in_range = all(one.low <= number <= one.high for one, (_, number) in zip(model.shared, shared, strict=True))
    places = Locations(ends, states)
    growing = all(low < high for low, high in zip((0, *ends), ends, strict=False))
    whole = len(ends) == len(states) and len(places) == model.size and growing
    if not whole or not in_range or not set(states) <= set(model.states):
        raise ValueError(record)
    # Few processes are a tuple, as the semantics makes it.
    return State(tuple(places) if model.size <= LISTED else places, shared)


def _reduced(model: Model, budget: Budget, report: Report) -> Reduced:
    subject = Subject(model)
    return reduced(subject, identified(subject, budget, report), budget, report)[1]
