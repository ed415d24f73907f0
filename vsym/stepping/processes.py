"""A model of counted processes, state by state, and how a state is shown: process by process, counted, with its orbit.
The stepper treats processes that are alike as one case, however many they are.

Where a line of a local transition allows no step, the stepper says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number, plural
from vsym.basics.options import RefusedError
from vsym.logic.formula import Formula, atoms, conjuncts
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.locations import located
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import RangeError, State, Step, evaluate, holds, line_steps, pairs_of
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import abstract, orbit_size
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.starts import initial_state
from vsym.stepping.protocol import Choice, Disabled, Hindrance, View
from vsym.system.starts import initial_states
from vsym.system.step import Vector

LANES = 24
"""The most processes that have a lane each; beyond, the counters have one."""

_RANGES = 8
_COUNTERS = 16


def listed(processes: Processes) -> str:
    """A set of processes, as its first ranges where there are many."""
    first = Processes(processes.ranges[:_RANGES])
    left = processes.size - first.size
    return f"{first}, … {number(left)} more" if left else str(first)


def lane(reduced: Reduced, process: int) -> str:
    """The name of the lane of a process: its group and its number."""
    group = next(group.name for group in reduced.model.groups if process in group.processes)
    return f"{group} {process}"


_VALUES = 8
"""The most values of a false condition that `why` shows."""


@frozen
class Alike:
    """Processes that one line of a local transition allows the same step, with the partners of it if it has any.

    The transition has a `number` in the model. The `step` is that of the first of them, None where that would leave the
    range of a variable, the `fault`.
    """

    number: int
    transition: LocalTransition
    line: GuardedUpdate
    movers: Processes
    partners: Processes | None
    step: Step | None
    fault: str | None = None


@frozen
class ProcessStepper:
    """The steps of a model, grouped by the blocks in which its processes are counted."""

    reduced: Reduced

    def __repr__(self) -> str:
        return f"<ProcessStepper: {self.name}>"

    @property
    def model(self) -> Model:
        """The model that is reduced."""
        return self.reduced.model

    @property
    def name(self) -> str:
        """The model's name."""
        return self.reduced.model.name

    def starts(self) -> Iterator[State]:
        """One initial state of each orbit."""
        for vector in initial_states(self.reduced.system):
            if state := initial_state(self.reduced.model, self.reduced.counters, vector):
                yield state

    def choices(self, state: State) -> tuple[Choice[State, Step], ...]:
        """The possible steps: one for each local transition, block of processes, and orbit that it leads to."""
        return tuple(self._choice(group) for group in self._groups(state))

    def takers(self, state: State) -> Iterator[tuple[Processes, Processes]]:
        """The movers and partners of each of the choices."""
        for group in self._groups(state):
            movers = Processes.of(piece for one in group for piece in one.movers.ranges)
            yield movers, Processes.of(piece for one in group for piece in (one.partners or Processes()).ranges)

    def member(self, state: State, place: int, names: Sequence[str]) -> Choice[State, Step]:
        """The step of a process, named by its number, with that of its partner where it has one."""
        group = self._groups(state)[place]
        numbers = [int(name) for name in names if name.isascii() and name.isdecimal() and len(name) < 10]
        several = group[0].partners is not None
        if len(numbers) != len(names) or len(numbers) != 1 + several:
            whose = "a process and its partner" if several else "one process"
            raise RefusedError(f"name {whose} by number")
        mover, partner = numbers[0], numbers[1] if several else None
        for one in group:
            if mover in one.movers and (partner is None or (one.partners and partner in one.partners - _only(mover))):
                return self._taken(state, one, mover, partner)
        raise RefusedError(f"{' with '.join(names)} cannot take it; {self._choice(group).by} can")

    def drawn(self, state: State, place: int, random: Random) -> Choice[State, Step]:
        """A step of any of the processes."""
        group = self._groups(state)[place]
        [one] = random.choices(group, [_size(one) for one in group])
        mover = _at(one.movers, random.randrange(one.movers.size))
        partner = None
        if one.partners is not None:
            if one.partners == _only(mover):
                mover = _at(one.movers - _only(mover), random.randrange(one.movers.size - 1))
            others = one.partners - _only(mover)
            partner = _at(others, random.randrange(others.size))
        return self._taken(state, one, mover, partner)

    def disabled(self, state: State) -> tuple[Disabled, ...]:
        """The lines of guards that allow no step, those of a local transition for the same reasons together."""
        reasons: dict[tuple[str, tuple[Hindrance, ...]], Processes] = {}
        by_state = located(state.locations).by_state
        for transition in self.reduced.model.transitions:
            for line in transition.lines:
                why = tuple(_hindrances(self._spelling, state, by_state, transition, line)) if line.processes else ()
                if why:
                    key = transition.label, why
                    reasons[key] = reasons.get(key, Processes()) | line.processes
        return tuple(Disabled(label, self._spelling.processes(by), why) for (label, why), by in reasons.items())

    def view(self, state: State) -> View:
        """The places of the processes, one by one and counted, and how many states symmetry calls the same."""
        counters, spelling = self.reduced.counters, self._spelling
        vector = abstract(counters, state)
        counts = [(spelling.count(one), str(value)) for one, value in zip(counters.counters, vector, strict=False)]
        by_state = located(state.locations).by_state
        places = [f"{name}: {listed(by_state[name])}" for name in self.model.states if name in by_state]
        size = orbit_size(counters, vector)
        rows = [
            ("processes", " · ".join(places)),
            ("counters", _counted(counts)),
            ("orbit", f"{plural(size, 'state')} equal up to symmetry" if size > 1 else "this state alone"),
        ]
        if state.shared:
            rows.append(("variables", spelling.values(state.shared)))
        values = ((name, spelling.values([(name, value)]).partition(" = ")[2]) for name, value in state.shared)
        lanes = ((lane(self.reduced, process), location) for process, location in enumerate(state.locations, 1))
        return View(tuple(rows), (*(counts if self.model.size > LANES else lanes), *values))

    def told(self, step: Step) -> str:
        """The local transition, with the process that takes it and its partner, if any."""
        by = f"{step.process}" if step.partner is None else f"{step.process} with {step.partner}"
        return f"{step.transition.label} by {by}"

    def orbit(self, state: State) -> Vector:
        """The counters and shared values."""
        return abstract(self.reduced.counters, state)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self.reduced.model)

    def _groups(self, state: State) -> list[list[Alike]]:
        groups: dict[tuple[object, ...], list[Alike]] = {}
        for one in self._alike(state):
            reached = one.fault if one.step is None else self.orbit(one.step.target)
            key = one.number, self._block(one.movers), one.partners and self._block(one.partners), reached
            groups.setdefault(key, []).append(one)
        return [*groups.values()]

    def _alike(self, state: State) -> Iterator[Alike]:
        by_state = located(state.locations).by_state
        blocks = [block.processes for block in self.reduced.counters.blocks]
        for index, transition in enumerate(self.reduced.model.transitions):
            arrow = transition.partner
            swept = [sweep.processes for sweep in transition.others]
            there = _cells(by_state.get(transition.source), blocks, swept)
            beside = _cells(by_state.get(arrow.source), blocks, swept) if arrow is not None else []
            for line in transition.lines:
                movers = [cell & line.processes for cell in there if cell & line.processes]
                joint = arrow is not None and line.partners is not None
                partners = [cell & line.partners for cell in beside if line.partners and cell & line.partners]
                for moving in movers:
                    for other in partners if joint else (None,):
                        yield from self._first(state, index, transition, line, moving, other)

    def _first(
        self,
        state: State,
        number: int,
        transition: LocalTransition,
        line: GuardedUpdate,
        movers: Processes,
        partners: Processes | None,
    ) -> Iterator[Alike]:
        try:
            step = next(line_steps(self.reduced.model, state, transition, line, movers, partners), None)
        except RangeError as error:
            yield Alike(number, transition, line, movers, partners, None, f"{error}, outside its range")
            return
        if step is not None:
            yield Alike(number, transition, line, movers, partners, step)

    def _taken(self, state: State, one: Alike, mover: int, partner: int | None) -> Choice[State, Step]:
        other = None if partner is None else _only(partner)
        [step] = self._first(state, one.number, one.transition, one.line, _only(mover), other)
        return self._choice([step])

    def _choice(self, group: Sequence[Alike]) -> Choice[State, Step]:
        first = group[0]
        by = self._by([one.movers for one in group])
        if first.partners is not None:
            by = f"{by} with {self._by([one.partners for one in group if one.partners is not None])}"
        size = sum(_size(one) for one in group)
        target = None if first.step is None else first.step.target
        return Choice(first.transition.label, by, size, first.step, target, first.fault)

    def _by(self, parts: Sequence[Processes]) -> str:
        everyone = Processes.of(piece for part in parts for piece in part.ranges)
        several = len(self.reduced.counters.blocks) > 1
        return f"{listed(everyone)} ({self._block(everyone)})" if several else listed(everyone)

    def _block(self, processes: Processes) -> str:
        return next(block.name for block in self.reduced.counters.blocks if processes.first in block.processes)


