"""What a step may move beside one process: a partner, and all the others at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.models.counting.locations import Locations
from vsym.models.counting.processes import Processes

_LISTED = 3
"""How many moves of a sweep a label lists."""


@frozen
class Arrow:
    """`source -> target`: from one local state to another, or to the same."""

    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


@frozen
class Sweep:
    """Where a step moves all processes of a set at once, but for its mover and its partner.

    The sources of `moves` differ; who is in none of them stays. `name` is what the text calls the set, "" where it is
    all processes that no other sweep of the step is for.
    """

    processes: Processes
    moves: tuple[Arrow, ...]
    name: str = field(default="", compare=False)

    def image(self, state: str) -> str:
        """Where a process goes from a local state."""
        return next((move.target for move in self.moves if move.source == state), state)

    def __str__(self) -> str:
        listed = ", ".join(str(move) for move in self.moves[:_LISTED])
        more = ", …" if len(self.moves) > _LISTED else ""
        return f"{self.name}: {listed}{more}" if self.name else f"{listed}{more}"


def swept(locations: Sequence[str], sweeps: Iterable[Sweep], kept: Iterable[int]) -> Iterator[tuple[int, int, str]]:
    """The processes that sweeps move, but for those that are `kept`, as ranges low..high, each with where it goes."""
    staying = Processes.of((process, process) for process in kept)
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
