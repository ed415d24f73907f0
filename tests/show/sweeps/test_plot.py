"""The picture of growth: every row has its place, nothing overlaps, and lines differ without colours."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page

from tests.show.pictures.shapes import luminance
from tests.show.text.chromium import WRONG_TEXTS
from tests.sweeping.made import row, swept
from vsym.show.sweeps.grid import compact, linear, logarithmic
from vsym.show.sweeps.plot import page, svg
from vsym.sweeping.axes import axis
from vsym.sweeping.sweep import Swept

_NS = "{http://www.w3.org/2000/svg}"


def _whole(**axes: str) -> Swept:
    """A sweep that holds everywhere."""
    names, values = [*axes], ([*axis(name, said).values] for name, said in axes.items())
    return swept([row("holds", **dict(zip(names, one, strict=True))) for one in product(*values)], **axes)


def _many() -> dict[str, Swept]:
    far = [replace(row("holds", q=q), concrete_log10=q * 50.0) for q in (1, 2, 10, 500, 1000)]
    gaps = [row("lost", d=1, q=1), row("error", d=2, q=1), row("unknown", "why", d=2, q=2), row("holds", d=1, q=2)]
    holes = [row("error", q=0), row("holds", q=1), row("unknown", "why", q=2), row("lost", q=3), row("holds", q=4)]
    apart = [row("holds", d=d, q=10**12 + d) for d in (1, 2)]
    names = {f"parameter_number_{k}": str(k) for k in range(2, 15)}
    return {
        "one row": _whole(q="3"),
        "fifty": _whole(q="1:50"),
        "huge": swept(far, q="1,2,10,500,1000"),
        "two": _whole(d="1:3", q="1:7"),
        "two of many values": _whole(d="1:40", q="100:129"),
        "two with gaps": swept(gaps, d="1:2", q="1:2"),
        "two far away": swept(apart, d="1:2", q=f"{10**12 + 1}:{10**12 + 2}"),
        "several": _whole(c="1:2", d="1:2", q="1:5"),
        "many groups": _whole(c="1:29", d="1:2", q="1:2"),
        "gaps": swept(holes, q="0:4"),
        "only errors": swept([row("error", q=-2), row("error", q=-1)], q="-2:-1"),
        "far away": _whole(q=f"{10**12}:{10**12 + 1}"),
        "nine far away": _whole(q=f"{10**12}:{10**12 + 8}"),
        "too far": _whole(q=f"{10**18}:-1:{10**18 - 8}"),
        "downwards": _whole(q="0:-30:-870"),
        "a long title": _whole(**names, q="600"),
    }


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Page]:
    with browser.new_page(viewport={"width": 900, "height": 700}) as page:
        yield page


@pytest.mark.parametrize("name", _many())
def test_no_label_overlaps_another_or_is_clipped(name: str, opened: Page) -> None:
    opened.set_content(svg(_many()[name]))
    assert opened.evaluate(WRONG_TEXTS) == []


def test_every_row_has_its_marker_at_its_place() -> None:
    root = ElementTree.fromstring(svg(_many()["several"]))
    circles = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in root.iter(f"{_NS}circle")]
    # The last one of all stands in the legend.
    assert len(circles) == 20 + 1
    heights = [y for _, y in circles[:5]]
    steps = [before - after for before, after in pairwise(heights)]
    assert min(steps) > 0
    assert max(steps) - min(steps) < 0.3
    lines = [one for one in root.iter(f"{_NS}polyline") if one.attrib["class"] == "concrete"]
    assert [len(line.attrib["points"].split()) for line in lines] == [5, 5, 5, 5, 2]


def test_two_parameters_have_an_axis_each() -> None:
    """Each figure has a grid under its name; the larger the figure, the darker its cell."""
    found = _many()["two"]
    grids = [group for group in ElementTree.fromstring(svg(found)).iter(f"{_NS}g") if group.get("class") == "cells"]
    texts = [[text.text for text in group.iter(f"{_NS}text")] for group in grids]
    assert [one[0] for one in texts] == ["concrete states", "counter states", "reachable ones", "time (s)"]
    for one in texts:
        assert {"d", "q"} <= {*one}
        assert [text for text in one if text in ("1", "2", "3", "4", "5", "6", "7")][-11:]
    by_place = {(row.values[0][1], row.values[1][1]): row for row in found.rows}
    cells = [
        rect for rect in grids[1].iter(f"{_NS}rect") if float(rect.attrib["width"]) > 20 and "class" not in rect.attrib
    ]
    assert len(cells) == len(by_place) == 21
    columns, lines = ([*dict.fromkeys(sorted(float(cell.attrib[side]) for cell in cells))] for side in "xy")
    shades = {}
    for cell in cells:
        place = (3 - lines.index(float(cell.attrib["y"])), 1 + columns.index(float(cell.attrib["x"])))
        shades[place] = luminance(cell.attrib["fill"])
    for place, shade in shades.items():
        for other, another in shades.items():
            states, more = by_place[place].counter_states, by_place[other].counter_states
            assert states is not None
            assert more is not None
            assert (states < more) == (shade > another)


def test_cells_without_figures_are_empty_and_without_verdicts_crossed() -> None:
    text = svg(_many()["two with gaps"])
    time = [group for group in ElementTree.fromstring(text).iter(f"{_NS}g") if group.get("class") == "cells"][-1]
    assert len([path for path in time.iter(f"{_NS}path") if path.get("class") == "lost"]) == 2
    assert "A cross marks values for which some verdict is missing." in text
    assert "A cross" not in svg(_many()["two"])


def test_figures_in_cells_are_short() -> None:
    numbers = (1, 21, 999, 1000, 2187, 59049, 10**9, 3 * 10**12)
    written = " ".join(compact(math.log10(number)) for number in numbers)
    assert written == "1 21 999 1.0k 2.2k 59k 1.0G 3e12"


def test_lines_and_markers_differ_without_colours() -> None:
    text = svg(_many()["several"])
    dashes = [
        re.findall(rf"polyline\.{kind} {{ stroke-dasharray: ([0-9 ]+); }}", text) for kind in ("counter", "reachable")
    ]
    assert dashes == [["8 4"], ["2 3"]]
    kinds = {
        one.attrib["class"]: one.tag
        for one in ElementTree.fromstring(text).iter()
        if one.tag != f"{_NS}polyline" and one.attrib.get("class") in ("concrete", "counter", "reachable", "time")
    }
    assert kinds == {
        "concrete": f"{_NS}circle",
        "counter": f"{_NS}rect",
        "reachable": f"{_NS}path",
        "time": f"{_NS}path",
    }


def test_missing_figures_break_the_lines() -> None:
    root = ElementTree.fromstring(svg(_many()["gaps"]))
    drawn = [one.attrib["points"].split() for one in root.iter(f"{_NS}polyline") if one.attrib["class"] == "concrete"]
    assert [len(points) for points in drawn] == [2, 1, 2]
    assert "no verdict" in svg(_many()["gaps"])
    assert "no verdict" not in svg(_many()["fifty"])


def test_the_page_has_the_rows_the_sentences_and_the_reasons() -> None:
    found = replace(_many()["gaps"], system="<b>&")
    text = page(found)
    assert "<b>&" not in text
    assert "A sweep of &lt;b&gt;&amp;" in text
    assert text.count("<tr>") == 1 + 5
    plain = unescape(re.sub(r"</?(code|span)[^>]*>", "", text))
    assert "the model is in error at 1 value" in plain
    assert "q = 2: why" in plain
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_scales_have_round_ticks() -> None:
    assert [tick.exponent for tick in logarithmic([0.3, 69.9]).ticks] == ["0", "10", "20", "30", "40", "50", "60", "70"]
    assert [tick.label for tick in logarithmic([0.1, 1.4]).ticks] == ["1", "2", "5", "10", "20", "50", "100"]
    assert [tick.label for tick in logarithmic([-1.2]).ticks] == ["0.01", "0.02", "0.05", "0.1"]
    scale = logarithmic([3600.0])
    assert scale.low <= 3600 <= scale.high
    assert [tick.label for tick in linear([1, 50]).ticks] == ["10", "20", "30", "40", "50"]
    assert [tick.label for tick in linear([1, 3]).ticks] == ["1", "2", "3"]
    assert [(tick.place, tick.label) for tick in linear([7]).ticks] == [(0.5, "7")]
    assert linear([10, 20]).place(15) == 0.5
