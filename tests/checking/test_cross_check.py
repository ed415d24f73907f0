"""`vsym check --cross-check`: agreement on the examples, and an engine that is wrong on purpose."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import vsym
from tests.support.running import EXAMPLES, Vsym
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.checking.cross_check import Reply, cross_checked
from vsym.checking.question import Subject
from vsym.engines import registry
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report, Silence
from vsym.system.result import Verdict
from vsym.system.system import System


class Wrong:
    """Says of everything that it holds."""

    name = "wrong"

    def accepts(self, _system: System, _prop: Property, /) -> Diagnostic | None:
        return None

    def verify(self, _: System, properties: Sequence[Property], _budget: Budget, _report: Report, /) -> Answer:
        return Answer(tuple(Verdict("holds", self.name, 0.0) for _ in properties))


class Broken(Wrong):
    """Fails at everything."""

    name = "wrong"

    def verify(self, _: System, _properties: Sequence[Property], _budget: Budget, _report: Report, /) -> Answer:
        raise RuntimeError("it went wrong")


ENGINE: Wrong = Wrong()


@pytest.fixture
def with_a_wrong_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a wrong engine beside a single right one, which takes less time than beside all engines."""
    # Options list the engines once, when they are imported: all of them, not these two.
    importlib.import_module("vsym.cli.settings")
    modules = {"explicit": registry.MODULES["explicit"], "wrong": __name__}
    monkeypatch.setattr(registry, "MODULES", modules)


def _said(replies: Sequence[Reply]) -> dict[str, tuple[str, int | None]]:
    return {reply.engine: (reply.said, reply.length) for reply in replies}


def test_engines_agree_on_an_example() -> None:
    checked = cross_checked(Subject(vsym.load(EXAMPLES / "deadlock.gsst")), 60, Budget(), Silence())
    assert checked.disagreements == ()
    said = _said(checked.said_of("written"))
    assert said["explicit"] == said["mdd"] == said["compiled"] == said["adaptive"] == ("holds", 2)
    assert {found for found, _ in _said(checked.said_of("always_again")).values()} == {"violated", "refused"}


def test_engines_agree_on_a_program() -> None:
    program = vsym.load(EXAMPLES / "programs" / "spinlock.m", n=2)
    assert isinstance(program, Program)
    program = program.asking(["errors", "exclusive"])
    checked = cross_checked(Subject(program), 60, Budget(), Silence())
    assert checked.disagreements == ()
    assert {reply.said for reply in checked.replies} <= {"holds", "missing"}
    assert len(checked.replies) == len(checked.engines) * len(program.properties)


def test_a_misused_scalarset_is_no_disagreement() -> None:
    """Adaptive exploration takes it, and so does a virtual group; the others refuse the program."""
    program = vsym.load(EXAMPLES / "programs" / "misuse.m", clients=2)
    assert isinstance(program, Program)
    checked = cross_checked(Subject(program.asking(["winner_was_ready"])), 60, Budget(), Silence())
    assert checked.disagreements == ()
    said = _said(checked.replies)
    assert {engine for engine, (verdict, _) in said.items() if verdict == "holds"} == {
        "compiled virtual",
        "mdd virtual",
        "adaptive",
    }
    assert {verdict for verdict, _ in said.values()} == {"holds", "refused"}


@pytest.mark.usefixtures("with_a_wrong_engine")
def test_a_disagreement_is_told_and_a_folder_is_left_to_report(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    model = EXAMPLES / "starvation.gsst"
    for folder in ("vsym-disagreement-starvation", "vsym-disagreement-starvation-2"):
        ran = vsym("check", "--cross-check", model, "-D", "writers=3", "--timeout", "30")
        assert ran.status == 1
        table = [line.split() for line in ran.out.splitlines()]
        at = table[2].index("reader_served")
        assert [row[0] for row in table[3:5]] == ["explicit", "wrong"]
        assert table[3][at : at + 2] == ["violated,", "4"]
        assert table[5][0] == "bounds"
        assert "violated," in table[5]
        assert table[6] == ["they", "disagree"]
        bug = "the engines disagree on reader_served: this is a bug in vsym"
        assert f"{bug}; please report it with {folder}/" in ran.err
        assert (tmp_path / folder / "starvation.gsst").read_text("utf-8") == model.read_text("utf-8")
        assert json.loads((tmp_path / folder / "options.json").read_text("utf-8"))["definitions"] == {"writers": 3}
        answers = json.loads((tmp_path / folder / "answers.json").read_text("utf-8"))
        assert {"explicit", "wrong", "bounds"} == {one["engine"] for one in answers}
        assert "z3-solver" in (tmp_path / folder / "versions.txt").read_text("utf-8")


@pytest.mark.usefixtures("with_a_wrong_engine")
def test_an_engine_that_fails_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ENGINE", Broken())
    checked = cross_checked(Subject(vsym.load(EXAMPLES / "mutex.gsst")), 60, Budget(), Silence())
    assert checked.disagreements == checked.properties
    assert {reply.reason for reply in checked.replies if reply.engine == "wrong"} == {"it went wrong"}


@pytest.mark.usefixtures("with_a_wrong_engine")
def test_where_all_agree_the_status_is_that_of_a_check(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert vsym("check", "--cross-check", EXAMPLES / "rw.gsst").status == 0
    assert vsym("check", "--cross-check", EXAMPLES / "rw.gsst", "--engine", "smt").status == 2
    assert vsym("check", "--cross-check", EXAMPLES / "rw.gsst", "--json").status == 2
    overflowing = tmp_path / "s.gsst"
    text = "system s\nstates A, B\ngroup P of 2\nshared x: 0..1 = 0\ninit A\ntrans A -> B do x := x + 1\n"
    overflowing.write_text(f"{text}trans B -> A\ninvariant i: x <= 1\n", "utf-8")
    ran = vsym("check", "--cross-check", overflowing, "-q")
    assert ran.status == 1
    said = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert said[-5:] == ["attempt i", "explicit error", "wrong holds", "bounds error", "they disagree"]
