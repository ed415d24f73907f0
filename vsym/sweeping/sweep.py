"""A sweep from its plan to its rows in order, and their summary."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number
from vsym.basics.options import ERROR, HOLDS, worst
from vsym.basics.platform import PROCESSES, cores
from vsym.sweeping.axes import Axis, Values
from vsym.sweeping.plan import Plan
from vsym.sweeping.pool import Alive, Started, measured, measured_here
from vsym.sweeping.row import Row

if TYPE_CHECKING:
    from vsym.models.text import AnyText

Measuring: TypeAlias = Callable[[Sequence[Values]], Generator[Alive | Started | Row, None, None]]
"""A way to measure rows: `pool.measured`, `pool.measured_here`, or `clustered.measured_on`."""


def measuring(text: AnyText, planned: Plan, jobs: int | None) -> Measuring:
    """The way to measure the rows of a plan for a text: in `jobs` processes, one a core where that is None."""
    if not PROCESSES:
        return partial(measured_here, text, planned.settings)
    return partial(measured, planned.source, planned.settings, jobs=jobs or cores())


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
        """The sentences on the symmetry, on each property over the rows in order, then on errors and missing rows."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[str]:
        sound = [row for row in self.rows if row.failure != "model"]
        if any(row.symmetry is not None for row in sound):
            verdicts = [_SYMMETRY.get(row.symmetry or "", "has no verdict on its symmetry") for row in sound]
            yield f"the system {_told(self.axes, sound, verdicts, len(self.rows) + self.missing)}"
        for name in properties_of(self.rows, self.properties):
            given = [(row, verdict) for row in sound if (verdict := row.verdict(name)) is not None]
            if not given:
                continue
            verdicts = [_SAID.get(verdict, verdict) for _, verdict in given]
            words = _told(self.axes, [row for row, _ in given], verdicts, len(self.rows) + self.missing)
            yield f"`{name}` {words}{_no_proof(self.axes, verdicts, name in self.provable)}"
        wrong = len(self.rows) - len(sound)
        if wrong:
            yield f"the model is in error at {_counted(self.axes, wrong)}"
        if self.missing:
            yield f"{_counted(self.axes, self.missing)} {'was' if self.missing == 1 else 'were'} not checked"

    @property
    def status(self) -> int:
        """The worst of the rows; those in error count only where there is no other."""
        sound = [row.status for row in self.rows if row.failure != "model"]
        return ERROR if self.rows and not sound else worst(HOLDS, *sound)


def missing(plan: Plan, rows: Sequence[Row]) -> list[Values]:
    """The values of the rows that are not there yet."""
    there = {frozenset(row.values) for row in rows}
    return [values for values in plan.rows if frozenset(values) not in there]


def carried_out(
    plan: Plan,
    rows_before: Sequence[Row],
    measuring: Measuring,
    begun: Callable[[Values], None],
    done: Callable[[Row], None],
    alive: Callable[[Alive], None] = lambda _: None,
) -> Swept:
    """Measure the missing rows; those that Ctrl-C leaves stay missing.

    vsym calls `begun` and `done` for each row as it comes, and `alive` for a cluster; an exception of theirs ends the
    sweep. Raises what `measuring` raises.
    """
    rows = list(rows_before)
    interrupted = False
    running = measuring(missing(plan, rows_before))
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
    planned = [frozenset(values) for values in plan.rows]
    rows_kept = tuple(there[values] for values in planned if values in there)
    left = len(planned) - len(rows_kept)
    return Swept(plan.system, plan.axes, rows_kept, plan.properties, left, plan.provable, interrupted)


_RUNS = 5
"""The most runs of equal verdicts that a sentence lists."""

_WRITTEN = 60

_SYMMETRY = {"full": "is fully virtually symmetric", "not full": "is not fully virtually symmetric"}
_GOOD = ("holds", _SYMMETRY["full"])
_SAID = {"holds": "holds", "violated": "is violated", "unknown": "is unknown"}


def properties_of(rows: Sequence[Row], expected: Sequence[str]) -> list[str]:
    """The properties that are expected, and any others that rows have."""
    return [*dict.fromkeys([*expected, *(finding.property for row in rows for finding in row.findings)])]


def _told(axes: Sequence[Axis], rows: Sequence[Row], verdicts: Sequence[str], total: int) -> str:
    """`holds for all 50 values of q in 1:1:50`, or where the verdict changes."""
    ranged = [axis for axis in axes if axis.ranged]
    if not ranged:
        return verdicts[0]
    if len(set(verdicts)) == 1:
        where = f"{_counted(axes, total)} of {_written(ranged)}"
        if len(rows) < total:
            return f"{verdicts[0]} for {number(len(rows))} of the {where}"
        if verdicts[0] == _SYMMETRY["not full"]:
            return f"{_SYMMETRY['full']} for none of the {where}"
        return f"{verdicts[0]} for {'all' if verdicts[0] in _GOOD else 'each of the'} {where}"
    pairs = groupby(zip(rows, verdicts, strict=True), key=lambda pair: pair[1])
    runs = [(verdict, [row for row, _ in run]) for verdict, run in pairs]
    if len(ranged) == 1 and len(runs) <= _RUNS:
        return _joined([_stretch(verdict, some, ranged[0], last=some is runs[-1][1]) for verdict, some in runs])
    parts = []
    for verdict in dict.fromkeys(verdicts):
        some = [row for row, given in zip(rows, verdicts, strict=True) if given == verdict]
        first = place(some[0].values, ranged)
        parts.append(f"{verdict} for {number(len(some))} (the first: {first})")
    return f"{_joined(parts)} of the {_counted(axes, total)} of {_written(ranged)}"


def _joined(parts: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _stretch(verdict: str, rows: Sequence[Row], axis: Axis, *, last: bool) -> str:
    first, end = (dict(row.values)[axis.name] for row in (rows[0], rows[-1]))
    if last and first != end:
        return f"{verdict} from {axis.name} = {first} on (the last value: {end})"
    return f"{verdict} at {axis.name} = {first}" if first == end else f"{verdict} from {axis.name} = {first} to {end}"


def place(values: Values, ranged: Sequence[Axis]) -> str:
    """`q = 3, d = 2`: the values that change."""
    given = dict(values)
    return ", ".join(f"{axis.name} = {given[axis.name]}" for axis in ranged)


def _counted(axes: Sequence[Axis], count: int) -> str:
    several = sum(axis.ranged for axis in axes) > 1
    noun = "combination" if several else "value"
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def _written(ranged: Sequence[Axis]) -> str:
    return " and ".join(f"{axis.name} in {shortened(axis)}" for axis in ranged)


def shortened(axis: Axis) -> str:
    """The values as they were written, a long list without its middle."""
    if len(axis.written) <= _WRITTEN:
        return axis.written
    first, last = axis.written[: _WRITTEN // 2].rpartition(","), axis.written[-_WRITTEN // 2 :].partition(",")
    return f"{first[0]},…,{last[2]}"


def _no_proof(axes: Sequence[Axis], verdicts: Sequence[str], provable: bool) -> str:
    """The caution that a sweep proves nothing beyond its values, which names --for-all where that may prove the
    property."""
    ranged = [axis.name for axis in axes if axis.ranged]
    if not ranged or "is unknown" in verdicts:
        return ""
    caution = "; this is not a proof for other values"
    provable_by_size = provable and set(verdicts) == {"holds"}
    return f"{caution} (--for-all {','.join(ranged)} would be)" if provable_by_size else caution
