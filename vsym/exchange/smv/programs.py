"""Programs as models for NuSMV, and NuSMV's traces of these as paths of the program."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.exchange.program_itf import firings_between
from vsym.exchange.smv.layout import one_line
from vsym.exchange.smv.reading import loop_of, vector_of
from vsym.exchange.smv.rendering import system_model
from vsym.exchange.smv.system import prepare
from vsym.exchange.smv.xml import read_xml
from vsym.models.program.replaying import ProgramPath
from vsym.reductions.programs.asking import Asked
from vsym.reductions.programs.lowering import Lowered
from vsym.system.result import Path


def program_model(asked: Asked, lowered: Lowered) -> str:
    """A NuSMV model of a program whose system is asked its properties.

    Raises DiagnosticError (VS412, VS413) for what NuSMV cannot hold, RefusedError for an update of too many cases.
    """
    return system_model(prepare(asked.system, everywhere=True), tuple(_header(lowered)))


def _header(lowered: Lowered) -> Iterator[str]:
    program = lowered.program
    yield f"{program.name}: a program, for NuSMV 2.5 to 2.7 and nuXmv."
    yield "A variable for each slot has its code: 0 where it is undefined, else the number of the value among those of"
    yield "its type, from 1 on. Values that it never has are left out. A move is an instance of a rule."
    for _, fault in lowered.start_faults[:1]:
        yield one_line(f"A start state ends in an error, which this model does not say: {fault.message}")
    for name, reason in lowered.left_out:
        yield one_line(f"Left out: {name}, as {reason}")


def read_program_smv(asked: Asked, text: str, file: str) -> ProgramPath:
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
