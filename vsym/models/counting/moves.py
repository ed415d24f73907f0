"""What a step may move beside one process: a partner, and all the others at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from vsym.basics.frozen import frozen
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


def swept(locations: Sequence[str], sweeps: Iterable[Sweep], kept: Iterable[int]) -> list[tuple[int, str]]:
    """The processes that sweeps move, but for those that are `kept`, each with where it goes."""
    staying = set(kept)
    return [
        (process, sweep.image(before))
        for sweep in sweeps
        for process in sweep.processes
        if process not in staying and sweep.image(before := locations[process - 1]) != before
    ]
