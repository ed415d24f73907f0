"""The compiled program at work: a process that explores by itself, reports its progress and finds paths."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vsym.basics.limits import Budget, LimitReachedError
from vsym.engines.compiled.compiler import not_executed
from vsym.engines.compiled.search import Route, Search, Step
from vsym.system.report import Progress, Report
from vsym.system.step import OutsideRangeError

GRACE = 3.0
"""Seconds beyond its deadline after which a process is ended that does not end its search, or a path, by itself."""


class ReplacedError(Exception):
    """A faster program takes over the search."""


class Process:
    """A process that explores, and ends its search at the deadline by itself, also in the middle of a state.

    While vsym reads its messages, Ctrl-C ends the search and makes it report; a second one ends the process.
    """

    def __init__(self, program: Path, options: Mapping[str, object], budget: Budget) -> None:
        self._budget = budget
        self._interrupted = self._given_up = self._late = self._replaced = False
        given = [str(part) for option in (*options.items(), ("owner", os.getpid())) for part in option]
        try:
            self._process = subprocess.Popen(
                [program, *given],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="ascii",
                start_new_session=True,
            )
        except OSError as error:
            raise not_executed(program, error) from error
        self._alarm = None if math.isinf(budget.left) else threading.Timer(max(0.0, budget.left) + GRACE, self._expire)
        if self._alarm is not None:
            self._alarm.daemon = True
            self._alarm.start()

    def search(self, report: Report, announce: Callable[[int, int, float], None]) -> Search:
        """The figures of the search, once it is over. `announce` has each question as it is answered, with the
        distance of the state and the seconds since the search began.

        Raises OSError where a file could not be written, LimitReachedError and KeyboardInterrupt where the process had
        to be ended, ReplacedError after `replace`.
        """
        result: Mapping[str, Any] | None = None
        while result is None:
            try:
                with self._budget.interruption.stopping(self._interrupt):
                    result = self._result(report, announce)
            except KeyboardInterrupt:
                if result is None and self._interrupted:
                    self._give_up()
                    raise
                self._interrupt()
        return _search(result)

    def to(self, state: int) -> Route:
        """A shortest path to a state, by its index."""
        return self._path(f"to {state}")

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each reached by the given rule, or by any for None."""
        given = [f"{state} {-1 if rule is None else rule}" for state, rule in zip(states, rules, strict=True)]
        return self._path(f"along {-1 if loop is None else loop} {len(states)} {' '.join(given)}")

    def replace(self) -> None:
        """End the search, from another thread, for one that is faster; one that Ctrl-C has ended stays."""
        if not self._interrupted:
            self._replaced = True
            self._kill()

    def raise_if_replaced(self) -> None:
        """Raise ReplacedError after `replace`, which may come when the search is over; KeyboardInterrupt if Ctrl-C came
        after it."""
        if self._replaced:
            raise KeyboardInterrupt if self._interrupted else ReplacedError

    def close(self) -> None:
        """End the process."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm.join()
        self._kill()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()
        self._process.wait()

    def _interrupt(self) -> None:
        self._interrupted = True
        self._process.send_signal(signal.SIGINT)

    def _give_up(self) -> None:
        self._given_up = True
        self._kill()

    def _expire(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _result(self, report: Report, announce: Callable[[int, int, float], None]) -> Mapping[str, Any]:
        for message in self._messages():
            if message["type"] == "result":
                return message
            if message["type"] == "progress":
                states, frontier, level = message["states"], message["frontier"], message["depth"]
                report.explored(Progress(states, frontier, level, None, message["seconds"]))
            if message["type"] == "answer":
                announce(message["question"], message["depth"], message["seconds"])
        raise AssertionError

    def _path(self, request: str) -> Route:
        assert self._process.stdin is not None
        with self._budget.interruption.stopping(self._give_up):
            try:
                self._process.stdin.write(request + "\n")
                self._process.stdin.flush()
            except BrokenPipeError:
                # The reader of its messages below reports why it has ended.
                pass
            return route(next(self._messages()))

    def _messages(self) -> Iterator[Mapping[str, Any]]:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            message = json.loads(line)
            if message["type"] == "failure":
                self._fail(message)
            yield message
        status = self._process.wait()
        self.raise_if_replaced()
        if self._late:
            raise LimitReachedError("time")
        if self._given_up or status == -signal.SIGINT:
            # It may be interrupted before it has begun to heed that.
            raise KeyboardInterrupt
        raise RuntimeError(f"the compiled program ended with status {status}")

    def _fail(self, message: Mapping[str, Any]) -> None:
        number, what = message["number"], message["what"]
        if what == "range":
            raise OutsideRangeError("an event sets a variable to a value outside its range")
        if what == "memory":
            raise MemoryError
        if what in ("graph", "starts"):
            raise OSError(number, os.strerror(number), tempfile.gettempdir())
        raise RuntimeError(f"the compiled program failed: {what} {message.get('message', '')}")


@contextmanager
def running(program: Path, options: Mapping[str, object], budget: Budget) -> Iterator[Process]:
    """A process that is ended with the block."""
    limits: dict[str, object] = {"memory": budget.max_bytes, "threads": budget.most_threads}
    if not math.isinf(budget.left):
        limits["seconds"] = f"{max(0.0, budget.left):.6f}"
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
        start_fault=bool(result["start_fault"]),
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
        all_initial=bool(result["all_initial"]),
    )
