"""Programs as models for NuSMV, paths of them in its XML, and its traces of these as paths of the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vsym.exchange.program_itf import firings_between
from vsym.exchange.smv.layout import one_line
from vsym.exchange.smv.reading import loop_of, read_xml, vector_of
from vsym.exchange.smv.system import prepare, smv_trace, system_model
from vsym.models.program.faults import Fault
from vsym.models.program.semantics import Firing, ProgramPath, State
from vsym.models.protocol import ReplayError
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.programs.asking import AskedSystem
from vsym.reductions.programs.lowering import Lowered
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, steps
from vsym.system.system import System


def program_model(query: AskedSystem, lowered: Lowered) -> str:
    """A NuSMV model of a program, with the properties of the system in `query`.

    Raises DiagnosticError (VS412, VS413) for a program that NuSMV cannot hold, RefusedError for an update of too many
    cases.
    """
    return system_model(prepare(query.system, everywhere=True), tuple(_header(lowered)))


def counter_program_model(model: CounterModel, system: System, left_out: Mapping[str, str]) -> str:
    """A NuSMV model of the counters of a program, with the properties of its `system`; those left out are named with
    the reasons. Raises what `program_model` does."""
    return system_model(prepare(system, everywhere=True), tuple(_counter_header(model, left_out)))


def _counter_header(model: CounterModel, left_out: Mapping[str, str]) -> Iterator[str]:
    yield f"{model.program.name}: a program, its processes counted, for NuSMV 2.5 to 2.7 and nuXmv."
    yield f"The variable of a local state counts the elements of {model.slots.scalarset.name} in it. That of a shared"
    yield "slot is its code: 0 where it is undefined, else the number of the value, from 1 on."
    yield "A move is one way that a rule takes for elements in given local states."
    yield from _missing(model.start_faults, left_out.items())


def _header(lowered: Lowered) -> Iterator[str]:
    program = lowered.program
    yield f"{program.name}: a program, for NuSMV 2.5 to 2.7 and nuXmv."
    yield "The variable of a slot is its code: 0 where it is undefined, else the number of the value in its type, from"
    yield "1 on. Values that it never has are left out. A move is an instance of a rule."
    yield from _missing([fault for _, fault in lowered.start_faults], lowered.left_out)


def _missing(start_faults: Sequence[Fault], left_out: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A remark on the first start that ends in an error, and on each property that is left out."""
    for fault in start_faults[:1]:
        yield one_line(f"A start state ends in an error, which this model omits: {fault.message}")
    for name, reason in left_out:
        yield one_line(f"Left out: {name}, since {reason}")


def read_program_smv(query: AskedSystem, text: str, file: str) -> ProgramPath:
    """The trace in NuSMV's XML as a path of the program, each step found anew on the plain semantics.

    Raises RefusedError, with the place, for a text without such a trace, a trace of another model, and one that is no
    path.
    """
    trace = read_xml(text, file)
    written = prepare(query.system, everywhere=True)
    places = [f"{file}:{node.line}: state {number}" for number, node in enumerate(trace.nodes, 1)]
    vectors = [vector_of(query.system, written, node, place) for node, place in zip(trace.nodes, places, strict=True)]
    loop = loop_of(trace, vectors, places)
    states = [vector[: query.program.layout.width] for vector in vectors]
    return Path("counterexample", tuple(states), firings_between(query.program, states, places), loop)


def program_smv_trace(query: AskedSystem, name: str, path: ProgramPath) -> str:
    """A path that has states as one of the model that `program_model` writes.

    Raises DiagnosticError for a program that NuSMV cannot hold, and ReplayError for a path that the system does not
    have (our bug).
    """
    return smv_trace(query.system, name, _system_path(query, path), everywhere=True)


def _system_path(query: AskedSystem, path: ProgramPath) -> SystemPath:
    """The path with the values of the system's variables beside the slots of the program, which begin with 0.

    These values may differ at both ends of a loop the first time round; the path then goes round once more.
    """
    beside = len(query.system.variables) - query.program.layout.width
    vectors: list[Vector] = [(*path.states[0], *(0,) * beside)]
    events: list[int | None] = []

    def follow(first: int) -> None:
        for step, state in zip(path.steps[first:], path.states[first + 1 :], strict=True):
            event, vector = _step(query, vectors[-1], step, state)
            events.append(event)
            vectors.append(vector)

    follow(0)
    loop = path.loop
    if loop is not None and vectors[loop] != vectors[-1]:
        again, loop = loop, len(vectors) - 1
        follow(again)
    return Path(path.kind, tuple(vectors), tuple(events), loop)


def _step(query: AskedSystem, before: Vector, step: Firing | None, state: State) -> tuple[int | None, Vector]:
    """The event that is a step of the program, and its target; no event where a deadlocked state repeats."""
    stuck = True
    for number, vector in steps(query.system, before):
        stuck = False
        if step in (None, query.firings[number]) and vector[: len(state)] == state:
            return number, vector
    if stuck and step is None and before[: len(state)] == state:
        return None, before
    raise ReplayError("the system of the program has no such step")
