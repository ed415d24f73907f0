"""`vsym sweep`: a model for ranges of its parameters, one row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console

from vsym.basics.options import ERROR, INTERRUPTED, UNDECIDED, ClusterLostError, worst
from vsym.commands.answer import Answer
from vsym.show.sweeps.live import Watch
from vsym.show.sweeps.story import document, story
from vsym.sweeping.plan import Plan
from vsym.sweeping.row import Row
from vsym.sweeping.sweep import Measuring, Swept, carried_out, in_order, missing


class NotKeptError(Exception):
    """A row could not be written where it was to be kept."""


def sweep(
    plan: Plan,
    rows_before: Sequence[Row],
    keep: Callable[[Row], None],
    measuring: Measuring,
    plot: str | None,
    console: Console,
    *,
    everything: bool,
    quiet: bool,
) -> Answer:
    """Measure the rows that are not among `rows_before`, `keep` each as it comes, and draw a file named `plot`.

    If `keep` raises NotKeptError, or the cluster is lost, the sweep ends and shows the rows that it has.
    """
    rows = list(rows_before)
    there = len(plan.rows) - len(missing(plan, rows_before))
    notes: tuple[str, ...] = ()
    stopped = ERROR
    with Watch(console, plan, there, quiet=quiet) as watch:

        def done(row: Row) -> None:
            rows.append(row)
            watch.done(row)
            keep(row)

        try:
            swept = carried_out(plan, rows_before, measuring, watch.begun, done, watch.alive)
        except NotKeptError as error:
            swept, notes = in_order(plan, rows), (str(error),)
        except ClusterLostError as error:
            swept, notes, stopped = in_order(plan, rows), (str(error),), UNDECIDED
    status = swept.status
    if swept.interrupted:
        status = INTERRUPTED
    elif notes:
        status = worst(status, stopped)
    lines = tuple(story(swept, everything=everything, quiet=quiet))
    return Answer(status, lines, document(swept, plan), files=_drawn(swept, plot), notes=notes)


def _drawn(swept: Swept, plot: str | None) -> Mapping[str, str]:
    """The text of the file to be drawn, by its name."""
    if plot is None or not swept.rows:
        return {}

    from vsym.show.sweeps.plot import page, svg

    return {plot: page(swept) if plot.endswith(".html") else svg(swept)}
