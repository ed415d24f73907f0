"""Rows measured on a cluster: each is a task, in a process of its own on the worker, as the pool's are here."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from vsym.basics.options import ClusterSettings
from vsym.basics.source import Source
from vsym.cluster.connection import Completed, Connection
from vsym.cluster.task import memory_share, wanted
from vsym.sweeping.axes import Settings, Values
from vsym.sweeping.pool import Alive, Started, measured
from vsym.sweeping.row import Row, from_record, to_record

if TYPE_CHECKING:
    from vsym.sweeping import shapes

IN_FLIGHT = 1000
"""The most rows that the scheduler is given at the same time, so that it need not hold all of a large sweep."""

_POLL = 0.2
_COUNT = 1.0
"""Seconds after which vsym counts the workers again."""


def measured_on(
    cluster: ClusterSettings, source: Source, settings: Settings, todo: Sequence[Values]
) -> Generator[Alive | Started | Row, None, None]:
    """Measure every row on a cluster; yield an event when a row is begun, and the row when it is done.

    A row whose worker dies is begun again. The connection lasts until this generator ends, for any reason, and then
    gives up the tasks that run. Raises RefusedError for an unusable cluster or for settings with which no row can be
    measured, ClusterLostError where the scheduler has gone.
    """
    if not todo:
        return
    given = {"name": source.name, "text": source.text, "settings": asdict(settings)}
    waiting = deque((f"row-{number}", values) for number, values in enumerate(todo))
    running: dict[str, Values] = {}
    with Connection(cluster) as connection:
        alive: Alive | None = None
        counted = 0.0
        while waiting or running:
            if time.monotonic() - counted > _COUNT:
                before, counted = alive, time.monotonic()
                alive = Alive(connection.workers, connection.address, connection.dashboard)
                if alive != before:
                    yield alive
            while waiting and len(running) < IN_FLIGHT:
                key, values = waiting.popleft()
                connection.submit(row, {**given, "values": values}, key)
                running[key] = values
            yield from (Started(running[key]) for key in connection.begun() if key in running)
            for ended in connection.completed(_POLL):
                values = running.pop(ended.key)
                if isinstance(ended, Completed):
                    yield from_record(ended.result)
                elif ended.cause == "bug":
                    yield Row(values, failure="bug", problem=f"this is a bug in vsym: {ended.reason}")
                else:
                    yield Row(values, failure="limit", problem=ended.reason)


def row(argument: dict[str, Any]) -> shapes.Row | None:
    """Measure a row on a worker, as values of JSON; None if the row was cancelled.

    Without a limit of memory it may take the worker's share. Raises RefusedError for settings with which no row can be
    measured.
    """
    given = argument["settings"]
    settings = Settings(**{**given, "properties": tuple(given["properties"])})
    if settings.memory is None:
        settings = replace(settings, memory=max(1, memory_share() // 1_000_000))
    values = tuple((str(name), int(value)) for name, value in argument["values"])
    for event in measured(Source(argument["name"], argument["text"]), settings, [values], 1, wanted):
        if isinstance(event, Row):
            return to_record(event)
    return None
