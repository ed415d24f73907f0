"""Work in a process of its own, as the server waits for it: one job after the other, each of which can be cancelled."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

from vsym.basics.limits import REASONS
from vsym.lsp.knowledge import Failure, Job
from vsym.lsp.worker import COMMAND, LENGTH, packed

GRACE = 5.0
"""Seconds that a process has beyond the time limit of its job before it is ended."""


class Worker:
    """A process that is started when it is needed. One whose job is late is ended, and if it is not `patient` also one
    whose job is cancelled: a short job costs less than a new process."""

    def __init__(self, *, patient: bool = False) -> None:
        self._patient = patient
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    async def ask(self, job: Job) -> Any:
        """What a job comes to, or a Failure; raises CancelledError where it is cancelled."""
        await self._turn.acquire()
        work = asyncio.ensure_future(self._done(job))
        work.add_done_callback(lambda _: self._turn.release())
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if not self._patient:
                work.cancel()
                self.stop()
            raise

    async def _done(self, job: Job) -> Any:
        try:
            process = await self._started()
            answer = await asyncio.wait_for(_asked(process, job), job.limits.seconds + GRACE)
        except TimeoutError:
            answer = Failure(REASONS["time"])
        except (EOFError, OSError) as error:
            answer = Failure(f"its process ended: {error!r}")
        if isinstance(answer, Failure):
            # It may have ended, or hold more memory than the next job may.
            self.stop()
        return answer

    def stop(self) -> None:
        """End the process if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-I", "-c", COMMAND, json.dumps(sys.path), stdin=PIPE, stdout=PIPE
            )
        return self._process


async def _asked(process: Process, job: Job) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(packed(job))
    await process.stdin.drain()
    head = await process.stdout.readexactly(LENGTH)
    return pickle.loads(await process.stdout.readexactly(int.from_bytes(head, "big")))
