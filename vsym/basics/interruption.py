"""Ctrl-C, or too much memory, while a solver works: the solver stops at once, and errors wait for a safe place."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from vsym.basics.platform import THREADS

_ENDING = {number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")}
"""The signals that interrupt; those that the program handles as Ctrl-C call the handler of Ctrl-C."""


class Interruption:
    """Ctrl-C inside `heeded` stops the solver at work and makes `check` raise KeyboardInterrupt.

    Without this, Python raises KeyboardInterrupt between any two instructions. If Python is just releasing a term of
    the solver's library, the exception is lost; if it has just received one, the term is left without an owner, which
    ends in a crash. A second Ctrl-C is raised at once all the same, for a solver that cannot be stopped. In threads
    other than the main one, which get no signals, `heeded` does nothing.
    """

    def __init__(self) -> None:
        self.exhausted = False
        self._pressed = False
        self._stop: Callable[[], None] | None = None
        self._until: float | None = None
        self._stopping = threading.Lock()

    def check(self) -> None:
        """Raise KeyboardInterrupt, once, if Ctrl-C was pressed."""
        if self._pressed:
            self._pressed = False
            raise KeyboardInterrupt

    def exhaust(self, *, exhausted: bool) -> None:
        """Note, from another thread, whether there is too much memory in use; if so, stop the solver at work."""
        self.exhausted = exhausted
        if exhausted:
            with self._stopping:
                if self._stop is not None:
                    self._stop()

    def stop_at(self, now: float) -> None:
        """Stop the solver at work, from another thread, if it is to work no longer than until now."""
        with self._stopping:
            if self._stop is not None and self._until is not None and now >= self._until:
                self._stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None], until: float | None = None) -> Iterator[None]:
        """Inside, Ctrl-C calls `stop` from another thread, as this one is inside the solver's library.

        `until` is for `stop_at`.
        """
        self._until, self._stop = until, stop
        try:
            self.check()
            yield
        finally:
            with self._stopping:
                self._stop = None
            self.check()

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Take over Ctrl-C from Python until the block ends, and then raise a press that has not been raised yet."""
        if not THREADS or threading.current_thread() is not threading.main_thread():
            yield
            return
        heard, signalled = os.pipe()
        os.set_blocking(signalled, False)
        watcher = threading.Thread(target=self._watch, args=(heard,), daemon=True)

        def note(_number: int, _frame: FrameType | None) -> None:
            if self._pressed:
                raise KeyboardInterrupt
            self._pressed = True

        handler = signal.signal(signal.SIGINT, note)
        descriptor = signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
        watcher.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(descriptor)
            signal.signal(signal.SIGINT, handler)
            os.close(signalled)
            watcher.join()
            os.close(heard)
        self.check()

    def _watch(self, heard: int) -> None:
        """Wait for signals, whose numbers Python writes into the pipe even while the main thread is in a library."""
        while numbers := os.read(heard, 64):
            with self._stopping:
                if self._stop is not None and not _ENDING.isdisjoint(numbers):
                    self._stop()
