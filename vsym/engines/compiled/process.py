"""The compiled program at work: a process that explores by itself, says how far it is, and is asked for paths."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.engines.compiled.search import Route, Search, Step
from vsym.system.report import Progress, Report
from vsym.system.step import OutsideRangeError


class Process:
    """A process that explores. While its messages are read, Ctrl-C ends its search and it says what it has found."""

    def __init__(self, program: Path, options: Mapping[str, object], budget: Budget) -> None:
        self._budget = budget
        self._files = {name: options[name] for name in ("checkpoint", "resume") if name in options}
        given = [str(part) for option in options.items() for part in option]
        self._process = subprocess.Popen(
            [program, *given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="ascii",
            start_new_session=True,
        )

    def search(self, report: Report) -> Search:
        """What the search has come to, once it is over. Raises OSError where a file could not be written."""
        stop = self._interrupt
        while True:
            try:
                with self._budget.interruption.stopping(stop):
                    return _search(self._result(report))
            except KeyboardInterrupt:
                stop()

    def to(self, state: int) -> Route:
        """A shortest path to a state, by its index."""
        return self._path(f"to {state}")

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each with the rule that is to lead there or None for any."""
        given = [f"{state} {-1 if rule is None else rule}" for state, rule in zip(states, rules, strict=True)]
        return self._path(f"along {-1 if loop is None else loop} {len(states)} {' '.join(given)}")

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()
        self._process.wait()

    def _interrupt(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)

    def _result(self, report: Report) -> Mapping[str, Any]:
        for message in self._messages():
            if message["type"] == "result":
                return message
            if message["type"] == "progress":
                states, frontier, level = message["states"], message["frontier"], message["depth"]
                report.explored(Progress(states, frontier, level, None, message["seconds"]))
        raise AssertionError

    def _path(self, request: str) -> Route:
        assert self._process.stdin is not None
        self._process.stdin.write(request + "\n")
        self._process.stdin.flush()
        return route(next(self._messages()))

    def _messages(self) -> Iterator[Mapping[str, Any]]:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            message = json.loads(line)
            if message["type"] == "failure":
                self._fail(message)
            yield message
        raise RuntimeError(f"the compiled program ended with status {self._process.wait()}")

    def _fail(self, message: Mapping[str, Any]) -> None:
        number, what = message["number"], message["what"]
        if what == "range":
            raise OutsideRangeError("an event sets a variable to a value outside its range")
        if what == "memory":
            raise MemoryError
        if what in ("graph", "starts"):
            raise OSError(number, os.strerror(number), tempfile.gettempdir())
        if what in ("checkpoint", "resume"):
            raise OSError(number, os.strerror(number), str(self._files[what]))
        if what == "other":
            raise RefusedError(f"{self._files['resume']} is no checkpoint of this model with the same properties")
        if what == "broken":
            raise RefusedError(f"{self._files['resume']} is damaged: its checksum is another one")
        raise RuntimeError(f"the compiled program failed: {what}")


@contextmanager
def running(program: Path, options: Mapping[str, object], budget: Budget) -> Iterator[Process]:
    """A process that is ended with the block."""
    limits: dict[str, object] = {"memory": budget.max_bytes}
    if budget.deadline is not None:
        limits["seconds"] = max(0.0, budget.deadline - time.monotonic())
    if budget.bound is not None:
        limits["bound"] = budget.bound
    process = Process(program, {**limits, **options}, budget)
    try:
        yield process
    finally:
        process.close()


def route(message: Mapping[str, Any]) -> Route:
    """The path of a message; raises RuntimeError where it does not lead on, which is our bug."""
    if not message["whole"]:
        raise RuntimeError("a path along stored states does not lead on")
    first, *rest = message["steps"]
    steps = [Step(tuple(first), None, ()), *map(_step, rest)]
    return Route(tuple(steps), None if message["loop"] < 0 else message["loop"])


def _step(message: Any) -> Step:
    if isinstance(message, list):
        return Step(tuple(message), None, ())
    return Step(tuple(message["state"]), message["rule"], tuple(message["values"]))


def _search(result: Mapping[str, Any]) -> Search:
    """The figures of a search from its last message."""
    halves = result.get("represented")
    return Search(
        states=result["states"],
        initial=result["initial"],
        expanded=result["expanded"],
        depth=result["depth"],
        rules_fired=result["fired"],
        deadlocks=result["deadlocks"],
        deadlock=result["deadlock"],
        start_fault=result["start_fault"] is not None,
        complete=bool(result["complete"]),
        interrupted=None if result["reason"] == "error" else result["reason"] or None,
        seconds=result["seconds"],
        bytes_used=result["bytes"],
        answers=tuple(None if state < 0 else state for state in result["answers"]),
        fired=tuple(state >= 0 for state in result["last_fired"]),
        faulty_conditions=tuple(map(bool, result["faulty_conditions"])),
        error=result["error"],
        represented=None if halves is None else (halves[0] << 64) + halves[1],
        several=bool(result.get("several")),
    )
