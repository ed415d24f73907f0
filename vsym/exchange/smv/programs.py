"""Programs as models for NuSMV, and NuSMV's traces of these as paths of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.exchange.program_itf import firings_between
from vsym.exchange.smv.layout import one_line
from vsym.exchange.smv.reading import loop_of, read_xml, vector_of
from vsym.exchange.smv.system import prepare, system_model
from vsym.models.program.replaying import ProgramPath
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.programs.asking import AskedSystem
from vsym.reductions.programs.lowering import Lowered
from vsym.system.result import Path
from vsym.system.system import System


def program_model(asked: AskedSystem, lowered: Lowered) -> str:
    """A NuSMV model of a program whose system is asked its properties.

    Raises DiagnosticError (VS412, VS413) for what NuSMV cannot hold, RefusedError for an update of too many cases.
    """
    return system_model(prepare(asked.system, everywhere=True), tuple(_header(lowered)))


def counter_program_model(model: CounterModel, system: System, left_out: Mapping[str, str]) -> str:
    """A NuSMV model of the counters of a program, whose `system` is asked its properties but for some that are left
    out, with the reasons; raises what `program_model` does."""
    return system_model(prepare(system, everywhere=True), tuple(_counter_header(model, left_out)))


def _counter_header(model: CounterModel, left_out: Mapping[str, str]) -> Iterator[str]:
    yield f"{model.program.name}: a program, its processes counted, for NuSMV 2.5 to 2.7 and nuXmv."
    yield f"A variable for each local state says how many elements of {model.slots.scalarset.name} are in it. One for"
    yield "each slot that all share has its code: 0 where it is undefined, else the number of the value, from 1 on."
    yield "A move is a way that a rule goes for elements in given local states."
    for fault in model.start_faults[:1]:
        yield one_line(f"A start state ends in an error, which this model does not say: {fault.message}")
    for name, reason in left_out.items():
        yield one_line(f"Left out: {name}, as {reason}")


def _header(lowered: Lowered) -> Iterator[str]:
    program = lowered.program
    yield f"{program.name}: a program, for NuSMV 2.5 to 2.7 and nuXmv."
    yield "A variable for each slot has its code: 0 where it is undefined, else the number of the value among those of"
    yield "its type, from 1 on. Values that it never has are left out. A move is an instance of a rule."
    for _, fault in lowered.start_faults[:1]:
        yield one_line(f"A start state ends in an error, which this model does not say: {fault.message}")
    for name, reason in lowered.left_out:
        yield one_line(f"Left out: {name}, as {reason}")


def read_program_smv(asked: AskedSystem, text: str, file: str) -> ProgramPath:
    """The trace in NuSMV's XML as a path of the program, each step found anew on the plain semantics.

    Raises RefusedError, with the place, for a text that is none, a trace of another model, and what is no path.
    """
    trace = read_xml(text, file)
    written = prepare(asked.system, everywhere=True)
    places = [f"{file}:{node.line}: state {number}" for number, node in enumerate(trace.nodes, 1)]
    vectors = [vector_of(asked.system, written, node, place) for node, place in zip(trace.nodes, places, strict=True)]
    loop = loop_of(trace, vectors, places)
    states = [vector[: asked.program.layout.width] for vector in vectors]
    return Path("counterexample", tuple(states), firings_between(asked.program, states, places), loop)
