"""The events of one level, as saturation fires them there: how they act depends on the value, up to some value."""

from __future__ import annotations

from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.diagrams.chains import ChainFiring
from vsym.diagrams.reader import Reader


@frozen
class Phase:
    """How the events of a level act from one value of it, and the lists saturated from this value on.

    `local`: readers for the level below, of events that keep the value. `pulls` and `pushes`: pairs of a distance and
    such a reader, of events that reach this value from a greater one, or leave it for a greater one.
    """

    local: tuple[Reader, ...]
    pulls: tuple[tuple[int, Reader], ...]
    pushes: tuple[tuple[int, Reader], ...]
    closed: dict[tuple[int, int], int] = field(default_factory=dict)


class Level:
    """The events and the chains of one top level, and the results of saturation there by (node, limit)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.jumps: list[Reader] = []
        self.chains: list[ChainFiring] = []
        self.fall = 0
        self.rise = 0
        self.saturated: dict[tuple[int, int], int] = {}
        self._moving: list[tuple[Reader | None, int]] = []
        self._phases: list[Phase] = []
        self._final = False

    def add(self, start: Reader) -> None:
        """Take an event that has its top level here."""
        if start.assigned is not None or start.released is not None:
            self.jumps.append(start)
        else:
            self._moving.append((start, start.move))
            self.fall = max(self.fall, -start.move)
            self.rise = max(self.rise, start.move)

    def phase(self, value: int) -> Phase:
        """The phase at a value of the level; from some value on it is always the same one."""
        phases = self._phases
        while len(phases) <= value:
            if self._final:
                return phases[-1]
            here = self._moving
            phases.append(_phase(here))
            self._moving = [(reader.right() if reader else None, move) for reader, move in here]
            self._final = self._moving == here
        return phases[value]

    def forget(self) -> None:
        """Drop the remembered results."""
        self.saturated.clear()
        for phase in self._phases:
            phase.closed.clear()


def _phase(moving: list[tuple[Reader | None, int]]) -> Phase:
    local: list[Reader] = []
    pulls: list[tuple[int, Reader]] = []
    pushes: list[tuple[int, Reader]] = []
    for reader, move in moving:
        source = reader.advance(max(-move, 0)) if reader else None
        below = source.down() if source else None
        if below is None:
            continue
        if move < 0:
            pulls.append((-move, below))
        elif move > 0:
            pushes.append((move, below))
        else:
            local.append(below)
    return Phase(tuple(local), tuple(pulls), tuple(pushes))
