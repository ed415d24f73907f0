"""The local states of very many processes, held as runs of neighbours in the same one, and the moves of a step beside
that of its mover: of a partner, and of all other processes at once."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from typing import overload

from vsym.basics.frozen import frozen
from vsym.models.counting.processes import Processes


@frozen
class Locations(Sequence[str]):
    """A sequence of local states, process 1 first, whose cost depends on the number of its runs only.

    `ends[i]` is the number of processes in the runs up to the i-th, whose processes are all in `states[i]`;
    neighbouring runs differ.
    """

    ends: tuple[int, ...]
    states: tuple[str, ...]

    @staticmethod
    def of(runs: Iterable[tuple[str, int]]) -> Locations:
        """Builds the sequence from runs: local states, each with the number of neighbouring processes in it."""
        ends: list[int] = []
        states: list[str] = []
        total = 0
        for state, size in runs:
            if size <= 0:
                continue
            total += size
            if states and states[-1] == state:
                ends[-1] = total
            else:
                ends.append(total)
                states.append(state)
        return Locations(tuple(ends), tuple(states))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Locations: ...

    def __getitem__(self, index: int | slice) -> str | Locations:
        if isinstance(index, int):
            place = range(len(self))[index]
            return self.states[bisect.bisect_right(self.ends, place)]
        places = range(len(self))[index]
        if places.step != 1:
            raise ValueError("a slice of locations has no step")
        return Locations.of(
            (state, high - low + 1) for state, low, high in self._between(places.start + 1, places.stop)
        )

    def __iter__(self) -> Iterator[str]:
        for state, low, high in self.runs():
            for _ in range(low, high + 1):
                yield state

    def count(self, value: object) -> int:
        """The number of processes in a local state."""
        return sum(high - low + 1 for state, low, high in self.runs() if state == value)

    def runs(self) -> Iterator[tuple[str, int, int]]:
        """Each run as its local state, its first and its last process."""
        return self._between(1, len(self))

    def inside(self, location: str, processes: Processes) -> Iterator[tuple[int, int]]:
        """The processes of a set that are in a local state, as ranges."""
        for first, last in processes.ranges:
            yield from ((low, high) for state, low, high in self._between(first, last) if state == location)

    def replaced(self, pieces: Iterable[tuple[int, int, str]]) -> Locations:
        """With the processes low..high of each piece, all disjoint, in another local state."""
        runs: list[tuple[str, int]] = []
        start = 1
        for low, high, target in sorted(pieces):
            runs += ((state, last - first + 1) for state, first, last in self._between(start, low - 1))
            runs.append((target, high - low + 1))
            start = high + 1
        runs += ((state, last - first + 1) for state, first, last in self._between(start, len(self)))
        return Locations.of(runs)

    def _between(self, first: int, last: int) -> Iterator[tuple[str, int, int]]:
        place = bisect.bisect_left(self.ends, first)
        while place < len(self.ends) and first <= last:
            end = min(self.ends[place], last)
            yield self.states[place], first, end
            first, place = end + 1, place + 1

    @cached_property
    def by_state(self) -> dict[str, Processes]:
        """The processes in each local state."""
        runs: dict[str, list[tuple[int, int]]] = {}
        for state, low, high in self.runs():
            runs.setdefault(state, []).append((low, high))
        return {state: Processes.of(ranges) for state, ranges in runs.items()}


def arranged(parts: Iterable[tuple[Processes, Iterable[tuple[str, int]]]]) -> Locations:
    """The local states of disjoint sets of processes, each with pairs of a local state and a number: the set's
    processes take the states in the order of the pairs, each state as often as its number."""
    runs: list[tuple[int, str, int]] = []
    for processes, sizes in parts:
        counts = iter(sizes)
        state, left = "", 0
        for low, high in processes.ranges:
            while low <= high:
                while not left:
                    state, left = next(counts)
                size = min(left, high - low + 1)
                runs.append((low, state, size))
                low, left = low + size, left - size
    return Locations.of((state, size) for _, state, size in sorted(runs))


def located(locations: Sequence[str]) -> Locations:
    """Any sequence of local states as runs."""
    return locations if isinstance(locations, Locations) else Locations.of((state, 1) for state in locations)


_LISTED = 3
"""The most moves of a sweep that a label lists."""


@frozen
class Arrow:
    """`source -> target`: from one local state to another, or to the same."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@frozen
class Sweep:
    """The move of all processes of a set at once in a step, except for its mover and its partner.

    The sources of `moves` differ; a process in none of them stays. `name` is the text's name for the set, "" where the
    set is all processes that no other sweep of the step covers.
    """

    processes: Processes
    moves: tuple[Arrow, ...]
    name: str = field(default="", compare=False)

    def image(self, state: str) -> str:
        """The local state to which a process goes from a local state."""
        return next((move.target for move in self.moves if move.source == state), state)

    def __str__(self) -> str:
        listed = ", ".join(str(move) for move in self.moves[:_LISTED])
        more = ", …" if len(self.moves) > _LISTED else ""
        return f"{self.name}: {listed}{more}" if self.name else f"{listed}{more}"


def swept(locations: Sequence[str], sweeps: Iterable[Sweep], takers: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """The processes that sweeps move, except for the `takers` of the step, as ranges low..high with their targets."""
    staying = Processes.of((process, process) for process in takers)
    for sweep in sweeps:
        moving = sweep.processes - staying
        if isinstance(locations, Locations):
            for move in sweep.moves:
                yield from ((low, high, move.target) for low, high in locations.inside(move.source, moving))
        else:
            targets = {move.source: move.target for move in sweep.moves}
            yield from (
                (process, process, targets[locations[process - 1]])
                for process in moving
                if locations[process - 1] in targets
            )
