"""Graphviz at work, in a process of its own: a DOT graph on standard input, the drawing on standard output.

What its libraries say on standard error stays there, a crash is a message, and Ctrl-C and time limits end it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

SECONDS = 60.0
"""How long a layout may take unless a limit is given; what fits on a page takes less than one second."""

# The process finds the same modules as this one, and none in the directory that the user happens to be in.
_PROGRAM = "import sys; sys.path[:] = sys.argv[2:]; from vsym.show.pictures.graphviz import draw; draw(sys.argv[1])"


class DrawingError(Exception):
    """Graphviz did not draw the picture."""


class DrawingTimeoutError(DrawingError):
    """Graphviz did not draw the picture in time."""


def drawn(graph: str, written: Literal["svg", "png"], seconds: float = SECONDS) -> bytes:
    """The layout of a DOT graph as a file's content; raises DrawingError, and DrawingTimeoutError after `seconds`."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", _PROGRAM, written, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        try:
            drawing, errors = process.communicate(graph.encode(), seconds)
        except subprocess.TimeoutExpired as expired:
            raise DrawingTimeoutError("Graphviz did not finish the layout in time") from expired
        finally:
            # After a time limit or Ctrl-C nothing of it goes on.
            if process.poll() is None:
                process.kill()
                process.wait()
    if process.returncode or not drawing:
        said = errors.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"it ended with status {process.returncode}"
        raise DrawingError(f"Graphviz could not draw the picture: {reason}")
    return drawing


def drawn_here(graph: str, written: Literal["svg", "png"]) -> bytes:
    """The same in this process, which should be one that may be ended: nothing else ends a layout, or survives a crash.

    That Graphviz is loaded but once makes it a hundred times as fast. Raises DrawingError.
    """
    try:
        with _silence():
            return _laid_out(graph, written)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise DrawingError(f"Graphviz could not draw the picture: {error}") from error


def draw(written: str) -> None:
    """What the process does."""
    sys.stdout.buffer.write(_laid_out(sys.stdin.buffer.read().decode(), written))


def _laid_out(graph: str, written: str) -> bytes:
    import pygraphviz

    from vsym.show.pictures.frames import draw_framed

    return draw_framed(pygraphviz.AGraph(string=graph), written)


@contextmanager
def _silence() -> Iterator[None]:
    """What libraries say on standard error is lost."""
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
