"""`vsym draw`: formats, messages on standard error, and every refusal with its message and status."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import EXAMPLES, Ran, Refused, Vsym, document, environment, on_a_terminal, program
from vsym.show.pictures import graphviz

pytestmark = pytest.mark.usefixtures("in_examples")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("picture.svg", b"<svg xmlns="),
        ("picture.PNG", b"\x89PNG\r\n\x1a\n"),
        ("picture.dot", b"digraph "),
        ("picture.gv", b"digraph "),
        ("picture.mmd", b"---\ntitle: "),
        ("picture.md", b"```mermaid\n---\n"),
        ("picture", b"<svg xmlns="),
    ],
)
def test_the_name_of_the_output_says_the_format(name: str, beginning: bytes, tmp_path: Path, vsym: Vsym) -> None:
    assert vsym("draw", "rw.gsst", "--what", "states", "-o", str(tmp_path / name)) == Ran(0, "", "")
    assert (tmp_path / name).read_bytes().startswith(beginning)


def test_the_format_that_is_asked_for_wins(tmp_path: Path, vsym: Vsym) -> None:
    assert vsym("draw", "rw.gsst", "--format", "dot", "-q", "-o", str(tmp_path / "picture.svg")).status == 0
    assert (tmp_path / "picture.svg").read_text("utf-8").startswith("digraph ")
    assert vsym("draw", "rw.gsst", "--format", "mermaid", "-q", "-o", str(tmp_path / "picture.md")).status == 0
    assert (tmp_path / "picture.md").read_text("utf-8").startswith("```mermaid")
    assert vsym("draw", "rw.gsst", "--format", "png", "-q", "-o", str(tmp_path / "picture.txt")).status == 0


def test_the_default_is_told_and_so_is_what_is_left_out(vsym: Vsym) -> None:
    others = "quotient, witness, adaptive, ranking or group"
    told = f"vsym: these are the local states; --what {others} draws another picture\n"
    assert vsym("draw", "rw.gsst", "--format", "dot").err == told
    assert vsym("draw", "rw.gsst", "--format", "dot", "-q").err == ""
    many = vsym("draw", "grw.gsst", "--what", "adaptive", "--format", "dot")
    assert many.err == "vsym: the picture shows 24 of 61 or more annotated states: the first that the search finds\n"
    assert "24 of 61 or more annotated states: the first that the search finds" in many.out


def test_other_broken_transitions_are_named_and_can_be_chosen(vsym: Vsym) -> None:
    asked = ("asr.gsst", "-D", "resources=2", "-D", "full=2", "--what", "witness", "--format", "dot")
    first = vsym("draw", *asked)
    assert first.err == "vsym: also broken; --transition draws one of them: `N -> W[2]`\n"
    assert "why N -&gt; W[1] is broken" in first.out
    for spelled in ("N -> W[2]", "N->W[2]", "N → W[2]"):
        chosen = vsym("draw", *asked, "--transition", spelled)
        assert (chosen.status, chosen.err) == (0, "")
        assert "why N -&gt; W[2] is broken" in chosen.out
    named = vsym("draw", "rw_adaptive.gsst", "--what", "witness", "--transition", "join", "--format", "dot")
    assert "why enter, join: T -&gt; C is broken" in named.out


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["rw.gsst", "--what", "witness"], 2, "`rw` is fully virtually symmetric: there is no witness to draw"),
        (
            ["rw_broken.gsst", "--what", "witness", "--transition", "N -> T"],
            2,
            "`N -> T` is symmetric: there is no witness to draw",
        ),
        (
            ["rw_broken.gsst", "--what", "witness", "--transition", "T -> D"],
            2,
            "`rw_broken` has no local transition `T -> D`; did you mean `T -> C`?",
        ),
        (["rw.gsst", "--what", "group"], 2, "vsym detected no symmetry of the counters of `rw` but the identity"),
        (["programs/misuse.m", "--what", "group"], 2, "vsym detected no symmetry of `misuse` but the identity"),
        (["rw.gsst", "--transition", "N -> T"], 2, "--transition is for --what witness"),
        (["rw.gsst", "-o", "picture.txt"], 2, "`picture.txt` does not end as a picture format does"),
        (["rw.gsst", "--format", "gif"], 2, "'gif' is not one of"),
        (["mutex.gsst", "-D", "processes=101", "--what", "quotient"], 2, "every process, at most 100"),
        (["mutex.gsst", "-D", "processes=0"], 2, "VS"),
        (["missing.gsst"], 2, "missing.gsst"),
        (["rw.gsst", "-o", "/dev/full"], 2, "cannot write to /dev/full: No space left on device"),
        (["rw.gsst", "--format", "png", "-o", "/dev/full"], 2, "cannot write to /dev/full: No space left on device"),
        (["rw.gsst", "-o", "/nowhere/picture.svg"], 2, "cannot write to /nowhere/picture.svg"),
        (["rw.gsst", "--timeout", "0"], 5, "undecided: Graphviz did not finish the layout in time"),
        (["rw.gsst", "--what", "quotient", "--timeout", "0"], 5, "undecided: the time limit was reached"),
        (["rw_broken.gsst", "--what", "witness", "--timeout", "0"], 5, "undecided: the time limit was reached"),
        (["vault.gsst", "--what", "adaptive", "--timeout", "0"], 5, "undecided: the time limit was reached"),
    ],
)
def test_refusals(arguments: list[str], status: int, said: str, vsym: Vsym) -> None:
    ran = vsym("draw", *arguments)
    assert ran.status == status
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("import os; os.kill(os.getpid(), 11)", "it ended with status -11"),
    ],
)
def test_without_graphviz_the_texts_are_still_there(
    code: str, said: str, monkeypatch: pytest.MonkeyPatch, vsym: Vsym
) -> None:
    monkeypatch.setattr(graphviz, "_PROGRAM", code)
    hint = "--format dot and --format mermaid need none"
    assert vsym("draw", "rw.gsst") == Ran(2, "", f"vsym: Graphviz could not draw the picture: {said}; {hint}\n")
    assert vsym("draw", "rw.gsst", "--format", "mermaid").status == 0


WITHOUT_GRAPHVIZ = "import sys; sys.modules['pygraphviz'] = None; from vsym.cli import main; main(prog_name='vsym')"
"""The program where pygraphviz is not installed."""


@pytest.mark.parametrize(("form", "status"), [("svg", 2), ("dot", 0)])
def test_where_graphviz_is_not_installed_it_says_how_to_get_it(form: str, status: int, tmp_path: Path) -> None:
    picture = tmp_path / "picture"
    command = (sys.executable, "-c", WITHOUT_GRAPHVIZ)
    ran = program("draw", "rw.gsst", "-q", "--format", form, "-o", picture, command=command)
    hint = "get it with `pip install 'vsym[draw]'`; --format dot and --format mermaid need none"
    assert ran == Ran(status, "", f"vsym: drawings need Graphviz; {hint}\n" if status else "")
    assert picture.exists() == (status == 0)


def test_a_png_is_refused_on_a_terminal() -> None:
    ran = on_a_terminal("draw", "rw.gsst", "--format", "png")
    assert ran.status == 2
    assert "a PNG is not for a terminal; write it with -o picture.png" in ran.err


def test_ctrl_c_ends_graphviz_too(tmp_path: Path) -> None:
    """A drawing that takes long is interrupted; the process that draws is gone."""
    started = tmp_path / "started"
    program = f"import os, pathlib, time; pathlib.Path({str(started)!r}).write_text(str(os.getpid())); time.sleep(60)"
    code = (
        "from vsym.show.pictures import graphviz\nfrom vsym.cli import main\n"
        f"graphviz._PROGRAM = {program!r}\nmain(prog_name='vsym')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "draw", "rw.gsst"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=EXAMPLES,
        env=environment(),
    ) as process:
        while not started.exists() or not started.read_text("utf-8"):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "vsym: interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text("utf-8")), 0)


def test_json_holds_the_picture_as_values(vsym: Vsym) -> None:
    ran = vsym("draw", "rw_broken.gsst", "--what", "witness", "--json")
    picture: dict[str, Any] = document(ran)["picture"]
    assert picture["what"] == "witness"
    assert picture["title"] == "rw_broken: why T -> C is broken"
    assert [cluster["name"] for cluster in picture["clusters"]] == ["enabled", "disabled", "target"]
    assert {"source": "enabled", "target": "target", "label": "3: T -> C"}.items() <= picture["edges"][3].items()
    assert re.search(r"\S", ran.err) is None


def test_a_rank_is_drawn_of_what_holds(vsym: Vsym) -> None:
    picture = document(vsym("draw", "rw.gsst", "--what", "ranking", "--prop", "entered", "--json"))["picture"]
    assert picture["title"] == "rw: the rank of entered, while #C >= 1 is awaited"
    several = vsym("draw", "rw.gsst", "--what", "ranking", "--format", "dot")
    assert several.err == "vsym: --prop draws the rank of another property: `entered`\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("rw.gsst", "--prop", "mutex"), "`mutex` does not say that something happens eventually, so"),
        (("illinois.gsst",), "no property says that something happens eventually, so there is no rank to draw"),
        (("starvation.gsst", "--prop", "reader_served"), "`reader_served` is violated, so it has no rank"),
        (("programs/token.m",), "--what ranking is for .gsst models; of a program, draw states"),
    ],
)
def test_what_has_no_rank_is_refused(arguments: tuple[str, ...], told: str, refused: Refused) -> None:
    assert told in refused("draw", *arguments, "--what", "ranking")


def test_a_stated_rank_that_proves_nothing_is_not_drawn(tmp_path: Path, refused: Refused) -> None:
    text = (EXAMPLES / "rw.gsst").read_text("utf-8")
    (tmp_path / "rw.gsst").write_text(f"{text}\nrank entered: #T\n", encoding="utf-8")
    assert "the rank of `entered` does not prove it: `N -> T` raises it from" in refused(
        "draw", str(tmp_path / "rw.gsst"), "--what", "ranking", "--prop", "entered"
    )
