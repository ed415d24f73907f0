"""Ctrl-C and signals to end, handled from the first import on, with a status that says which signal came.

This module imports as little as possible, since nothing handles a signal before.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

_BASE = 128
"""The number that shells add to that of the signal that has ended a program."""

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

_came: list[int] = []
"""The signals that have asked this process to end, since handlers cannot return them."""


def end_at_once() -> None:
    """Let signals end the process at once, where no work has begun, or all output is written.

    Signals that it inherits as ignored, as from `nohup` or a shell script, stay ignored.
    """
    for number in (signal.SIGINT, *_ENDING):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)


def end_by_the_system() -> None:
    """Let the system end the process, where its main thread may wait without running Python's signal handlers.

    Python runs the handler of a signal that comes just before the wait only after it. Shells see the same status.
    """
    for number in (signal.SIGINT, *_ENDING):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt, as Python does by itself, and do as much for a signal to end."""
    for number in (signal.SIGINT, *_ENDING):
        if signal.getsignal(number) == _end:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else _interrupt)


def ending() -> bool:
    """True once a signal has come after which nothing goes on."""
    return bool(_came)


def status(code: int) -> int:
    """The status to end with: that of the signal where a command was interrupted by another one than Ctrl-C."""
    return _BASE + _came[0] if _came and code == _BASE + signal.SIGINT else code


def _end(number: int, _: FrameType | None) -> None:
    try:
        os.write(2, b"vsym: interrupted\n")
    finally:
        os._exit(_BASE + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Act like Ctrl-C, by the handler that the running code may have installed for it."""
    _came.append(number)
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(number, frame)
