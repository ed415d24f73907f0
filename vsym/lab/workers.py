"""The work that the page asks for, in a process of its own: one verb after the other, each of which can be ended."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from vsym.basics.source import Source
from vsym.lab.protocol import Request, problem
from vsym.subprocesses.process import Failure, Limits, Task
from vsym.subprocesses.worker import Answer
from vsym.subprocesses.worker import Worker as Process

if TYPE_CHECKING:
    from vsym.lab import shapes

CANCELLED = "a newer request replaced this one"


class Worker:
    """A process that is started when it is needed; one whose work is cancelled or late is ended."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._process = Process()
        self._state = threading.Lock()
        self._newest: Answer | None = None

    @property
    def process_number(self) -> int | None:
        """The number that the system gave to the process, None where there is none."""
        return self._process.process_number

    def ask(self, request: Request, source: Source) -> shapes.Reply:
        """The answer to a request, after those that came before."""
        return _told(self._process.begin(self._task(request, source)))

    def ask_alone(self, request: Request, source: Source) -> shapes.Reply:
        """The answer to a request; the one before is cancelled, and this one where another comes."""
        with self._state:
            if self._newest is not None:
                self._process.cancel(self._newest)
            self._newest = answer = self._process.begin(self._task(request, source))
        return _told(answer)

    def cancel(self) -> None:
        """End the newest request of `ask_alone`."""
        with self._state:
            if self._newest is not None:
                self._process.cancel(self._newest)

    def stop(self) -> None:
        """End all work for good."""
        self._process.stop()

    def _task(self, request: Request, source: Source) -> Task:
        values = {name: value for name, value in request.values.items() if name not in ("text", "version")}
        return Task("vsym.lab.verbs", "answer", (request.verb, source, values), self.limits)


def _told(answer: Answer) -> shapes.Reply:
    try:
        result = answer.result()
    except CancelledError:
        return problem("cancelled", CANCELLED)
    if isinstance(result, Failure):
        return problem(result.reason, CANCELLED if result.reason == "cancelled" else result.text)
    reply: shapes.Reply = result
    return reply
