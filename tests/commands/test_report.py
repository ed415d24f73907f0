"""`vsym report`: the file of the page, its cost, and its failures."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.show.text.html_tree import read
from tests.support.hand_programs import RING
from tests.support.running import Ran, Refused, Vsym, on_a_terminal, program, without_seconds

pytestmark = pytest.mark.usefixtures("in_examples")

SMALL = """system small
states A, B
group P of 2
init A
trans A -> B
trans B -> A
invariant few: #B <= 1
"""

LONG = """system long
states A[1..12]
group P of 60
init A[1]
for i in 1..11 { trans A[i] -> A[i+1] }
trans A[12] -> A[1]
invariant few: #A[1] + #A[2] <= 60
"""


def test_a_page_goes_to_a_file_or_a_pipe(vsym: Vsym, tmp_path: Path) -> None:
    model, written = tmp_path / "small.gsst", tmp_path / "report.html"
    model.write_text(SMALL, "utf-8")
    assert vsym("report", model, "-o", written) == Ran(10, "", "")
    ran = vsym("report", model)
    assert ran.status == 10
    assert read(ran.out).all("h1")[0].words == read(written.read_text("utf-8")).all("h1")[0].words == "small"
    assert vsym("report", model, "-o", "-").out.startswith("<!DOCTYPE html>")


def test_without_graphviz_a_page_says_what_to_install_for_its_pictures(
    vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = vsym("report", "rw_broken.gsst")
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    bare = vsym("report", "rw_broken.gsst")
    assert (drawn.status, bare.status) == (10, 10)
    said = "There are no pictures: drawings need Graphviz; get it with pip install 'vsym[draw]'."
    assert said not in [one.words for one in read(drawn.out).all("p")]
    assert said in [one.words for one in read(bare.out).all("p")]
    assert read(drawn.out).all("svg")
    assert not read(bare.out).all("svg")


def test_json_is_that_of_check(vsym: Vsym) -> None:
    written, checked = (
        json.loads(without_seconds(vsym(command, "rw.gsst", "--json").out)) for command in ("report", "check")
    )
    assert written == checked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rw.gsst", "-D", "reders=2"], "did you mean `readers`?"),
        (["missing.gsst"], "there is no such file"),
        (["rw.gsst", "--prop", "mutx"], "did you mean `mutex`?"),
        (["rw.gsst", "--bound", "3"], "--bound is for --engine smt"),
        (["rw.gsst", "--engine", "adaptive"], "error[VS4"),
        (["rw.gsst", "--for-all", "readers", "--engine", "mdd"], "with --for-all, only the SMT engine decides"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_error_writes_nothing(
    arguments: list[str],
    said: str,
    refused: Refused,
    tmp_path: Path,
) -> None:
    assert said in refused("report", *arguments, "-o", tmp_path / "report.html")
    assert [*tmp_path.iterdir()] == []


def test_a_model_that_leaves_a_range_is_an_error_and_no_page(refused: Refused, tmp_path: Path) -> None:
    model = tmp_path / "model.gsst"
    model.write_text(
        "system s\nstates A, B\ngroup P of 2\nshared x : 0..1 = 0\ninit A\ntrans A -> B do x := x + 1\n", "utf-8"
    )
    assert "error[VS" in refused("report", model, "-o", tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_a_full_disk_and_a_folder_that_is_not_there(refused: Refused, tmp_path: Path) -> None:
    model = tmp_path / "small.gsst"
    model.write_text(SMALL, "utf-8")
    for target, said in (("/dev/full", "No space left"), (tmp_path / "no" / "report.html", "No such file")):
        assert refused("report", model, "-o", target).startswith(f"vsym: cannot write to {target}: {said}")


def test_a_terminal_is_shown_no_page() -> None:
    """The command refuses before any work: it does not even look for the model, which is not there."""
    said = "vsym: a page is for a browser: `-o report.html` writes it to a file\r\n"
    assert on_a_terminal("report", "missing.gsst") == Ran(2, "", said)


def test_ctrl_c_leaves_a_page_of_what_was_found(tmp_path: Path) -> None:
    model, written = tmp_path / "long.gsst", tmp_path / "report.html"
    model.write_text(LONG, "utf-8")
    command = ("report", str(model), "--engine", "explicit", "-o", str(written))
    assert on_a_terminal(*command, awaited=r"\d counter states").status == 130
    document = read(written.read_text("utf-8"))
    assert "fully virtually symmetric" in document.all(".summary")[0].words
    assert document.all(".verdict", "properties")[0].words == "? unknown"
    assert "Interrupted" in document.id("properties").words
    assert "not all of them: interrupted" in document.id("abstraction").words


def test_check_loads_no_templates_and_no_lexer() -> None:
    code = "import sys\ntry:\n    from vsym.cli import main; main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    loaded = {*program("check", "mutex.gsst", command=(sys.executable, "-c", code)).err.split()}
    assert "vsym.commands.check" in loaded
    assert not loaded & {"jinja2", "pygments", "vsym.cli.sweep", "vsym.show.pictures"}


def test_the_page_names_the_group(vsym: Vsym, tmp_path: Path) -> None:
    model = tmp_path / "ring.m"
    model.write_text(RING, "utf-8")
    written = vsym("report", model, "--group", "detected").out
    assert "symmetric under C4, order 4 (by least images)" in written
    assert "every state is explored" in vsym("report", model).out
