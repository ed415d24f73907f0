"""The way back: who moves in each step of a path of counters, replayed on the semantics (theory, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.models.counting.locations import located
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.replaying import Replay
from vsym.models.counting.semantics import ModelPath, RangeError, State, Step, line_steps
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.reductions.counters.repeated import move
from vsym.reductions.counters.vectors import abstract, concretize
from vsym.system.result import SystemPath
from vsym.system.step import Vector
from vsym.system.system import System

MOVES = 10_000
"""At most how many times processes are moved at once on one path."""


def back(model: Model, counters: CounterSystem, system: System, path: SystemPath) -> tuple[SystemPath, ModelPath]:
    """A path of the model with the vectors of a path of its counter system, and that path with the same states.

    A step that is taken several times in a row may need several stops on the way. Raises ReplayError where the model
    has no such path, or none that needs few stops.
    """
    start = concretize(model, counters, path.states[0])
    if path.times is not None:
        return _repeated(model, counters, system, path, State(located(start.locations), start.shared))
    replay = Replay(model, start)
    for number, after in zip(path.steps, path.states[1:], strict=True):
        if number is None:
            replay.stay()
        else:
            replay.take(_step(model, counters, counters.transitions[number], replay.state, after))
        if abstract(counters, replay.state) != after:
            raise ReplayError("a step leads elsewhere than the abstraction says")
    if path.loop is not None and path.states[path.loop] != path.states[-1]:
        raise ReplayError("the loop of the path does not close")
    return path, replay.path(path.kind, path.loop)


def _repeated(
    model: Model, counters: CounterSystem, system: System, path: SystemPath, start: State
) -> tuple[SystemPath, ModelPath]:
    replay = Replay(model, start)
    numbers: list[int | None] = []
    stops = [0]
    for number, left, after in zip(path.steps, path.times or (), path.states[1:], strict=True):
        if number is None:
            replay.stay()
            numbers.append(None)
        while number is not None and left:
            if len(numbers) == MOVES:
                raise ReplayError("a repeated step cannot be replayed")
            step, moved = move(model, counters, system, number, replay.state, left)
            replay.take(step, moved)
            numbers.append(number)
            left -= moved
        if abstract(counters, replay.state) != after:
            raise ReplayError("a repeated step leads elsewhere than the abstraction says")
        stops.append(len(numbers))
    states = tuple(abstract(counters, state) for state in replay.states)
    loop = None if path.loop is None else stops[path.loop]
    if loop is not None and states[loop] != states[-1]:
        raise ReplayError("the loop of the path does not close")
    return (
        replace(path, states=states, steps=tuple(numbers), loop=loop, times=tuple(replay.times)),
        replay.path(path.kind, loop, repeated=True),
    )


def _step(model: Model, counters: CounterSystem, transition: AbstractTransition, state: State, after: Vector) -> Step:
    for origin, movers, partners in _takers(model, counters, transition):
        for line in origin.lines:
            if not line.processes & movers:
                continue
            try:
                step = next(line_steps(model, state, origin, line, movers, partners), None)
            except RangeError:
                continue
            if step is not None and abstract(counters, step.target) == after:
                return step
    raise ReplayError(f"no process can take `{transition.label}` where the abstraction says that one can")


def _takers(
    model: Model, counters: CounterSystem, transition: AbstractTransition
) -> Iterator[tuple[LocalTransition, Processes, Processes | None]]:
    """The local transitions that may be the step, with the movers and the partners that may take it."""
    blocks = [block.processes for block in counters.blocks]
    partners = None if transition.other is None else blocks[transition.other]
    yield from ((origin, blocks[transition.block], partners) for origin in transition.origins)
    if model.joint:
        # Where this one is not enabled, another with the same effect is.
        for origin in model.transitions:
            others = [None] if origin.partner is None else blocks
            yield from ((origin, movers, other) for movers in blocks for other in others)
