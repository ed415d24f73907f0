"""The way back: a path of counters as one of the program, with processes for those that each step tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.models.program.semantics import Firing, ProgramPath, Semantics, State
from vsym.models.program.types import Array, Record, Type, field_offset, width
from vsym.models.protocol import ReplayError
from vsym.reductions.process_counters.abstract_state import LocalState
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.runs import Way
from vsym.reductions.process_counters.slots import EACH, Key, Process
from vsym.reductions.programs.asking import unrolled
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector

STEPS = 10_000
"""The most steps of a path of the program."""


@frozen
class Address:
    """The place of a slot in a state; of a slot of each process, that of the first, and from each to the next."""

    offset: int
    stride: int = 0


@frozen(eq=False)
class Back:
    """A model of counters, with the addresses that find its slots in states of the program."""

    model: CounterModel

    def path(self, path: SystemPath) -> ProgramPath:
        """A path of the counters as one of the program.

        Where a loop of the counters leads to the same state with other processes, vsym repeats it until it closes.
        Raises ReplayError where the program has no such path (our bug), or one of more than STEPS.
        """
        path = unrolled(self.model.system, path, STEPS)
        starts = (fired.state for fired in Semantics(self.model.program).starts() if fired.state is not None)
        state = next((one for one in starts if self.counts(one) == path.states[0]), None)
        if state is None:
            raise ReplayError("the path does not start in a start state")
        states, steps = [state], list[Firing | None]()
        for number, step in enumerate(path.steps):
            self._step(states, steps, step, path.states[number + 1])
        if path.loop is None:
            return Path(path.kind, tuple(states), tuple(steps))
        first = len(states) - 1
        begun = {states[path.loop]: path.loop}
        while states[-1] not in begun:
            begun[states[-1]] = len(states) - 1
            for number in range(path.loop, len(path.steps)):
                self._step(states, steps, path.steps[number], path.states[number + 1])
            if len(steps) > first + STEPS:
                raise ReplayError(f"the path closes only after more than {STEPS:,} steps")
        return Path(path.kind, tuple(states), tuple(steps), begun[states[-1]])

    def counts(self, state: State) -> Vector:
        """The state of the counters for a state of the program; raises ReplayError for an unknown local state."""
        slots = self.model.slots
        counts = dict.fromkeys(self.model.states, 0)
        for local in self._local_states(state):
            if local not in counts:
                raise ReplayError("a process is in a local state that none can reach")
            counts[local] += 1
        return (*(state[self._addresses[key].offset] for key, _ in slots.shared), *counts.values())

    def _step(self, states: list[State], steps: list[Firing | None], number: int | None, then: Vector) -> None:
        """Go one step on."""
        if number is None:
            states.append(states[-1])
            steps.append(None)
            return
        firing = self._firing(self.model.ways[number], states[-1])
        fired = Semantics(self.model.program).fired(firing, states[-1])
        if fired is None or fired.state is None or self.counts(fired.state) != then:
            raise ReplayError(f"rule {firing.rule} does not lead to the next counter state")
        states.append(fired.state)
        steps.append(firing)

    def _firing(self, way: Way, state: State) -> Firing:
        """The firing of a way, by the first processes in the local states that it names."""
        places: dict[LocalState, list[int]] = {}
        for place, local in enumerate(self._local_states(state)):
            places.setdefault(local, []).append(place)
        chosen: list[int] = []
        for origin in way.origins:
            waiting = places.get(self.model.states[origin])
            if not waiting:
                raise ReplayError("no process is in a local state that the step names")
            chosen.append(waiting.pop(0))
        base = self.model.slots.scalarset.base
        values = (base + chosen[one.number] if isinstance(one, Process) else one for one in way.choices)
        return Firing(way.rule, tuple(values))

    def _local_states(self, state: State) -> Iterator[LocalState]:
        slots = self.model.slots
        own = [self._addresses[key] for key, _ in slots.own]
        pointing = [state[self._addresses[key].offset] - 1 for key in slots.pointers]
        for place in range(slots.scalarset.size):
            codes = tuple(state[one.offset + place * one.stride] for one in own)
            yield LocalState(codes, tuple(place == at for at in pointing))

    @cached_property
    def _addresses(self) -> dict[Key, Address]:
        slots = self.model.slots
        keys = (*(key for key, _ in slots.own), *slots.pointers, *(key for key, _ in slots.shared))
        return {key: self._address(key) for key in keys}

    def _address(self, key: Key) -> Address:
        program = self.model.program
        variable = next(one for one in program.variables if one.name == key[0])
        offset, stride = program.layout.offsets[variable], 0
        of: Type = variable.type
        for step in key[1:]:
            if isinstance(of, Record):
                part = of.field(str(step))
                assert part is not None
                offset, of = offset + field_offset(of, str(step)), part
                continue
            assert isinstance(of, Array)
            if step == EACH:
                stride = width(of.element)
            else:
                assert isinstance(step, int)
                offset += (of.index.code(step) - 1) * width(of.element)
            of = of.element
        return Address(offset, stride)
