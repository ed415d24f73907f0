"""An estimate of the memory, or the store, that an exploration takes, measured on the part that a short time allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.temporary import temporary_folder
from vsym.engines.disk.engine import NAME
from vsym.engines.disk.folder import Folder
from vsym.engines.disk.manifest import manifest
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.disk.storage import MANIFEST
from vsym.system.result import Reached

SECONDS = 10.0
"""The seconds of exploration where no limit is given, in memory and on disk together."""

Run = Callable[[StoreSettings | None, Budget], Reached | None]
"""An exploration in a store, or in memory, as far as a budget allows; None where nothing was explored."""


@frozen
class Estimate:
    """The measurements in `memory`, and on `disk` where memory did not suffice for all states in the time; the sizes of
    the `levels` there; how many `bytes` work may take, and how many are `free` where temporary files are."""

    memory: Reached | None
    disk: Reached | None
    levels: tuple[int, ...]
    bytes: int
    free: int | None
    written: float | None = None

    @property
    def growth(self) -> float | None:
        """The ratio of the last level's size to that of the level before; None for fewer than three levels."""
        return None if len(self.levels) < 3 else self.levels[-1] / self.levels[-2]

    @property
    def in_memory(self) -> int | None:
        """The number of states that memory holds."""
        return _hold(self.memory, self.bytes)

    @property
    def on_disk(self) -> int | None:
        """The number of states that fit where temporary files are."""
        return None if self.free is None else _hold(self.disk, self.free)


def estimate(run: Run, budget: Budget) -> Estimate:
    """Explore for half of the time in memory, and if that is not all, for the other half in a store that is removed.

    Raises as `run` does.
    """
    seconds = min(SECONDS, budget.left) / 2
    in_memory = run(None, budget.within(seconds))
    with temporary_folder(NAME) as place:
        folder = Folder(place / "store")
        free = Folder(place).free()
        alone = Estimate(in_memory, None, (), budget.max_bytes, free)
        if in_memory is not None and (in_memory.complete or in_memory.interrupted == "keyboard"):
            return alone
        on_disk = run(StoreSettings(str(folder.path)), budget.within(seconds))
        if MANIFEST not in folder.names():
            return alone
        latest = manifest(folder.read(MANIFEST), folder.name, MANIFEST)
        sizes = (*latest.older, *(level.states for level in latest.levels))
        written = latest.figures.written / max(1, latest.states)
        return replace(alone, disk=on_disk, levels=sizes, written=written)


def _hold(reached: Reached | None, room: int) -> int | None:
    if reached is None or not reached.bytes_per_state:
        return None
    return int(room / reached.bytes_per_state)
