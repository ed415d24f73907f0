"""Tasks in a process of their own: their results, and that no process outlives its caller."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

import pytest

from vsym.subprocesses.process import Failure, Task
from vsym.subprocesses.worker import Worker

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are waited for by their handles")

SECONDS = 60.0
"""Seconds after which a process that should have ended has not."""


def task(function: str, *values: Any) -> Task:
    return Task("tests.subprocesses.tasks", function, values)


@contextmanager
def working() -> Iterator[Worker]:
    worker = Worker()
    try:
        yield worker
    finally:
        worker.stop()


def handles(told: str) -> list[int]:
    """The handles of the processes with these numbers."""
    return [os.pidfd_open(int(number)) for number in told.split()]


def ended(processes: list[int]) -> bool:
    """Wait for processes to end; True if all of them have."""
    done = all(select([one], [], [], SECONDS)[0] for one in processes)
    for one in processes:
        os.close(one)
    return done


@pytest.fixture
def note(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "note")
    return tmp_path / "note"


def test_a_task_comes_to_a_value_or_a_failure() -> None:
    with working() as worker:
        answers = [worker.begin(task(name)) for name in ("nothing", "refused", "broken", "lost")]
        doubled = worker.begin(task("doubled", (1,)))
        assert answers[0].result() is None
        assert answers[1].result() == Failure("refused", "no")
        assert answers[2].result().reason == answers[3].result().reason == "bug"
        assert "it is broken" in answers[2].result().text
        assert doubled.result() == (1, 1)


@linux
def test_a_task_that_is_cancelled_ends_with_what_it_has_started_and_the_next_one_is_done(note: Path) -> None:
    with working() as worker:
        first, second = worker.begin(task("endless", str(note))), worker.begin(task("nothing"))
        third = worker.begin(task("doubled", (1,)))
        processes = handles(note.read_text("ascii"))
        worker.cancel(second)
        worker.cancel(first)
        assert first.result().reason == "cancelled"
        assert ended(processes)
        assert second.cancelled()
        assert third.result() == (1, 1)


@linux
def test_who_waits_can_leave_and_the_work_is_ended(note: Path) -> None:
    async def left(worker: Worker) -> None:
        asked = asyncio.ensure_future(worker.ask(task("endless", str(note))))
        processes = handles(await asyncio.to_thread(note.read_text, "ascii"))
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert ended(processes)
        assert await worker.ask(task("doubled", (2,))) == (2, 2)

    with working() as worker:
        asyncio.run(left(worker))


@linux
def test_nothing_outlives_who_asked_however_it_ends(note: Path) -> None:
    code = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
        "from tests.subprocesses.test_worker import Worker, task\n"
        "Worker().begin(task('endless', sys.argv[2])).result()"
    )
    with subprocess.Popen([sys.executable, "-c", code, json.dumps(sys.path), str(note)]) as asking:
        processes = handles(note.read_text("ascii"))
        os.kill(asking.pid, signal.SIGKILL)
        assert ended(processes)
