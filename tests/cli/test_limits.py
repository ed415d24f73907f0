"""Work that goes on beyond a limit ends with the results so far, in the form that the options choose.

With `--memory`, a property that needs more is `unknown`, with its reason and status 5; vsym still decides the others.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from mmap import mmap
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.support.memory import fresh
from tests.support.running import EXAMPLES, Ran, Vsym, document, documents, forked, on_a_terminal
from vsym.basics.limits import REASONS
from vsym.checking import choice
from vsym.cli import main
from vsym.commands import check as checking
from vsym.commands import explore as exploring
from vsym.commands.check import judged
from vsym.commands.task import Task
from vsym.show.text import progress

pytestmark = pytest.mark.usefixtures("in_examples")


def _go_on() -> NoReturn:
    """Take ever more memory, and ask for no limit."""
    taken: list[mmap] = []
    while True:
        if len(taken) < 30:
            taken.append(fresh(10_000_000))


def _once_known(task: Task, *_: object, **__: object) -> NoReturn:
    judged(task)
    _go_on()


def _at_once(*_: object, **__: object) -> NoReturn:
    _go_on()


def _once_shown(task: Task, *_: object, **__: object) -> NoReturn:
    narrator: Any = task.narrator
    while narrator._live is None:
        time.sleep(0.02)
    _go_on()


def _run(work: Callable[..., NoReturn], arguments: Sequence[str]) -> None:
    """Run as the program does, since only there a limit ends the process."""
    vars(checking)["judged"] = vars(exploring)["explore"] = work
    progress.DELAY = 0
    sys.argv = ["vsym", *arguments, "--memory", "50"]
    main()


def going_on(*arguments: str, judging: bool) -> Ran:
    """Run a command whose work goes on once the verdicts are known, or before."""
    return forked(arguments, EXAMPLES, partial(_run, _once_known if judging else _at_once), columns=200)


def test_a_terminal_gets_its_cursor_back() -> None:
    """The line about the work under way hides it."""
    ran = on_a_terminal("check", "rw.gsst", "-v", run=partial(_run, _once_shown))
    assert "undecided" in ran.err
    assert ran.err.rindex("\x1b[?25l") < ran.err.rindex("\x1b[?25h")


@pytest.mark.parametrize(("engine", "judging"), [("auto", True), ("smt", True), ("auto", False)])
def test_the_document_has_the_verdicts_that_were_known(engine: str, judging: bool) -> None:
    ran = going_on("check", "rw.gsst", "--prop", "mutex", "--engine", engine, "--json", judging=judging)
    [found] = document(ran)["properties"]
    expected = ("holds", None) if judging else ("unknown", REASONS["memory"])
    assert (found["verdict"], found["reason"]) == expected
    assert ran.status == 5
    assert REASONS["memory"] in ran.err


def test_a_violation_that_was_known_is_the_exit_status() -> None:
    ran = going_on("check", "mutex.gsst", "-q", judging=True)
    assert ran.status == 10
    assert dict(line.split() for line in ran.out.splitlines()[1:4]) == {
        "mutex": "holds",
        "entered": "holds",
        "together": "violated",
    }


def test_files_after_the_one_that_is_ended_are_not_checked_and_told_of(tmp_path: Path) -> None:
    log = tmp_path / "log.sarif"
    ran = going_on("check", "mutex.gsst", "rw.gsst", "grw.gsst", "--json", "--sarif", str(log), judging=True)
    checked, *others = documents(ran)
    assert [found["verdict"] for found in checked["properties"]] == ["holds", "holds", "violated"]
    assert [record["file"] for record in others] == ["rw.gsst", "grw.gsst"]
    passed_over = [f"{file} was not checked: vsym ended at mutex.gsst" for file in ("rw.gsst", "grw.gsst")]
    assert [one["message"] for record in others for one in record["diagnostics"]] == passed_over
    [run] = json.loads(log.read_text("utf-8"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["violated", "failed", "failed"]
    assert [result["message"]["text"] for result in run["results"][1:]] == passed_over
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 10}]
    assert ran.status == 10


def test_a_command_without_verdicts_says_why_in_json() -> None:
    ran = going_on("explore", "rw.gsst", "--json", judging=False)
    [diagnostic] = document(ran)["diagnostics"]
    assert REASONS["memory"] in diagnostic["message"]
    assert ran.status == 5


LARGE = ("grw.gsst", "-D", "q=100", "-D", "m=20")


@pytest.mark.parametrize("engine", ["mdd", "explicit"])
def test_out_of_memory_is_unknown_with_its_reason(engine: str, vsym: Vsym) -> None:
    ran = vsym("check", *LARGE, "--engine", engine, "--memory", "3", "--prop", "mutex", "--json")
    assert (ran.status, ran.err) == (5, "")
    (found,) = json.loads(ran.out)["properties"]
    assert (found["verdict"], found["reason"]) == ("unknown", "the memory limit was reached")


@pytest.mark.parametrize("engine", ["mdd", "explicit"])
def test_an_exploration_out_of_memory_says_so(engine: str, vsym: Vsym) -> None:
    ran = vsym("explore", *LARGE, "--engine", engine, "--memory", "3")
    assert ran.status == 5
    assert "not all of them: the memory limit was reached" in " ".join(ran.out.split())


def test_a_small_system_fits(vsym: Vsym) -> None:
    assert vsym("check", "rw.gsst", "--prop", "mutex", "--engine", "mdd", "--memory", "3").status == 0


def test_more_processes_than_any_memory_has_values_for(
    tmp_path: Path, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mdd begins no level of so many values, and explicit follows paths to a bound: the answer has both reasons."""
    monkeypatch.setattr(choice, "LEVELS", 100)
    file = tmp_path / "mutex.gsst"
    asked = "ctl until: AG (some in T -> A [#N >= 0 U some in C])\n"
    file.write_text((EXAMPLES / "mutex.gsst").read_text("utf-8") + asked, encoding="utf-8")
    ran = vsym("check", str(file), "-D", "processes=1000000000000", "--json")
    assert (ran.status, ran.err) == (10, "")
    found = {prop["verdict"]: prop["reason"] for prop in json.loads(ran.out)["properties"]}
    reason = f"mdd: {REASONS['memory']}; explicit: {REASONS['bound']}"
    assert found == {"holds": None, "violated": None, "unknown": reason}


@pytest.mark.usefixtures("in_examples")
@pytest.mark.parametrize(
    "command",
    [
        "check vault.gsst --engine adaptive -q",
        "check rw.gsst --for-all readers,writers",
        "symmetry rw_broken.gsst",
        "symmetry programs/token.m",
        "abstract rw_broken.gsst",
        "explore rw_broken.gsst",
        "explore deadlock.gsst --method adaptive",
        "explore rw_adaptive.gsst --method all",
        "emit-smv rw_broken.gsst",
        "sweep rw.gsst -D writers=1:3 --prop mutex -j 1",
    ],
)
def test_a_time_limit_of_nothing_is_told_by_every_command(command: str, vsym: Vsym) -> None:
    ran = vsym(*command.split(), "--timeout", "0")
    assert ran.status == 5
    assert REASONS["time"] in f"{ran.out}{ran.err}"
