"""A process that does one task after the other: tasks come in, and their results go out.

Both are pickled: the two ends are one program in one version, values keep their types, and no other program writes into
the pipes. The process ends when its standard input does, even while it is busy, with every process that it has started.
So none is left once its parent is gone, for any reason.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, Interruption, UndecidedError, watched
from vsym.basics.memory import start
from vsym.basics.options import RefusedError
from vsym.basics.platform import LackingError, refusal
from vsym.basics.source import DiagnosticError

Reason: TypeAlias = Literal["undecided", "refused", "cancelled", "bug"]
"""The reason that there is no answer: a limit, a refusal, a cancellation, or a bug of ours."""


@frozen
class Limits:
    """The seconds and megabytes that a piece of work may take."""

    seconds: float = 30.0
    megabytes: int = 1000


@frozen
class Task:
    """A function by its module and name, its arguments, and the limits of its budget, which is its last argument."""

    module: str
    function: str
    values: tuple[Any, ...]
    limits: Limits = Limits()


@frozen
class Failure:
    """The reason that a task has no result; for a bug of ours, `text` is the traceback."""

    reason: Reason
    text: str


_LENGTH = 8
"""The number of bytes before a message that say how long it is."""


def send(message: object, pipe: IO[bytes]) -> None:
    """Write a message; raises OSError where nobody reads it."""
    body = pickle.dumps(message)
    pipe.write(len(body).to_bytes(_LENGTH, "big") + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message; raises EOFError where there is none."""
    head = pipe.read(_LENGTH)
    length = int.from_bytes(head, "big")
    body = pipe.read(length)
    if not head or len(body) < length:
        raise EOFError
    return pickle.loads(body)


def serve() -> None:
    """Do the tasks that standard input asks for, until that ends; nothing but answers is written."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    waiting: SimpleQueue[Task] = SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    while True:
        _answer(waiting.get(), output)


def _listen(waiting: SimpleQueue[Task]) -> None:
    """Pass tasks on; at the end of the input end the process, which may be busy, and those that it has started."""
    with suppress(EOFError):
        while True:
            waiting.put(receive(sys.stdin.buffer))
    if os.name == "posix" and os.getpgid(0) == os.getpid():
        with suppress(OSError):
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _answer(task: Task, output: IO[bytes]) -> None:
    telling = threading.Lock()

    def end(limit: Interruption) -> None:
        # Once the answer is known, it is sent instead.
        if telling.acquire(blocking=False):
            send(Failure("undecided", REASONS[limit]), output)
            os._exit(0)

    limits = task.limits
    budget = Budget(deadline=time.monotonic() + limits.seconds, megabytes=limits.megabytes)
    with watched(budget, end):
        result = done(task, budget)
        telling.acquire()
    send(result, output)


def done(task: Task, budget: Budget) -> Any:
    """The result of a task, or a Failure."""
    try:
        return getattr(import_module(task.module), task.function)(*task.values, budget)
    except DiagnosticError as error:
        return Failure("refused", str(error))
    except UndecidedError as error:
        return Failure("undecided", str(error))
    except (RefusedError, OSError) as error:
        return Failure("refused", str(error))
    except ModuleNotFoundError as error:
        refused = refusal(error)
        if isinstance(refused, LackingError):
            return Failure("refused", str(refused))
        return Failure("bug", traceback.format_exc())
    except MemoryError:
        return Failure("undecided", REASONS["memory"])
    except Exception:
        return Failure("bug", traceback.format_exc())
