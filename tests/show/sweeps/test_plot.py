"""The picture of growth: every row has its place, nothing overlaps, and lines differ without colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from tests.show.text.chromium import chromium
from tests.sweeping.made import row, swept
from vsym.show.sweeps.plot import page, svg
from vsym.show.sweeps.scales import linear, logarithmic
from vsym.sweeping.sweep import Swept

_NS = "{http://www.w3.org/2000/svg}"

_OVERLAPS = """() => {
  const svg = document.querySelector("svg").getBoundingClientRect();
  const texts = [...document.querySelectorAll("svg text")].filter(t => t.textContent.trim());
  const boxes = texts.map(t => [t.textContent, t.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([text, a], i) => {
    if (a.left < svg.left || a.right > svg.right || a.top < svg.top || a.bottom > svg.bottom)
      found.push([text, "clipped"]);
    boxes.slice(i + 1).forEach(([other, b]) => {
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        found.push([text, other]);
    });
  });
  return found;
}"""


def _many() -> dict[str, Swept]:
    huge = row("holds", q=600)
    return {
        "one row": swept([row("holds", q=3)], q="3"),
        "fifty": swept([row("holds", q=q) for q in range(1, 51)], q="1:50"),
        "huge": swept(
            [replace(row("holds", q=q), concrete_log10=q * 50.0) for q in (1, 2, 10, 500, 1000)], q="1,2,10,500,1000"
        ),
        "several": swept([row("holds", d=d, q=q) for d in (1, 2, 3) for q in range(1, 8)], d="1:3", q="1:7"),
        "many groups": swept([row("holds", d=d, q=q) for d in range(1, 30) for q in (1, 2)], d="1:29", q="1:2"),
        "gaps": swept(
            [row("error", q=0), row("holds", q=1), row("unknown", "why", q=2), row("lost", q=3), row("holds", q=4)],
            q="0:4",
        ),
        "only errors": swept([row("error", q=-2), row("error", q=-1)], q="-2:-1"),
        "far away": swept([row("holds", q=10**12), row("holds", q=10**12 + 1)], q=f"{10**12}:{10**12 + 1}"),
        "nine far away": swept([row("holds", q=10**12 + q) for q in range(9)], q=f"{10**12}:{10**12 + 8}"),
        "too far": swept([row("holds", q=10**18 - q) for q in range(9)], q=f"{10**18}:-1:{10**18 - 8}"),
        "downwards": swept([row("holds", q=-q) for q in range(0, 900, 30)], q="0:-30:-870"),
        "a long title": swept([huge], **{f"parameter_number_{k}": str(k) for k in range(2, 15)}, q="600"),
    }


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with chromium() as started:
        yield started.new_page(viewport={"width": 900, "height": 700})


@pytest.mark.parametrize("name", _many())
def test_no_label_overlaps_another_or_is_clipped(name: str, browser: Page) -> None:
    found = _many()[name]
    if name == "a long title":
        values = tuple((axis.name, axis.values[0]) for axis in found.axes)
        found = replace(found, rows=tuple(replace(one, values=values) for one in found.rows))
    browser.set_content(svg(found))
    assert browser.evaluate(_OVERLAPS) == []


def test_every_row_has_its_marker_at_its_place() -> None:
    root = ElementTree.fromstring(svg(_many()["several"]))
    circles = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in root.iter(f"{_NS}circle")]
    # The last one of all stands in the legend.
    assert len(circles) == 21 + 1
    heights = [y for _, y in circles[:7]]
    steps = [before - after for before, after in pairwise(heights)]
    assert min(steps) > 0
    assert max(steps) - min(steps) < 0.3
    lines = [one for one in root.iter(f"{_NS}polyline") if one.attrib["class"] == "concrete"]
    assert [len(line.attrib["points"].split()) for line in lines] == [7, 7, 7, 2]


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
