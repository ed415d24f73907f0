"""A sweep from its plan to its rows in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import ERROR, HOLDS, worst
from vsym.sweeping.axes import Axis, Values
from vsym.sweeping.plan import Plan
from vsym.sweeping.pool import Alive, Started
from vsym.sweeping.row import Row
from vsym.sweeping.summary import sentences

Measuring: TypeAlias = Callable[[Sequence[Values]], Generator[Alive | Started | Row, None, None]]
"""How to measure rows: by `pool.measured`, or `clustered.measured_on`."""


@frozen
class Swept:
    """The rows of a sweep in the order of its axes, and how many are `missing` since it was interrupted or stopped."""

    system: str
    axes: tuple[Axis, ...]
    rows: tuple[Row, ...]
    properties: tuple[str, ...]
    missing: int = 0
    provable: frozenset[str] = frozenset()
    interrupted: bool = False

    @property
    def sentences(self) -> list[str]:
        """What was found of the symmetry and of each property, for exactly these values."""
        return list(sentences(self.axes, self.rows, self.properties, self.missing, self.provable))

    @property
    def status(self) -> int:
        """The worst of the rows; those in error count only where there is no other."""
        sound = [row.status for row in self.rows if row.failure != "model"]
        return ERROR if self.rows and not sound else worst(HOLDS, *sound)


def missing(plan: Plan, kept: Sequence[Row]) -> list[Values]:
    """The values of the rows that are not there yet."""
    there = {frozenset(row.values) for row in kept}
    return [values for values in plan.rows if frozenset(values) not in there]


def carried_out(
    plan: Plan,
    kept: Sequence[Row],
    measuring: Measuring,
    begun: Callable[[Values], None],
    done: Callable[[Row], None],
    alive: Callable[[Alive], None] = lambda _: None,
) -> Swept:
    """Measure the rows that are missing; what Ctrl-C leaves is told as missing.

    `begun` and `done` hear of each row as it comes, `alive` of a cluster; what they raise ends the sweep. Raises what
    `measuring` raises.
    """
    rows = list(kept)
    interrupted = False
    running = measuring(missing(plan, kept))
    try:
        for event in running:
            if isinstance(event, Started):
                begun(event.values)
            elif isinstance(event, Alive):
                alive(event)
            else:
                rows.append(event)
                done(event)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        running.close()
    return in_order(plan, rows, interrupted=interrupted)


def in_order(plan: Plan, rows: Iterable[Row], *, interrupted: bool = False) -> Swept:
    """The rows of a plan that are there, in its order."""
    there = {frozenset(row.values): row for row in rows}
    wanted = [frozenset(values) for values in plan.rows]
    found = tuple(there[values] for values in wanted if values in there)
    left = len(wanted) - len(found)
    return Swept(plan.system, plan.axes, found, plan.properties, left, plan.provable, interrupted)
