"""Graphviz at work, in a process of its own: DOT graphs on standard input, the drawings on standard output.

Output of its libraries on standard error stays there, a crash is a message, and Ctrl-C and time limits end it. To start
it costs more than most drawings, so it waits for the next graph, until its standard input is closed. With frames around
nodes, Graphviz would not keep the order of nodes. So it places nodes without frames, those of a frame side by side, and
vsym draws the frames around them. Graphviz comes with pygraphviz, an extra of the package.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import IO, Any, Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.platform import BROWSER

SECONDS = 60.0
"""The seconds that a layout may take unless a limit is given; a graph that fits on a page takes less than one."""

# The process finds the same modules as this one, and none in the directory that the user happens to be in.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from vsym.show.pictures.graphviz import serve; serve()"


class DrawingError(RefusedError):
    """Graphviz did not draw the picture."""


class GraphvizMissingError(DrawingError):
    """There is no Graphviz to draw with."""

    def __init__(self) -> None:
        super().__init__("drawings need Graphviz; get it with `pip install 'vsym[draw]'`")


class _Process:
    """A process that draws one graph after another."""

    def __init__(self, command: list[str]) -> None:
        self.command, self.owner = command, os.getpid()
        # A file, because vsym reads the messages only after a failure, and a pipe might fill before.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said)

    def draw(self, graph: str, written: str, seconds: float) -> bytes:
        """The layout of a graph. Raises DrawingError, or UndecidedError after `seconds`; no other graph can follow."""
        late, begun = threading.Event(), os.fstat(self._said.fileno()).st_size

        def end() -> None:
            late.set()
            self._running.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            drawing = self._drawn(graph, written)
            status = None if drawing else self._running.wait()
        finally:
            timer.cancel()
            timer.join()
        if late.is_set():
            raise UndecidedError("Graphviz did not finish the layout in time")
        if drawing:
            return drawing
        # Messages about earlier graphs, which were drawn, do not explain this failure.
        self._said.seek(begun)
        said = self._said.read().decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"it ended with status {status}"
        raise DrawingError(f"Graphviz could not draw the picture: {reason}")

    def _drawn(self, graph: str, written: str) -> bytes | None:
        """The layout of a graph; None if the process ended before it."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        try:
            _put(self._running.stdin, written.encode())
            _put(self._running.stdin, graph.encode())
            return _taken(self._running.stdout)
        except BrokenPipeError:
            return None

    def waits(self, command: list[str]) -> bool:
        """True if it still runs, with this command, and was not started before a fork."""
        return (self.command, self.owner) == (command, os.getpid()) and self._running.poll() is None

    def end(self) -> None:
        """Kill the process and close its files, unless it was started before a fork."""
        if self.owner == os.getpid():
            self._running.kill()
            with suppress(OSError):
                self._running.communicate()
            self._said.close()


_waiting: list[_Process] = []
"""Idle processes, which can draw further graphs."""


def drawn(graph: str, written: Literal["svg", "png"], seconds: float = SECONDS) -> bytes:
    """The layout of a DOT graph as a file's content; raises DrawingError, and UndecidedError after `seconds`."""
    process = _process()
    try:
        drawing = process.draw(graph, written, seconds)
    except BaseException:
        process.end()
        raise
    _waiting.append(process)
    return drawing


def _process() -> _Process:
    if find_spec("pygraphviz") is None:
        raise GraphvizMissingError
    command = [sys.executable, "-I", "-c", _PROGRAM, *sys.path]
    while _waiting:
        process = _waiting.pop()
        if process.waits(command):
            return process
        process.end()
    return _Process(command)


@atexit.register
def _end() -> None:
    for process in _waiting:
        process.end()


def drawn_here(graph: str, written: Literal["svg", "png"]) -> bytes:
    """The same in this process, which should be expendable: only its end stops a layout, and a crash takes it down.

    As Graphviz is loaded only once, this is a hundred times as fast. Raises DrawingError.
    """
    if BROWSER:
        return _by_the_page(graph)
    if find_spec("pygraphviz") is None:
        raise GraphvizMissingError
    try:
        with _silence():
            return _laid_out(graph, written)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise DrawingError(f"Graphviz could not draw the picture: {error}") from error


def serve() -> None:
    """Draw graphs from standard input to standard output, until the input ends or a drawing fails."""
    given, drawn = sys.stdin.buffer, sys.stdout.buffer
    while (written := _taken(given)) and (graph := _taken(given)):
        # Without a drawing there is nothing to wait for.
        if not (drawing := _laid_out(graph.decode(), written.decode())):
            return
        _put(drawn, drawing)


def _put(stream: IO[bytes], content: bytes) -> None:
    """Write a message, after a line with its length in bytes."""
    stream.write(b"%d\n" % len(content) + content)
    stream.flush()


def _taken(stream: IO[bytes]) -> bytes | None:
    """The next message from the other side; None if that has ended."""
    length = stream.readline()
    content = stream.read(int(length)) if length else b""
    return content if length and len(content) == int(length) else None


