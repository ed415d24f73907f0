"""The knowledge of a run about a state: the slots that all share, the processes that the run distinguishes, and of each
local state the other processes."""

from __future__ import annotations

from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Linear
from vsym.models.program.types import Type
from vsym.reductions.process_counters.forking import Path
from vsym.reductions.process_counters.slots import EACH, Key, Process, Slots

Cell: TypeAlias = Linear | Process | None
"""The content of a slot: a code, or if it is of the scalarset's type a process or nothing."""

Memory: TypeAlias = dict[Key, Cell]

ONE = Linear((), 1)


@frozen
class LocalState:
    """The codes of a process's slots, and for each pointer whether it points at the process."""

    codes: tuple[int, ...]
    pointed: tuple[bool, ...]


@frozen
class Origin:
    """Processes of a local state, and their number where the run begins."""

    state: LocalState
    count: Linear


@frozen(eq=False)
class Location:
    """A place as it is now: a key in the memory of a routine, or (None) in that of the state."""

    memory: Memory | None
    key: Key
    type: Type


@frozen(eq=False)
class Individual:
    """A process that the run distinguishes: its origin, and its slots."""

    origin: int
    memory: Memory


@frozen(eq=False)
class Snapshot:
    """All that a run can change in a state."""

    shared: Memory
    individuals: tuple[Memory, ...]
    rest: dict[int, Memory]


class World:
    """A state on its way through a rule.

    The pointers in `resolved` have known targets; the run distinguishes all processes of the `empty` origins.
    """

    def __init__(self, slots: Slots, origins: tuple[Origin, ...], shared: Memory, path: Path) -> None:
        self.slots, self.origins, self.shared, self.path = slots, origins, dict(shared), path
        self.individuals: list[Individual] = []
        self.rest: dict[int, Memory] = {
            number: {key: Linear((), code) for (key, _), code in zip(slots.own, origin.state.codes, strict=True)}
            for number, origin in enumerate(origins)
        }
        self.empty: set[int] = set()
        self.resolved: set[int] = set()

    def remaining(self, origin: int) -> Linear:
        """The number of an origin's processes that the run does not distinguish."""
        apart = sum(one.origin == origin for one in self.individuals)
        return self.origins[origin].count - Linear((), apart)

    def some(self, origin: int) -> Formula:
        """The condition that there is one of them."""
        return compare(self.remaining(origin), ">=", ONE)

    def told_apart(self, origin: int) -> Process:
        """One of them, which the run distinguishes from now on."""
        self.individuals.append(Individual(origin, dict(self.rest[origin])))
        return Process(len(self.individuals) - 1)

    def resolve(self, pointer: int, pointed: Linear) -> None:
        """Settle where a pointer points: nowhere, at a distinguished process, or at one that the run distinguishes from
        now on. `pointed` is the number of processes that it points at."""
        key = self.slots.pointers[pointer]
        if key not in self.shared:
            able = [number for number, origin in enumerate(self.origins) if origin.state.pointed[pointer]]
            at = next((Process(number) for number, one in enumerate(self.individuals) if one.origin in able), None)
            if at is None:
                options: list[tuple[Formula, int | None]] = [(compare(pointed, "=", Linear()), None)]
                options += [(self.some(number), number) for number in able]
                chosen = self.path.choose(options)
                at = None if chosen is None else self.told_apart(chosen)
            self.shared[key] = at
            self.empty.update(able)
        self.resolved.add(pointer)

    @property
    def crowds(self) -> list[int]:
        """The origins that may have processes that the run does not distinguish."""
        return [number for number in range(len(self.origins)) if number not in self.empty]

    def cell(self, memory: Memory | None, key: Key) -> Cell:
        """The content of a slot."""
        held, generic = self._memory(memory, key)
        return held[generic]

    def put(self, memory: Memory | None, key: Key, cell: Cell, span: Span) -> None:
        """Give a slot something to hold; a process's own slots hold numbers."""
        if EACH in key:
            assert isinstance(cell, Linear)
            code = Linear((), self.path.number(cell, span))
            for own in (*(one.memory for one in self.individuals), *(self.rest[origin] for origin in self.crowds)):
                own[key] = code
            return
        held, generic = self._memory(memory, key)
        if held is not self.shared and memory is None:
            assert isinstance(cell, Linear)
            cell = Linear((), self.path.number(cell, span))
        held[generic] = cell

    def _memory(self, memory: Memory | None, key: Key) -> tuple[Memory, Key]:
        owner = next((step for step in key if isinstance(step, Process)), None)
        if memory is not None:
            return memory, key
        if owner is None:
            return self.shared, key
        return self.individuals[owner.number].memory, tuple(EACH if step == owner else step for step in key)

    def snapshot(self) -> Snapshot:
        """A copy of all that the run can change."""
        individuals = tuple(dict(one.memory) for one in self.individuals)
        return Snapshot(dict(self.shared), individuals, {number: dict(one) for number, one in self.rest.items()})

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, from a time when the run distinguished no more processes than now."""
        self.shared = dict(snapshot.shared)
        del self.individuals[len(snapshot.individuals) :]
        for one, memory in zip(self.individuals, snapshot.individuals, strict=True):
            one.memory.update(memory)
        self.rest = {number: dict(one) for number, one in snapshot.rest.items()}

    def local_state(self, number: int) -> LocalState:
        """The present local state of a distinguished process."""
        one = self.individuals[number]
        before = self.origins[one.origin].state.pointed
        pointed = (
            self.shared[key] == Process(number) if place in self.resolved else before[place]
            for place, key in enumerate(self.slots.pointers)
        )
        return LocalState(self._codes(one.memory), tuple(pointed))

    def crowd_state(self, origin: int) -> LocalState:
        """The present local state of an origin's processes that the run does not distinguish."""
        return LocalState(self._codes(self.rest[origin]), self.origins[origin].state.pointed)

    def _codes(self, memory: Memory) -> tuple[int, ...]:
        codes = []
        for key, _ in self.slots.own:
            cell = memory[key]
            assert isinstance(cell, Linear)
            assert not cell.terms
            codes.append(cell.constant)
        return tuple(codes)


def state_text(slots: Slots, state: LocalState) -> str:
    """A local state in a few words: the values of its slots, and the pointers that point at it."""
    codes = zip(slots.own, state.codes, strict=True)
    values = ",".join(of.text(of.value(code)) if code else "-" for (_, of), code in codes)
    pointing = zip(slots.pointers, state.pointed, strict=True)
    marks = "".join(f"&{slots.text(key)}" for key, here in pointing if here)
    return f"{values or slots.scalarset.name}{marks}"
