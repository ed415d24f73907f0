"""A scheduler and its workers, forked from one process that has Dask and vsym loaded: to load them takes each a second.

`python -m tests.cluster.members FOLDER COUNT` prints their numbers as a line of JSON once the scheduler has all of the
workers, and ends them with its input.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from distributed import Client
from distributed.cli import dask_scheduler, dask_worker

import vsym.engines.disk.workers
import vsym.sweeping.clustered  # noqa: F401 - the code of the workers' tasks


def main() -> None:
    """Start them, with the files of all in the folder, and wait."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    file = folder / "scheduler.json"
    here = ("--no-dashboard", "--host", "127.0.0.1")
    worker = (*here, "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    forking = multiprocessing.get_context("fork")
    scheduler = (*here, "--port", "0", "--scheduler-file", str(file))
    members = [forking.Process(target=_run, args=(dask_scheduler.main, scheduler, folder))]
    members += [forking.Process(target=_run, args=(dask_worker.main, worker, folder)) for _ in range(count)]
    members[0].start()
    while not file.exists():
        time.sleep(0.02)
    for member in members[1:]:
        member.start()
    address = json.loads(file.read_text("utf-8"))["address"]
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count)
    sys.stdout.write(json.dumps({"address": address, "members": [member.pid for member in members]}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    for member in members:
        member.kill()
        member.join()


def _run(run: Callable[..., object], arguments: tuple[str, ...], folder: Path) -> None:
    os.chdir(folder)
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    run(arguments)


if __name__ == "__main__":
    main()
