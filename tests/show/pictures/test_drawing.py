"""Pictures as SVG, PNG and DOT: every text written in them arrives, whatever it is, and nothing else does."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.show.pictures.shapes import check_legible, drawing, luminance
from tests.show.pictures.test_adaptive_tree import example as tree
from tests.show.pictures.test_local_states import drawn as states
from tests.show.pictures.test_quotient import example as quotient
from vsym.basics.limits import UndecidedError
from vsym.show.pictures import graphviz
from vsym.show.pictures.dot import HEX
from vsym.show.pictures.drawing import dot, png, svg
from vsym.show.pictures.graphviz import DrawingError, GraphvizMissingError, drawn, drawn_here
from vsym.show.pictures.picture import Cluster, Edge, Node, Picture, Stroke, stroke

SVG = "{http://www.w3.org/2000/svg}"
HARD = '"x" < 1 & y > \\N \\\\ #A = {1}; &lt; ∧ <b> é | `t` %'

SMALL = Picture(
    f"title {HARD}",
    (f"caption {HARD}",),
    (
        Node("a", f"node {HARD}\nsecond", initial=True),
        Node("b", "below a line", note=f"note {HARD}"),
        Node("c", f"cell {HARD}", "box"),
        Node('d"\\', "text", "text"),
    ),
    (
        Edge("a", "b", f"edge {HARD}", stroke(1)),
        Edge("a", "c", "into a row"),
        Edge("b", 'd"\\', "without a head", directed=False),
        Edge("row", 'd"\\'),
    ),
    (
        Cluster("frame", f"frame {HARD}", ("a",), (Cluster("inner", "inner", ("b",)),)),
        Cluster("row", f"heading {HARD}", ("c",), row="headed below"),
    ),
    ranks=(("a", "b"), ("row", 'd"\\')),
    left_out=("one half",),
)


def test_all_text_arrives_as_it_is() -> None:
    texts = {box.text for box in drawing(SMALL).texts}
    for said in ("title", "caption", "node", "note", "cell", "edge", "frame", "heading"):
        assert f"{said} {HARD}" in texts
    short = {"second", "below a line", "text", "into a row", "without a head", "inner"}
    assert {*short, "The picture shows one half."} <= texts


def test_the_drawing_is_legible() -> None:
    check_legible(SMALL)


def test_an_svg_stands_in_any_page() -> None:
    written = svg(SMALL)
    assert written.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="')
    root = ElementTree.fromstring(written)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == f"title {HARD}"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert abs(float(root.attrib["width"]) - width * 4 / 3) < 1
    assert abs(float(root.attrib["height"]) - height * 4 / 3) < 1
    assert [element.attrib for element in root.iter() if "id" in element.attrib] == []
    assert not any("title" in element.tag for element in root.iter())
    assert "<!" not in written
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
    (background, *_) = root.iter(f"{SVG}polygon")
    assert background.attrib["fill"] == "white"


def test_lines_are_drawn_as_they_are_meant() -> None:
    root = ElementTree.fromstring(svg(SMALL))
    edges = [group for group in root.iter() if group.attrib.get("class") == "edge"]
    dashed = [path for group in edges for path in group if path.attrib.get("stroke-dasharray")]
    assert {path.attrib["stroke"] for path in dashed} == {HEX["vermilion"]}
    # Besides the heads of the lines, the filled shapes are the grounds of their labels.
    heads = [any(s.tag.endswith("polygon") and s.attrib["fill"] != "white" for s in group) for group in edges]
    assert heads.count(True) == sum(edge.directed for edge in SMALL.edges)


@pytest.mark.parametrize(
    "picture", [states("asr"), quotient("rw"), tree("rw_adaptive")], ids=("states", "quotient", "tree")
)
def test_a_label_is_on_its_own_line(picture: Picture) -> None:
    """One half of the line ends where the label is, and the other half begins there."""
    groups = [*ElementTree.fromstring(svg(picture)).iter(f"{SVG}g")]
    ends = [
        tuple(float(value) for value in point.split(","))
        for group in groups
        if group.attrib.get("class") == "edge"
        for path in group.iter(f"{SVG}path")
        for point in (re.findall(r"-?[\d.]+,-?[\d.]+", path.attrib["d"])[0], path.attrib["d"].split(" ")[-1])
    ]
    labels = [group for group in groups if group.attrib.get("class") == "node label"]
    assert len(labels) == sum(bool(edge.label) for edge in picture.edges)
    for label in labels:
        (ground,) = label.iter(f"{SVG}polygon")
        corners = [tuple(map(float, point.split(","))) for point in ground.attrib["points"].split()]
        (left, top), (right, bottom) = (tuple(map(end, zip(*corners, strict=True))) for end in (min, max))
        touching = [one for one in ends if left - 5 <= one[0] <= right + 5 and top - 5 <= one[1] <= bottom + 5]
        assert len(touching) == 2, [text.text for text in label.iter(f"{SVG}text")]


def test_a_png_is_one() -> None:
    written = png(SMALL)
    assert written[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", written[16:24])
    root = ElementTree.fromstring(svg(SMALL))
    points = tuple(map(float, root.attrib["viewBox"].split()[2:]))
    assert abs(width - 2 * points[0]) < 8
    assert abs(height - 2 * points[1]) < 8


def test_dot_names_nodes_as_the_picture_does() -> None:
    written = dot(SMALL)
    assert '"d\\"\\\\" [label="text"' in written
    assert 'subgraph "cluster_frame" {' in written
    assert '"row":p0:n' in written


def test_the_first_strokes_differ() -> None:
    assert len({stroke(number) for number in range(21)}) == 21
    for one, other in ((stroke(0), stroke(1)), (stroke(1), stroke(2))):
        assert one.line != other.line
        assert one.color != other.color


@pytest.mark.parametrize("color", [*HEX])
def test_every_colour_can_be_read_on_white(color: str) -> None:
    """At a contrast of 3.5 or more, lines and large or bold text can be read (WCAG asks for 3)."""
    assert 1.05 / (luminance(HEX[color]) + 0.05) >= 3.5


def test_what_graphviz_refuses_is_told() -> None:
    with pytest.raises(DrawingError, match="Graphviz could not draw the picture: "):
        drawn("no graph at all", "svg")


def test_a_drawing_in_this_process_is_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    graph = dot(SMALL)
    assert drawn_here(graph, "svg") == drawn(graph, "svg")
    with pytest.raises(DrawingError, match="Graphviz could not draw the picture: "):
        drawn_here("no graph at all", "svg")
    assert capfd.readouterr() == ("", "")


def test_without_graphviz_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    for draws in (drawn, drawn_here):
        with pytest.raises(
            GraphvizMissingError, match=r"^drawings need Graphviz; get it with `pip install 'vsym\[draw\]'`$"
        ):
            draws(dot(SMALL), "svg")


def test_a_layout_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphviz, "_PROGRAM", "import time; time.sleep(600)")
    with pytest.raises(UndecidedError, match="did not finish"):
        drawn(dot(SMALL), "svg", 0.001)


def test_one_process_draws_all_until_one_fails_or_its_owner_is_killed() -> None:
    code = f"""
import os
from vsym.show.pictures import graphviz
for graph in ("graph {{ a }}", "graph {{ b }}", "no graph at all", "graph {{ c }}"):
    try:
        graphviz.drawn(graph, "svg")
    except graphviz.DrawingError:
        print("failed")
    else:
        print(graphviz._waiting[0]._running.pid, flush=True)
os.kill(os.getpid(), {signal.SIGKILL})
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        first, second, failed, third = owner.stdout.read().split()
    assert first == second != third
    assert failed == "failed"
    # It ends by itself, and may have done so.
    with suppress(ProcessLookupError), os.fdopen(os.pidfd_open(int(third))) as ended:
        select.select([ended], [], [])


def test_files_where_the_user_is_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pygraphviz", "vsym", "string", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert svg(Picture("t", (), (Node("a", "a", stroke=Stroke("blue")),), ())).startswith("<svg")


def test_libraries_of_graphviz_say_nothing_to_the_user(capfd: pytest.CaptureFixture[str]) -> None:
    svg(SMALL)
    png(SMALL)
    assert capfd.readouterr() == ("", "")
