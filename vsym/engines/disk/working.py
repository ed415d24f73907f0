"""A step at work: a process of the compiled program, the lines of its request, and that program."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.compiled.compiler import compiled, digest, not_executed
from vsym.engines.compiled.model import Model, rendered
from vsym.engines.disk.manifest import Identity
from vsym.engines.disk.planning import Step, names
from vsym.engines.disk.storage import StepFiles

MOST_MEMORY = 1 << 30
"""The most bytes that a step takes by default: more makes it little faster."""

TRIES = 3
"""The number of times that vsym begins a step that others end, such as a system that is short of memory."""

_KILLED = (signal.SIGKILL, signal.SIGTERM)

_KINDS = {"level": "new", "merged": "merged", "outbox": "outbox"}

MAIN = "stored/step.c"


def request(
    step: Step, desk: StepFiles, parts: int, memory: int, lines: Sequence[str] = (), starts: str | None = None
) -> str:
    """The request for the process of a step; raises FileNotFoundError, OSError where a file cannot be reached."""
    own = frozenset(step.parts)
    lines_sent = [f"parts {parts}", f"memory {memory}", f"level {step.level}"]
    lines_sent += [f"starts {starts}"] if starts is not None else []
    lines_sent += [f"{_KINDS[kind]} {desk.begin(name)}" for kind, name in names(step).items()]
    lines_sent += [f"inbox {file.checksum} {desk.read(file, own)}" for file in step.inbox]
    for part in step.parts:
        lines_sent.append(f"part {part}")
        for word, runs in (("keep", step.runs), ("merge", step.merged)):
            lines_sent += [f"{word} {file.checksum} {desk.read(file, own)}" for each, file in runs if each == part]
    return "".join(f"{line}\n" for line in (*lines_sent, *lines, "end"))


class Child:
    """The process of a step. Its messages are read as they come; `result` is the last, or a failure."""

    def __init__(self, program: Path, work: str, request: str) -> None:
        try:
            self.process = subprocess.Popen(
                [program, work, str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="surrogateescape",
                start_new_session=True,
            )
        except OSError as error:
            raise not_executed(program, error) from error
        self.result: Mapping[str, Any] | None = None
        self.states = 0
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(request)
            self.process.stdin.close()

    @property
    def output(self) -> IO[str]:
        """The pipe of its messages."""
        assert self.process.stdout is not None
        return self.process.stdout

    def read(self) -> bool:
        """Take the next message, for which this waits; true if there was one."""
        if not (line := self.output.readline()):
            status = self.process.wait()
            if self.result is None:
                what = "killed" if -status in _KILLED else "ended"
                self.result = failure(what, f"its process ended with status {status}")
            return False
        message = json.loads(line)
        if message["type"] == "progress":
            self.states = message["states"]
        else:
            self.result = message
        return True

    def end(self) -> None:
        """End the process, if it is still there."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        self.process.wait()


def failure(what: str, message: str) -> Mapping[str, Any]:
    """A failure from outside the process, in the form of the process's own."""
    return {"type": "failure", "what": what, "message": message}


def finished(step: Step, desk: StepFiles, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """A result, whose files are kept under their names; a failure is unchanged. Raises OSError."""
    if result["type"] == "result":
        for name in names(step).values():
            desk.keep(name)
    return result


def text_of(model: Model) -> str:
    """The program of a model."""
    return rendered(model, MAIN)


def identity_of(model: Model, text: str) -> Callable[[int], Identity]:
    """The identity of a model's store, by its number of parts."""
    unasked = digest(text_of(replace(model, questions=())))
    return lambda parts: Identity(digest(text), unasked, model.words, parts)


def executable(text: str, budget: Budget = UNLIMITED) -> Path:
    """The program, compiled where this machine has not done so yet; raises as `compiled` does."""
    return compiled(digest(text), lambda: text, budget=budget)
