"""The way back: a path of the system that a program is as a path of the program, replayed on its semantics."""

from __future__ import annotations

from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath, replayed
from vsym.models.program.semantics import Firing
from vsym.models.protocol import ReplayError
from vsym.system.result import Path, SystemPath
from vsym.system.step import OutsideRangeError, Vector, after
from vsym.system.system import System

STEPS = 100_000
"""How many steps a path may have where one of the system says how often each is repeated."""


def back(program: Program, system: System, firings: tuple[Firing, ...], path: SystemPath) -> ProgramPath:
    """The path of the program that a path of a system with these firings is.

    A state's vector begins with the codes of the program's slots; what follows, as the rule that has fired, is the
    system's own. Raises ReplayError where the program has no such path (our bug), or one of more than STEPS.
    """
    if path.times is not None:
        path = _unrolled(system, path)
    width = program.layout.width
    steps = tuple(None if number is None else firings[number] for number in path.steps)
    told: ProgramPath = Path(path.kind, tuple(state[:width] for state in path.states), steps, path.loop)
    replayed(program, told)
    return told


def _unrolled(system: System, path: SystemPath) -> SystemPath:
    """A path with every state of its repeated steps."""
    if path.length > STEPS:
        raise ReplayError(f"the path has {path.length:,} steps, too many to be replayed")
    states: list[Vector] = [path.states[0]]
    steps: list[int | None] = []
    for number, times in zip(path.steps, path.times or (), strict=True):
        for _ in range(times):
            try:
                states.append(states[-1] if number is None else after(system, number, states[-1]))
            except OutsideRangeError as error:
                raise ReplayError(str(error)) from error
            steps.append(number)
    return Path(path.kind, tuple(states), tuple(steps))
