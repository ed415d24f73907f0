"""The end of the process, when all is said: nothing is taken apart piece by piece that the system takes back whole."""

from __future__ import annotations

import atexit
import os
import sys
from dataclasses import dataclass
from types import TracebackType

from vsym.cli import signals


@dataclass
class Leaving:
    """What the process does last: it ends with the status that it left the context with, without freeing each of the
    values that it made.

    That took a fifth of a short run, most of it for formulas and modules. Python has waited for threads by then, and
    has called whatever was registered inside the context: who is registered first is called last.
    """

    status: int | None = None

    def __enter__(self) -> Leaving:
        atexit.register(self)
        return self

    def __exit__(self, _: type[BaseException] | None, ending: BaseException | None, __: TracebackType | None) -> None:
        signals.end_at_once()
        if isinstance(ending, SystemExit) and isinstance(ending.code, int | None):
            self.status = signals.status(ending.code or 0)

    def __call__(self) -> None:
        if self.status is None:
            return
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except (OSError, ValueError):
            # Python has a message and a status for streams that cannot be written.
            return
        os._exit(self.status)