def _by_the_page(graph: str) -> bytes:
    """The drawing by the Graphviz of the page, which draws frames itself, wherever they make it place the nodes."""
    from vsym_page import svg  # type: ignore[import-not-found]

    drawing: str = svg(graph)
    return drawing.encode()


def _laid_out(graph: str, written: str) -> bytes:
    import pygraphviz

    return draw_framed(pygraphviz.AGraph(string=graph), written)


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing that libraries say on standard error is heard."""
    stderr, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nothing)


_POINTS = 72.0
_MARGIN = 7.0
_HEADING = 18.0
_LETTER = 6.8
_OUTER = 12.0

# The others are those of the whole graph.
_ATTRIBUTES = ("label", "labelloc", "style", "fontsize", "color", "fontcolor")


@frozen
class Frame:
    """A cluster of a graph: its attributes, the names of all nodes inside, and the frames inside."""

    name: str
    attributes: Mapping[str, str]
    nodes: tuple[str, ...]
    frames: tuple[Frame, ...]


@frozen
class Box:
    """A rectangle, in points from below and from the left."""

    left: float
    bottom: float
    right: float
    top: float

    @staticmethod
    def around(boxes: Sequence[Box]) -> Box:
        """The smallest rectangle around others."""
        sides = zip(*((-box.left, -box.bottom, box.right, box.top) for box in boxes), strict=True)
        left, bottom, right, top = map(max, sides)
        return Box(-left, -bottom, right, top)

    @property
    def corners(self) -> str:
        """As Graphviz writes it."""
        return f"{self.left:.2f},{self.bottom:.2f},{self.right:.2f},{self.top:.2f}"


def draw_framed(graph: Any, written: str) -> bytes:
    """The drawing of an `AGraph`, with a frame for each of its clusters, as the content of a file."""
    frames = list(_frames(graph))
    # Clusters are taken out of the graph; their nodes remain.
    for frame in frames:
        graph.remove_subgraph(frame.name)
    graph.layout("dot")
    if frames:
        page = Box(*map(float, graph.graph_attr["bb"].split(",")))
        below = Box(page.left, page.bottom, page.right, page.top - float(graph.graph_attr["lheight"]) * _POINTS)
        _spread(graph, Box.around([below, *(_framed(graph, frame) for frame in frames)]))
    drawing: bytes = graph.draw(format=written, prog="nop2")
    return drawing


def _frames(graph: Any) -> Iterator[Frame]:
    for cluster in list(graph.subgraphs()):
        if (cluster.name or "").startswith("cluster"):
            attributes = {name: value for name, value in cluster.graph_attr.items() if name in _ATTRIBUTES}
            yield Frame(cluster.name, attributes, tuple(map(str, cluster.nodes())), tuple(_frames(cluster)))


def _framed(graph: Any, frame: Frame) -> Box:
    """The border of a frame. Adds the frame to the graph, then those inside, so that they are drawn over it."""
    box = _border(graph, frame)
    heading = f"{box.left + 6 + _LETTER * len(frame.attributes['label']) / 2:.2f},{box.top - 9:.2f}"
    graph.add_subgraph([], frame.name, **{**frame.attributes, "bb": box.corners, "lp": heading})
    for inner in frame.frames:
        _framed(graph, inner)
    return box


def _border(graph: Any, frame: Frame) -> Box:
    nodes = [_placed(graph.get_node(name)) for name in frame.nodes]
    # A frame around others also encloses the lines between them, each inside the hull of its control points.
    inside = graph.edges(frame.nodes) if frame.frames else []
    points = [point for edge in inside if edge[1] in frame.nodes for point in (edge.attr["pos"] or "").split()]
    places = [[*map(float, one.removeprefix("e,").removeprefix("s,").split(","))] for one in points]
    lines = [Box(x, y, x, y) for x, y in places]
    box = Box.around([*(_border(graph, inner) for inner in frame.frames), *nodes, *lines])
    heading = box.left + 6 + _LETTER * len(frame.attributes["label"])
    return Box(box.left - _MARGIN, box.bottom - _MARGIN, max(box.right, heading) + _MARGIN, box.top + _HEADING)


def _placed(node: Any) -> Box:
    """The place of a node; one with a double border takes more room than Graphviz says."""
    x, y = map(float, node.attr["pos"].split(","))
    width, height = (float(node.attr[side]) * _POINTS / 2 for side in ("width", "height"))
    border = 4 if node.attr["peripheries"] == "2" else 0
    return Box(x - width - border, y - height - border, x + width + border, y + height + border)


def _spread(graph: Any, box: Box) -> None:
    """Make the page as large as all that is on it, with the title above."""
    width, height = (float(graph.graph_attr[side]) * _POINTS for side in ("lwidth", "lheight"))
    top = box.top + height + _OUTER
    graph.graph_attr["lp"] = f"{box.left + width / 2 + _OUTER:.2f},{top - height / 2:.2f}"
    graph.graph_attr["bb"] = Box(box.left, box.bottom, max(box.right, box.left + width + _OUTER), top).corners
