"""A process that does one piece of work after the other: jobs come in, and what has become of them goes out.

It ends when its standard input does, so that none is left when the server is gone, however that happened.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from queue import SimpleQueue
from typing import IO, Any

from vsym.basics.limits import REASONS, Budget, Interruption, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.basics.watch import watched
from vsym.lsp import jobs
from vsym.lsp.knowledge import Failure, Job

COMMAND = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from vsym.lsp.worker import serve; serve()"
"""What Python runs, with its search path as an argument, whatever the main program of this process is."""

LENGTH = 8
"""How many bytes before a message say how long it is."""


def packed(message: object) -> bytes:
    """A message as it is sent."""
    body = pickle.dumps(message)
    return len(body).to_bytes(LENGTH, "big") + body


def serve() -> None:
    """Do the work that standard input asks for, until that ends; nothing but answers is written."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    waiting: SimpleQueue[Job] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    while True:
        _answer(waiting.get(), output)


def _listen(waiting: SimpleQueue[Job]) -> None:
    """Pass jobs on; at the end of the input end the process, which may be busy."""
    source = sys.stdin.buffer
    while head := source.read(LENGTH):
        body = source.read(int.from_bytes(head, "big"))
        if not body:
            break
        waiting.put(pickle.loads(body))
    os._exit(0)


def _answer(job: Job, output: IO[bytes]) -> None:
    telling = threading.Lock()

    def tell(message: object) -> None:
        output.write(packed(message))
        output.flush()

    def end(limit: Interruption) -> None:
        # Where the answer is known already, it is told.
        if telling.acquire(blocking=False):
            tell(Failure(REASONS[limit]))
            os._exit(0)

    limits = job.limits
    budget = Budget(deadline=time.monotonic() + limits.seconds, megabytes=limits.megabytes)
    with watched(budget, end):
        found = done(job, budget)
        telling.acquire()
    tell(found)


def done(job: Job, budget: Budget) -> Any:
    """What a job comes to, or why it does not."""
    try:
        return getattr(jobs, job.asked)(job, budget)
    except DiagnosticError as error:
        return Failure(str(error))
    except (UndecidedError, RefusedError, OSError) as error:
        return Failure(str(error))
    except MemoryError:
        return Failure(REASONS["memory"])
    except Exception:
        return Failure(traceback.format_exc(), bug=True)
