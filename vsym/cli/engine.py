"""A process that runs one engine: a task comes in, how it ended goes out.

It ends when its standard input does, so that none is left when whoever started it is gone, however that happened.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback

from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import RefusedError
from vsym.engines.apart import Ending, Failure, Task
from vsym.engines.registry import engine
from vsym.system.report import Silence
from vsym.system.result import ErrorReached


def serve() -> None:
    """Read a task from standard input, and write how it ended to standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    task: Task = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_the_owner, daemon=True).start()
    pickle.dump(_ending(task), output)
    output.flush()
    os._exit(0)


def _end_with_the_owner() -> None:
    """Whoever has asked keeps the input open as long as it lives."""
    sys.stdin.buffer.read()
    os._exit(1)


def _ending(task: Task) -> Ending:
    deadline = None if task.until is None else time.monotonic() + task.until - time.time()
    budget = Budget(task.solver, deadline, task.megabytes, task.bound)
    try:
        return engine(task.engine).verify(task.system, task.properties, budget, Silence())
    except ErrorReached as reached:
        return reached
    except RefusedError as refused:
        return Failure(str(refused))
    except MemoryError:
        return Failure(REASONS["memory"])
    except Exception:
        return Failure(traceback.format_exc(), bug=True)
