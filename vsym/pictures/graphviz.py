"""Graphviz at work, in a process of its own: a DOT graph on standard input, the drawing on standard output.

What its libraries say on standard error stays there, a crash is a message, and Ctrl-C and time limits end it.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Literal

SECONDS = 60.0
"""How long a layout may take unless a limit is given; what fits on a page takes less than one second."""

# The process finds the same modules as this one, and none in the directory that the user happens to be in.
_PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from vsym.pictures.graphviz import draw; draw(sys.argv[1])"


class DrawingError(Exception):
    """Graphviz did not draw the picture."""


class DrawingTimeoutError(DrawingError):
    """Graphviz did not draw the picture in time."""


def drawn(graph: str, written: Literal["svg", "png"], seconds: float = SECONDS) -> bytes:
    """The layout of a DOT graph as a file's content; raises DrawingError, and DrawingTimeoutError after `seconds`."""
    try:
        run = subprocess.run(
            [sys.executable, "-I", "-c", _PROGRAM, written, *sys.path],
            input=graph.encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        raise DrawingTimeoutError("Graphviz did not finish the layout in time") from expired
    if run.returncode or not run.stdout:
        said = run.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"it ended with status {run.returncode}"
        raise DrawingError(f"Graphviz could not draw the picture: {reason}")
    return run.stdout


def draw(written: str) -> None:
    """What the process does."""
    import pygraphviz

    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(graph.draw(format=written, prog="dot"))
