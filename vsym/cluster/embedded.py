"""A cluster of this machine alone: one process with the scheduler, which starts the workers, each a process of its own.

They end with the block that uses them. The process ends when its standard input does, so that nothing is left once its
parent is gone, for any reason.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from vsym.basics.memory import available
from vsym.basics.options import RefusedError
from vsym.basics.resources import serving
from vsym.basics.temporary import temporary_folder

if TYPE_CHECKING:
    from distributed import LocalCluster

PATIENCE = 5.0
"""Seconds that the process of a cluster has to end by itself."""

_MOMENT = 0.5
"""Seconds for the processes that it has told to end, such as that of a row, which ends its NuSMV first."""


@contextmanager
def embedded(workers: int) -> Iterator[str]:
    """The address of a scheduler with so many workers of one thread each; all have ended after the block.

    They are a session of their own, which Ctrl-C on a terminal does not reach, and end when this process does, for any
    reason. Raises RefusedError where they cannot be started.
    """
    with temporary_folder("cluster") as folder:
        log = folder / "log"
        command = serving("vsym.cluster.embedded", "serve(int(sys.argv[2]), sys.argv[3])", str(workers), str(folder))
        with log.open("xb") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        try:
            assert process.stdout is not None
            answer = process.stdout.readline()
            message = json.loads(answer) if answer else {}
            if "address" not in message:
                lines = [*filter(None, map(str.strip, log.read_text("utf-8", "replace").splitlines()))]
                reason = message.get("failed") or (lines[-1] if lines else "its process has ended")
                raise RefusedError(f"the cluster on this machine did not start: {reason}")
            yield message["address"]
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and its group by closing its input; after a while, kill the processes that are left."""
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    end = time.monotonic() + _MOMENT
    with suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(process.pid, 0)
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


ALLOWED_FAILURES = 10
"""The number of workers that may die while they run a task before it is given up."""

WORKER_TTL = "2 minutes"
"""The time after which a silent worker is taken for dead; the end of a worker's process is noticed at once."""


def serve(workers: int, folder: str) -> None:
    """Start a cluster that keeps its files in a folder, and print its address, or the failure, as a line of JSON."""
    # This process ends its group with SIGTERM, and itself last, so it ignores the signal. Programs do not inherit that.
    signal.signal(signal.SIGTERM, lambda *_: None)
    answers = os.dup(1)
    os.dup2(2, 1)

    def end_with_the_owner() -> None:
        sys.stdin.buffer.read()
        os.killpg(0, signal.SIGTERM)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    threading.Thread(target=end_with_the_owner, daemon=True).start()
    try:
        cluster = _started(workers, folder)
        message = {"address": cluster.scheduler_address}
    except Exception as error:
        message = {"failed": " ".join(f"{type(error).__name__}: {error}".split())}
    os.write(answers, (json.dumps(message) + "\n").encode())
    os.close(answers)
    threading.Event().wait()


def _started(workers: int, folder: str) -> LocalCluster:
    import dask

    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": ALLOWED_FAILURES,
            "distributed.scheduler.worker-ttl": WORKER_TTL,
            "distributed.worker.multiprocessing-method": "spawn",
            # The scheduler has a folder as well, and takes no argument for it.
            "temporary-directory": folder,
        }
    )
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=available() // workers,
        local_directory=folder,
    )
