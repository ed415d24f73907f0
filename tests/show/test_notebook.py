"""Values in a notebook, and the Python face."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import vsym
from tests.show.pictures.shapes import luminance
from tests.support.present import present
from tests.support.running import EXAMPLES, in_process, squeezed
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.languages.registry import read
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import Block
from vsym.show import notebook
from vsym.show.sweeps.notebook import Sweep

RW = EXAMPLES / "rw.gsst"
BROKEN = EXAMPLES / "rw_broken.gsst"


def _sizes(path: Path) -> notebook.Result:
    return vsym.check(path, for_all=("readers", "writers"), properties=("mutex",))


def _rows(path: Path) -> Sweep:
    return vsym.sweep(path, writers=range(1, 3), readers=2, jobs=1)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["check", "starvation.gsst"], vsym.check),
        (["check", "vault.gsst", "--engine", "adaptive"], partial(vsym.check, engine="adaptive")),
        (["check", "rw.gsst", "--for-all", "readers,writers", "--prop", "mutex"], _sizes),
        (["symmetry", "rw_broken.gsst"], vsym.decide_symmetry),
        (["abstract", "controller.gsst"], vsym.abstract),
        (["sweep", "rw.gsst", "-D", "writers=1:1:2", "-D", "readers=2", "-j", "1"], _rows),
    ],
)
def test_values_print_as_the_command_does(
    command: list[str], shown: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    path = EXAMPLES / command[1]
    printed = in_process(capfd, [command[0], str(path), *command[2:]]).out
    value = shown(path)
    assert squeezed(str(value)) == squeezed(printed)
    assert "<pre" in value._repr_html_()


def test_a_notebook_shows_colours_and_no_markup() -> None:
    shown = vsym.check(vsym.load(RW))._repr_html_()
    assert shown.startswith("<pre")
    assert "fully virtually symmetric</span>" in shown
    assert "#T &gt;= 1 &amp; #C = 0" in shown


def test_every_colour_can_be_read_on_white_and_on_black() -> None:
    shown = vsym.check(BROKEN)._repr_html_() + str(vsym.decide_symmetry(BROKEN)._repr_html_())
    colors = set(re.findall(r"color: #([0-9a-f]{6})", shown))
    assert len(colors) >= 3
    for color in colors:
        light = luminance(f"#{color}")
        assert (1 + 0.05) / (light + 0.05) > 4, color
        assert (light + 0.05) / (luminance("#111111") + 0.05) > 3.8, color


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (lambda: vsym.load(RW), "R: #C = 0 &"),
        (lambda: vsym.decide_symmetry(BROKEN), "T -&gt; C is broken"),
        (lambda: vsym.abstract(RW), "counter abstraction"),
        (lambda: vsym.sweep(RW, writers="1:2", jobs=1), "concrete states"),
    ],
)
def test_pictures_are_part_of_what_is_shown(value: Any, said: str) -> None:
    shown = value()
    picture = shown._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert said in picture.replace("\N{NO-BREAK SPACE}", " ").replace("&#45;", "-").replace("->", "-&gt;")
    html = shown._repr_html_()
    assert html.startswith("<svg")
    assert "<pre" in html


def test_where_there_is_nothing_to_draw_there_is_text() -> None:
    assert vsym.decide_symmetry(RW)._repr_svg_() is None
    assert vsym.abstract(vsym.load(RW, writers=40))._repr_svg_() is None
    assert vsym.abstract(vsym.load(RW, writers=40))._repr_html_().startswith("<pre")


def test_names_and_guards_are_escaped() -> None:
    text = "system s\nstates A, B, C\ngroup P of 4\ninit A\ntrans A -> B if #A >= 2 & #B < 2\nctl p: AG #A <= 4\n"
    model = vsym.load(text)
    for shown in (model, vsym.abstract(model), vsym.check(model)):
        html = shown._repr_html_()
        assert "&amp;" in html
        assert re.search(r"&(?!amp;|lt;|gt;|quot;|#)", html) is None
        tags = {found.strip("/") for found in re.findall(r"<(/?\w*)", html)}
        assert tags <= {"pre", "span", "svg", "style", "g", "text", "path", "polygon", "polyline", "ellipse", "title"}


def test_a_loaded_model_is_the_model() -> None:
    plain, loaded = read(str(RW)).at({}), vsym.load(RW)
    assert type(plain) is Model
    assert plain == loaded
    assert loaded == plain
    assert hash(plain) == hash(loaded)
    assert loaded != vsym.load(RW, writers=3)
    assert plain != vsym.load(RW, writers=3)
    assert loaded != "rw"
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert isinstance(replace(loaded, properties=()), notebook.Loaded)
    assert {plain: 1}[loaded] == 1


def test_verdicts_and_traces_by_name() -> None:
    result = vsym.check(EXAMPLES / "starvation.gsst")
    assert result.verdicts["mutex"] == "holds"
    violated = [name for name, verdict in result.verdicts.items() if verdict == "violated"]
    trace = result.trace(violated[0])
    assert f"{violated[0]} is violated, as this path shows:" in str(trace)
    with pytest.raises(RefusedError, match="`mutex` holds, and no path shows it"):
        result.trace("mutex")
    with pytest.raises(RefusedError, match="did you mean `mutex`"):
        result.trace("mutx")
    adaptive = vsym.check(EXAMPLES / "vault.gsst", engine="adaptive")
    assert adaptive.verdicts["no_visitor"] == "violated"
    assert "Corridor -> Vault" in str(adaptive.trace("no_visitor"))


def test_a_trace_is_swim_lanes() -> None:
    trace = vsym.check(BROKEN).trace("reader_served")
    shown = trace._repr_html_()
    assert shown.startswith('<div class="vsym-lanes">')
    rows = re.findall(r'<tr class="lane[^"]*"><th>(.*?)</th>(.*?)</tr>', shown)
    path = present(trace.outcome.run).path
    states = path.states
    assert [name for name, _ in rows] == ["1 R", "2 W", "3 W"]
    for process, (_, cells) in enumerate(rows):
        assert re.findall(r"<span>(\w)</span>", cells) == [state.locations[process] for state in states]
    assert shown.count('class="moved"') == sum(step is not None for step in path.steps)
    assert "repeats" in shown
    assert trace._repr_svg_() is None


def _blocks(result: notebook.Result) -> tuple[Block, ...]:
    return present(result.counters).blocks


def test_only_what_is_asked_for_tells_processes_apart() -> None:
    model = vsym.load(EXAMPLES / "starvation.gsst")
    assert len(_blocks(vsym.check(model))) == 2
    assert len(_blocks(vsym.check(model, properties=("mutex",)))) == 1
    with pytest.raises(RefusedError, match="did you mean `mutex`"):
        vsym.check(model, properties=("mutx",))
    with pytest.raises(RefusedError, match="no property"):
        vsym.check(EXAMPLES / "vault.gsst", engine="adaptive", properties=("nothing",))


def test_all_sizes_at_once() -> None:
    result = vsym.check(RW, for_all=("writers",), parameters={"readers": 2}, properties=("mutex",))
    assert result.verdicts == {"mutex": "holds"}
    balance = vsym.check(EXAMPLES / "balance.gsst", for_all=("left", "right"))
    violated = {name: found.values for name, found in balance.findings.items() if found.outcome == "violated"}
    assert violated
    assert all(values is not None for values in violated.values())
    check: Any = vsym.check
    with pytest.raises(RefusedError, match="needs the file or text"):
        check(vsym.load(RW), for_all=("writers",))
    later = RW.read_text("utf-8") + "ctl later: AX #T = 1\n"
    with pytest.raises(DiagnosticError, match="VS423"):
        vsym.check(later, for_all=("writers",), properties=("later",))
    with pytest.raises(RefusedError, match="a loaded model has values"):
        check(vsym.load(RW), parameters={"writers": 3})


def test_a_sweep_is_a_table_of_values() -> None:
    found = vsym.sweep(EXAMPLES / "crowd.gsst", writers=[1, 3], properties=("mutex", "all_in"), jobs=1)
    columns = ("writers", "symmetry", "concrete_states", "counter_states", "reachable_states", "mutex", "all_in")
    assert [tuple(record[name] for name in columns) for record in found.records] == [
        (1, "full", 9, 6, 5, "holds", "violated"),
        (3, "full", 81, 15, 9, "holds", "violated"),
    ]
    with pytest.raises(RefusedError, match="no parameter `writrs`"):
        vsym.sweep(RW, writrs=range(3))


def test_a_picture_is_drawn_once_for_all_that_ipython_asks_for() -> None:
    shown = vsym.load(EXAMPLES / "rw.gsst")
    drawn = present(shown._repr_svg_())
    assert drawn in shown._repr_html_()
    assert shown._repr_svg_() is drawn


def test_both_kinds_of_models_are_explored_stepped_and_drawn() -> None:
    for file, states in (("rw.gsst", 7), ("programs/spinlock.m", 7)):
        path = EXAMPLES / file
        assert (vsym.explore(path).states, vsym.explore(path).complete) == (states, True)
        stepper = vsym.step(path)
        start = next(stepper.starts())
        [first, *_] = stepper.choices(start)
        assert (first.target is not None, len(stepper.disabled(start)) > 0) == (True, True)
        assert vsym.draw(path).startswith("<svg")
    with pytest.raises(vsym.UndecidedError):
        vsym.explore(EXAMPLES / "rw.gsst", timeout=0)


def test_errors_are_at_the_top_and_values_are_one_line() -> None:
    with pytest.raises(vsym.DiagnosticError):
        vsym.load("system s\nstates A\n")
    with pytest.raises(vsym.RefusedError):
        vsym.check(RW, engine="none")
    assert not hasattr(vsym, "nothing")
    shown = (vsym.load(RW), vsym.check(RW), vsym.check(EXAMPLES / "programs/spinlock.m"), vsym.check(RW).outcomes[0])
    walked = [
        method(EXAMPLES / file) for method in (vsym.explore, vsym.step) for file in ("rw.gsst", "programs/spinlock.m")
    ]
    for value in (*shown, shown[2].outcomes[0], *walked):
        assert repr(value).startswith("<")
        assert (len(repr(value)) < 200, "\n" in repr(value)) == (True, False)
    assert repr(walked[0]) == "<Reached: 7 states, complete>"
    assert dir(vsym) == sorted(vsym.__all__)
    assert repr(shown[1]) == "<Result: mutex holds, possible holds, entered holds>"
