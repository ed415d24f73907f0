"""The way back: who moves in each step of a path of counters, replayed on the semantics (theory, section 3).

Many processes are moved at once by one local transition, where one after another can move. A guard that is a
conjunction of comparisons is convex: moving processes that the model does not tell apart, one by one, changes every
count in it by a constant each time, so that it holds all the way if it holds for the first and the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.formula import And, Comparison, Formula, Truth
from vsym.models.counting.locations import Locations, located
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, RangeError, Replay, State, Step, line_steps, moved_with, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem, abstract, concretize
from vsym.reductions.counters.starts import initial_state
from vsym.symmetry.virtual.relations import cells
from vsym.system.result import SystemPath
from vsym.system.step import Vector, after, is_enabled
from vsym.system.system import System


def move(
    model: Model, counters: CounterSystem, system: System, number: int, state: State, most: int
) -> tuple[Step, int]:
    """The move of as many processes, at most `most`, as the first choice of them allows by a transition's number.

    The step names the first and leads behind the last. Raises ReplayError where no process can take it.
    """
    transition = counters.transitions[number]
    here = abstract(counters, state)
    vector = after(system, number, here) if is_enabled(system, number, here) else None
    for taker in _takers(model, counters, transition, state):
        try:
            first = step_of(model, state, taker.low, taker.origin, taker.partner)
        except RangeError:
            continue
        if first is None or abstract(counters, first.target) != vector:
            continue
        times = min(most, taker.most)
        if not _is_convex(taker.line.guard) or moved_with(first, state):
            times = 1
        while times > 1:
            end = _together(model, taker, state, first, times)
            if end is not None:
                return replace(first, target=end), times
            times = (times + 1) // 2
        return first, 1
    raise ReplayError(f"the abstraction takes `{transition.label}`, but no process can")


@frozen
class _Taker:
    """A local transition by a line, for `most` processes from `low` on, all in the source, that the model does not tell
    apart; with partners from `partner` on, as many, that are others."""

    origin: LocalTransition
    line: GuardedUpdate
    low: int
    most: int
    partner: int | None = None


def _takers(model: Model, counters: CounterSystem, transition: AbstractTransition, state: State) -> Iterator[_Taker]:
    block = counters.blocks[transition.block].processes
    locations = located(state.locations)
    for origin in transition.origins:
        for line in origin.lines:
            for low, high in _alike(model, locations, transition.source, line.processes & block):
                if transition.other is None or origin.partner is None or line.partners is None:
                    yield _Taker(origin, line, low, high - low + 1)
                    continue
                partners = counters.blocks[transition.other].processes & line.partners
                for first, last in _alike(model, locations, origin.partner.source, partners):
                    yield from _paired(origin, line, low, high, first, last)


def _paired(
    origin: LocalTransition, line: GuardedUpdate, low: int, high: int, first: int, last: int
) -> Iterator[_Taker]:
    """Movers low..high and partners first..last, which are the same processes or have none in common."""
    if low == first:
        half = (high - low + 1) // 2
        if half:
            yield _Taker(origin, line, low, half, low + half)
    elif last < low or high < first:
        yield _Taker(origin, line, low, min(high - low, last - first) + 1, first)
    else:
        # Runs that overlap in part: one step at a time, by a process that is its own partner in no case.
        partner = first if first != low else last
        if partner != low:
            yield _Taker(origin, line, low, 1, partner)


def _alike(model: Model, locations: Locations, source: str, processes: Processes) -> Iterator[tuple[int, int]]:
    """The processes of a set that are in a local state, in ranges that the model does not tell apart."""
    for cell in cells(model):
        yield from locations.inside(source, processes & cell)


def _together(model: Model, taker: _Taker, state: State, first: Step, times: int) -> State | None:
    """The state after so many have moved, one after another, None if the last cannot move as the first does."""
    locations = located(state.locations)
    change = [after - before for (_, before), (_, after) in zip(state.shared, first.target.shared, strict=True)]

    def moved_by(many: int) -> State:
        shared = tuple((name, value + many * by) for (name, value), by in zip(state.shared, change, strict=True))
        pieces = [(taker.low, taker.low + many - 1, taker.origin.target)]
        if taker.partner is not None and taker.origin.partner is not None:
            pieces.append((taker.partner, taker.partner + many - 1, taker.origin.partner.target))
        return State(locations.replaced(pieces), shared)

    last = taker.low + times - 1
    partner = None if taker.partner is None else taker.partner + times - 1
    before = moved_by(times - 1)
    try:
        step = step_of(model, before, last, taker.origin, partner)
    except RangeError:
        return None
    end = moved_by(times)
    return end if step is not None and step.target == end and not moved_with(step, before) else None


def _is_convex(guard: Formula) -> bool:
    match guard:
        case Truth():
            return True
        case Comparison(_, operator, _):
            return operator != "!="
        case And(operands):
            return all(map(_is_convex, operands))
        case _:
            return False


MOVES = 10_000
"""At most how many times processes are moved at once on one path."""


def back(model: Model, counters: CounterSystem, system: System, path: SystemPath) -> tuple[SystemPath, ModelPath]:
    """A path of the model with the vectors of a path of its counter system, and that path with the same states.

    A step that is taken several times in a row may need several stops on the way. Raises ReplayError where the model
    has no such path, or none that needs few stops.
    """
    start = initial_state(model, counters, path.states[0]) or concretize(model, counters, path.states[0])
    repeated = path.times is not None
    replay = Replay(model, State(located(start.locations), start.shared) if repeated else start)
    numbers: list[int | None] = []
    stops = [0]
    for number, left, vector in zip(path.steps, path.times or (1,) * len(path.steps), path.states[1:], strict=True):
        if number is None:
            replay.stay()
            numbers.append(None)
        while number is not None and left:
            if repeated and len(numbers) == MOVES:
                raise ReplayError("a repeated step cannot be replayed")
            if repeated:
                step, moved = move(model, counters, system, number, replay.state, left)
            else:
                step, moved = _step(model, counters, counters.transitions[number], replay.state, vector), 1
            replay.take(step, moved)
            numbers.append(number)
            left -= moved
        if abstract(counters, replay.state) != vector:
            raise ReplayError(f"a {'repeated ' if repeated else ''}step does not lead where the abstraction claims")
        stops.append(len(numbers))
    if path.loop is not None and path.states[path.loop] != path.states[-1]:
        raise ReplayError("the loop of the path does not close")
    if not repeated:
        return path, replay.path(path.kind, path.loop)
    loop = None if path.loop is None else stops[path.loop]
    states = tuple(abstract(counters, state) for state in replay.states)
    stopped = replace(path, states=states, steps=tuple(numbers), loop=loop, times=tuple(replay.times))
    return stopped, replay.path(path.kind, loop, repeated=True)


def _step(model: Model, counters: CounterSystem, transition: AbstractTransition, state: State, vector: Vector) -> Step:
    for origin, movers, partners in _candidates(model, counters, transition):
        for line in origin.lines:
            if not line.processes & movers:
                continue
            try:
                step = next(line_steps(model, state, origin, line, movers, partners), None)
            except RangeError:
                continue
            if step is not None and abstract(counters, step.target) == vector:
                return step
    raise ReplayError(f"the abstraction takes `{transition.label}`, but no process can")


def _candidates(
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
