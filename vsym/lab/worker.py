"""A process that does what the page asks for, one piece after the other: lines of JSON come in, and lines go out.

It ends when its standard input does, also while it is busy, with every process that it has started: so none is left
when the server is gone, however that happened.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from vsym.basics.limits import REASONS, Budget, Interruption, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.basics.watch import watched
from vsym.lab.protocol import Record, problem

COMMAND = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from vsym.lab.worker import serve; serve()"
"""What Python runs, with its search path as an argument, whatever the main program of this process is."""

_MODULES = {"lint": "linting", "hover": "hovering", "check": "checking", "steps": "walking", "picture": "picturing"}
"""Where in `vsym.lab` a verb is, as the function `answer`."""


def serve() -> None:
    """Do the work that standard input asks for, until that ends; nothing but answers is written."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    waiting: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    while True:
        _work(json.loads(waiting.get()), output)


def _listen(waiting: SimpleQueue[str]) -> None:
    """Pass lines on; at the end of the input end the process, which may be busy, and those that it has started."""
    for line in sys.stdin:
        waiting.put(line)
    if os.name == "posix" and os.getpgid(0) == os.getpid():
        with suppress(OSError):
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _work(asked: Record, output: IO[str]) -> None:
    telling = threading.Lock()

    def tell(found: Record) -> None:
        output.write(json.dumps(found) + "\n")
        output.flush()

    def end(limit: Interruption) -> None:
        # Where the answer is known already, it is told.
        if telling.acquire(blocking=False):
            tell(problem("undecided", REASONS[limit]))
            os._exit(0)

    budget = Budget(deadline=time.monotonic() + asked["seconds"], megabytes=asked["megabytes"])
    with watched(budget, end):
        found = done(asked["verb"], Source(asked["file"], asked["text"]), asked["values"], budget)
        telling.acquire()
    tell(found)


def done(verb: str, source: Source, values: Record, budget: Budget) -> Record:
    """What a verb comes to, or why it does not."""
    try:
        answer: Any = import_module(f"vsym.lab.{_MODULES[verb]}").answer
        return {"answer": answer(source, values, budget)}
    except DiagnosticError as error:
        return problem("refused", str(error.diagnostics[0].message))
    except UndecidedError as error:
        return problem("undecided", str(error))
    except (RefusedError, OSError) as error:
        return problem("refused", str(error))
    except MemoryError:
        return problem("undecided", REASONS["memory"])
    except Exception:
        return problem("bug", traceback.format_exc())
