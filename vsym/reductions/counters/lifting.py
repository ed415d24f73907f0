"""Paths of steps that may be possible, followed over the counters of cells, which are exact (theory, Theorem 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, holds, steps

MOST = 10_000
"""The most vectors of cell counters behind one state of a path."""


def lifted(path: SystemPath, blocks: CounterSystem, cells: Reduced, goal: Formula, budget: Budget) -> SystemPath | None:
    """A path of cell counters through the states of a path of block counters, from an initial state to one in which
    `goal` holds; None where there is none, or there are too many vectors to tell. Raises LimitReachedError."""
    between, system = _Between.of(blocks, cells.counters), cells.system
    first = (one for one in between.behind(path.states[0]) if holds(system, system.initial, one))
    layers: list[Mapping[Vector, tuple[Vector, int] | None]] = [dict.fromkeys(_few(first))]
    for target in path.states[1:]:
        after: dict[Vector, tuple[Vector, int] | None] = {}
        for vector in budget.paced(layers[-1]):
            for number, then in steps(system, vector):
                if between.blocks(then) == target:
                    after.setdefault(then, (vector, number))
            if len(after) > MOST:
                return None
        layers.append(after)
    last = next((one for one in layers[-1] if holds(system, goal, one)), None)
    return None if last is None else _path(path, layers, last)


def _few(vectors: Iterator[Vector]) -> list[Vector]:
    """The vectors, none where they are too many."""
    several = [vector for vector, _ in zip(vectors, range(MOST + 1), strict=False)]
    return several if len(several) <= MOST else []


def _path(path: SystemPath, layers: Sequence[Mapping[Vector, tuple[Vector, int] | None]], last: Vector) -> SystemPath:
    states, taken = [last], list[int | None]()
    for layer in reversed(layers[1:]):
        before = layer[states[-1]]
        assert before is not None
        states.append(before[0])
        taken.append(before[1])
    return Path(path.kind, tuple(reversed(states)), tuple(reversed(taken)), None)


@frozen
class _Between:
    """The places of the cell counters that make each block counter, cell by cell with the number of its processes, and
    the number of shared variables after both."""

    parts: tuple[tuple[int, ...], ...]
    cells: tuple[tuple[int, tuple[int, ...]], ...]
    shared: int

    @classmethod
    def of(cls, blocks: CounterSystem, cells: CounterSystem) -> _Between:
        parts = tuple(
            tuple(n for n, one in enumerate(cells.counters) if one.state == of.state and one.processes <= of.processes)
            for of in blocks.counters
        )
        width = len(cells.states)
        places = (tuple(range(start, start + width)) for start in range(0, len(cells.counters), width))
        sizes = (block.processes.size for block in cells.blocks)
        return cls(parts, tuple(zip(sizes, places, strict=True)), len(cells.shared))

    def blocks(self, vector: Vector) -> Vector:
        """The vector of block counters of one of cell counters."""
        sums = (sum(vector[place] for place in part) for part in self.parts)
        return (*sums, *vector[len(vector) - self.shared :])

    def behind(self, vector: Vector) -> Iterator[Vector]:
        """The vectors of cell counters of one of block counters."""
        of = {place: number for number, part in enumerate(self.parts) for place in part}
        counts = [0] * sum(map(len, self.parts))
        left = list(vector[: len(self.parts)])

        def filled(cell: int, at: int, size: int) -> Iterator[Vector]:
            if cell == len(self.cells):
                yield (*counts, *vector[len(self.parts) :])
                return
            places = self.cells[cell][1]
            if at == len(places):
                if size == 0:
                    following = self.cells[cell + 1][0] if cell + 1 < len(self.cells) else 0
                    yield from filled(cell + 1, 0, following)
                return
            place = places[at]
            for count in range(min(size, left[of[place]]) + 1):
                counts[place] = count
                left[of[place]] -= count
                yield from filled(cell, at + 1, size - count)
                left[of[place]] += count
            counts[place] = 0

        yield from filled(0, 0, self.cells[0][0] if self.cells else 0)
