"""Paths of a program in NuSMV's XML, for its `read_trace` beside the model of `vsym emit-smv`."""

from __future__ import annotations

from vsym.exchange.smv.trace import smv_trace
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import Firing, State
from vsym.models.protocol import ReplayError
from vsym.reductions.programs.asking import AskedSystem
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, steps


def program_smv_trace(asked: AskedSystem, name: str, path: ProgramPath) -> str:
    """A path that has states as one of the model that `program_model` writes.

    Raises DiagnosticError for what NuSMV cannot hold, and ReplayError for a path that the system does not have (our
    bug).
    """
    return smv_trace(asked.system, name, _system_path(asked, path), everywhere=True)


def _system_path(asked: AskedSystem, path: ProgramPath) -> SystemPath:
    """The path with what the system has beside the slots of the program, which begins with 0.

    What lies beside may differ at both ends of a loop the first time round: then it goes round once more.
    """
    beside = len(asked.system.variables) - asked.program.layout.width
    vectors: list[Vector] = [(*path.states[0], *(0,) * beside)]
    events: list[int | None] = []

    def follow(first: int) -> None:
        for step, state in zip(path.steps[first:], path.states[first + 1 :], strict=True):
            event, vector = _step(asked, vectors[-1], step, state)
            events.append(event)
            vectors.append(vector)

    follow(0)
    loop = path.loop
    if loop is not None and vectors[loop] != vectors[-1]:
        again, loop = loop, len(vectors) - 1
        follow(again)
    return Path(path.kind, tuple(vectors), tuple(events), loop)


def _step(asked: AskedSystem, before: Vector, step: Firing | None, state: State) -> tuple[int | None, Vector]:
    """The event that is a step of the program, and where it leads; none for what stays where nothing leads on."""
    stuck = True
    for number, vector in steps(asked.system, before):
        stuck = False
        if step in (None, asked.firings[number]) and vector[: len(state)] == state:
            return number, vector
    if stuck and step is None and before[: len(state)] == state:
        return None, before
    raise ReplayError("the system of the program has no such step")
