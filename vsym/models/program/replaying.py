"""Paths of a program held against its plain semantics, so that none is shown that the program does not have."""

from __future__ import annotations

from typing import TypeAlias

from vsym.models.program.program import Program
from vsym.models.program.semantics import Fired, Firing, Semantics, State
from vsym.models.protocol import ReplayError
from vsym.system.result import Path

ProgramPath: TypeAlias = Path[State, Firing]


def replayed(program: Program, path: ProgramPath) -> None:
    """Raise ReplayError where a path of the program is none: where it does not begin in a start state, where a firing
    leads elsewhere or cannot fire, where a stuttering state is no deadlock, where the loop does not close."""
    semantics = Semantics(program)
    if not path.states:
        if not any(fired.fault for fired in semantics.starts()):
            raise ReplayError("no start state ends in an error, as the path says")
        return
    if not any(fired.state == path.states[0] for fired in semantics.starts()):
        raise ReplayError("the path does not start in a start state")
    for before, firing, after in zip(path.states, path.steps, path.states[1:], strict=False):
        if firing is None:
            if before != after or not semantics.terminal(before):
                raise ReplayError("the path stays where the program does not")
        elif not any(fired.firing == firing and fired.state == after for fired in semantics.fire(before)):
            raise ReplayError(f"rule {firing.rule} does not lead where the path says")
    if path.loop is not None and path.states[path.loop] != path.states[-1]:
        raise ReplayError("the loop of the path does not close")


def failing(program: Program, path: ProgramPath) -> Fired | None:
    """The start state that ends in an error, of a path without states; the firing of the last state that does, else."""
    semantics = Semantics(program)
    fired = semantics.fire(path.states[-1]) if path.states else semantics.starts()
    return next((one for one in fired if one.fault is not None), None)
