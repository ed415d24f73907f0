"""A cluster of this machine alone, in processes of its own that end with the block that uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from vsym.basics.options import RefusedError
from vsym.basics.temporary import temporary_folder

COMMAND = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from vsym.cluster.member import serve; "
    "serve(int(sys.argv[2]), sys.argv[3])"
)
"""What Python runs, with its search path as an argument, whatever the main program of this process is."""

PATIENCE = 5.0
"""Seconds that the process of a cluster has to end by itself."""

_MOMENT = 0.5
"""Seconds that those have which it has told to end, such as a row's that ends a NuSMV first."""


@contextmanager
def embedded(workers: int) -> Iterator[str]:
    """The address of a scheduler with so many workers of one thread each; all have ended after the block.

    They are a session of their own, which Ctrl-C on a terminal does not reach, and end when this process does, however
    that happens. Raises RefusedError where they cannot be started.
    """
    with temporary_folder("cluster") as folder:
        log = folder / "log"
        with log.open("xb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", COMMAND, json.dumps(sys.path), str(workers), str(folder)],
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
    """The end of its input ends the process and its group; what is left of the group after a while is killed."""
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
