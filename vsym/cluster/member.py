"""The process of a cluster on this machine: the scheduler and what starts workers, each a process of its own.

It ends when its standard input does, so that nothing is left when whoever started it is gone, however that happened.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import threading
from typing import TYPE_CHECKING

from vsym.basics.memory import available

if TYPE_CHECKING:
    from distributed import LocalCluster

ALLOWED_FAILURES = 10
"""How many workers may die while they run a task before it is given up."""

WORKER_TTL = "2 minutes"
"""After how long a worker that says nothing is taken for dead; one whose process has ended is known to be at once."""


def serve(workers: int, folder: str) -> None:
    """Start a cluster that keeps its files in a folder, and tell its address, or what failed, as a line of JSON."""
    # Whoever ends the processes of this group with SIGTERM ends this one last. Programs do not inherit a function.
    signal.signal(signal.SIGTERM, lambda *_: None)
    answers = os.dup(1)
    os.dup2(2, 1)
    threading.Thread(target=_end_with_the_owner, args=(folder,), daemon=True).start()
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


def _end_with_the_owner(folder: str) -> None:
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGTERM)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)
