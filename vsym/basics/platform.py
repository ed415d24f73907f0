"""The abilities of the platform: the Python of a browser has no threads, processes or signals, and may have no arrays.

Only this module tests which platform vsym runs on, and reports the parts that it lacks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from vsym.basics.options import RefusedError

BROWSER = sys.platform == "emscripten"
"""True in the Python of a browser, whose worker is ended from outside where work takes too long."""

THREADS = not BROWSER
"""True where there are threads, and signals that end their work."""

PROCESSES = not BROWSER
"""True where other programs can be run."""

ARRAYS = find_spec("numpy") is not None
"""True where there is NumPy, which engines that list states need."""

LACKING = "VS480"
"""The code of an error about a part that the platform lacks."""


class LackingError(RefusedError):
    """A command needs a part that the platform lacks."""


def refusal(error: Exception, what: str = "this") -> Exception:
    """The LackingError of an import of NumPy where there is none; any other error as it is."""
    numpy = isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == "numpy"
    return LackingError(f"{what} needs NumPy, which this Python does not have") if numpy else error


@contextmanager
def needing_arrays(what: str) -> Iterator[None]:
    """Inside, an import of NumPy where there is none raises LackingError, which names what needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise refusal(error, what) from error


def require_processes(what: str) -> None:
    """Raise LackingError where no process or thread can be started."""
    if not PROCESSES:
        raise LackingError(f"{what} needs processes of its own, which no browser has")


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