def _counted(counts: list[tuple[str, str]]) -> str:
    if len(counts) > _COUNTERS:
        # Of many counters, those that are 0 say little.
        counts = [(name, value) for name, value in counts if value != "0"]
    more = f", … {len(counts) - _COUNTERS} more" if len(counts) > _COUNTERS else ""
    return ", ".join(f"{name} = {value}" for name, value in counts[:_COUNTERS]) + more


def _cells(processes: Processes | None, blocks: Sequence[Processes], swept: Sequence[Processes]) -> list[Processes]:
    """Some processes by their blocks, and by the sets that a step moves."""
    if not processes:
        return []
    return [cell for cell in refine([processes, *blocks, *swept]) if cell <= processes]


def _size(one: Alike) -> int:
    if one.partners is None:
        return one.movers.size
    return one.movers.size * one.partners.size - (one.movers & one.partners).size


def _only(process: int) -> Processes:
    return Processes.of([(process, process)])


def _at(processes: Processes, number: int) -> int:
    """The process at a place of a set, counted from 0."""
    for low, high in processes.ranges:
        if number <= high - low:
            return low + number
        number -= high - low + 1
    raise IndexError(number)


def _hindrances(
    spelling: Spelling,
    state: State,
    by_state: Mapping[str, Processes],
    transition: LocalTransition,
    line: GuardedUpdate,
) -> Iterator[Hindrance]:
    """Each condition of a line that is false: that a process is in the source, that one is in the partner's, and the
    conjuncts of the guard. Nothing where the line allows a step. `by_state` are the processes in each local state."""
    nobody = Processes()
    movers = line.processes & by_state.get(transition.source, nobody)
    if not movers:
        yield _hindrance(spelling, state, at_least_one(transition.source, line.processes))
    arrow = transition.partner
    if arrow is not None and line.partners is not None:
        if not line.partners & by_state.get(arrow.source, nobody):
            yield _hindrance(spelling, state, at_least_one(arrow.source, line.partners))
        elif movers and next(pairs_of(state, transition, movers, line.partners), None) is None:
            yield Hindrance(f"a partner in {arrow.source} beside the process itself")
    for conjunct in conjuncts(line.guard):
        if not holds(conjunct, state):
            yield _hindrance(spelling, state, conjunct)


def _hindrance(spelling: Spelling, state: State, condition: Formula) -> Hindrance:
    named = [*atoms(condition)]
    values = tuple(_value(spelling, state, atom) for atom in named[:_VALUES])
    more = (("…", f"{len(named) - _VALUES} more"),) if len(named) > _VALUES else ()
    return Hindrance(spelling.formula(condition), (*values, *more))


def _value(spelling: Spelling, state: State, atom: Atom) -> tuple[str, str]:
    number = evaluate(Linear(((atom, 1),)), state)
    if isinstance(atom, Named):
        return atom.name, spelling.value(atom.name, Linear((), number))
    assert isinstance(atom, Count)
    return spelling.count(atom), str(number)
