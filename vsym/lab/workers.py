"""Work in a process of its own, as the server waits for it: one piece after the other, each of which can be ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

from vsym.basics.limits import REASONS
from vsym.basics.source import Source
from vsym.lab.protocol import Limits, Problem, Record, Request, problem
from vsym.lab.worker import COMMAND

GRACE = 5.0
"""Seconds that a process has beyond the time limit of its work before it is ended."""

CANCELLED = "another question came"


class Worker:
    """A process that is started when it is needed; one whose work is cancelled or late is ended."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._turn = threading.Lock()
        self._state = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._busy = False
        self._why: tuple[Problem, str] | None = None
        self._newest = 0

    @property
    def process_number(self) -> int | None:
        """The number that the system gave to the process, None where there is none."""
        process = self._process
        return None if process is None else process.pid

    def ask(self, request: Request, source: Source) -> Record:
        """What a request comes to, after those that came before."""
        with self._turn:
            return self._asked(request, source)

    def ask_alone(self, request: Request, source: Source) -> Record:
        """What a request comes to; the one before is cancelled, and this one where another comes."""
        with self._state:
            self._newest += 1
            mine = self._newest
        self.cancel()
        with self._turn:
            if mine != self._newest:
                return problem("cancelled", CANCELLED)
            return self._asked(request, source)

    def cancel(self) -> None:
        """End the work that goes on, if any does."""
        with self._state:
            if self._busy:
                self._end("cancelled", CANCELLED)

    def stop(self) -> None:
        """End the process if there is one."""
        with self._state:
            self._end("cancelled", "the laboratory is closed")

    def _asked(self, request: Request, source: Source) -> Record:
        values = {name: value for name, value in request.values.items() if name not in ("text", "version")}
        line = json.dumps(
            {
                "verb": request.verb,
                "file": source.name,
                "text": source.text,
                "values": values,
                "seconds": self.limits.seconds,
                "megabytes": self.limits.megabytes,
            }
        )
        with self._state:
            process = self._started()
            self._busy, self._why = True, None
        late = threading.Timer(self.limits.seconds + GRACE, self._late)
        late.start()
        answer = ""
        with suppress(OSError, ValueError):
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        late.cancel()
        with self._state:
            self._busy = False
            if not answer.endswith("\n"):
                lost: tuple[Problem, str] = ("bug", "its process ended")
                kind, message = self._why or lost
                self._end(kind, message)
                return problem(kind, message)
        found: Record = json.loads(answer)
        if found.get("problem", {}).get("kind") == "undecided":
            # It may have ended, or hold more memory than the next work may.
            with self._state:
                self._end("undecided", "")
        return found

    def _late(self) -> None:
        with self._state:
            if self._busy:
                self._end("undecided", REASONS["time"])

    def _end(self, kind: Problem, message: str) -> None:
        process, self._process = self._process, None
        if self._why is None:
            self._why = kind, message
        if process is not None:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", COMMAND, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                # With a group of its own, what it starts ends with it.
                start_new_session=True,
            )
        return self._process
