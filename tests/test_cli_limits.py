"""Work that goes on beyond a limit is ended with what is known by then, in whatever form was asked for."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import EXAMPLES, VALIDATOR, Ran, environment
from vsym.basics.limits import REASONS

GOING_ON = """
import sys
from vsym.cli import main
from vsym.commands import checking, exploring
from vsym.commands.judging import judged

def work(task):
    if {judging}:
        judged(task)
    while {shown} and task.narrator._live is None:
        pass
    taken = []
    while True:
        if len(taken) < 40:
            taken.append(b"x" * 10_000_000)

checking.judged = exploring.explore = work
sys.argv = ["vsym", *sys.argv[1:]]
main()
"""
"""A program that takes ever more memory, and asks for no limit, once the verdicts are known, or before."""


def command(*arguments: str, judging: bool, shown: bool = False) -> list[str]:
    return [sys.executable, "-c", GOING_ON.format(judging=judging, shown=shown), *arguments, "--memory", "50"]


def going_on(*arguments: str, judging: bool) -> Ran:
    done = subprocess.run(
        command(*arguments, judging=judging),
        capture_output=True,
        text=True,
        cwd=EXAMPLES,
        env=environment(),
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_a_terminal_gets_its_cursor_back() -> None:
    """The line about the work under way hides it."""
    ours, theirs = pty.openpty()
    asked = command("check", "rw.gsst", "-v", judging=False, shown=True)
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=theirs, cwd=EXAMPLES, env=environment(TERM="xterm")):
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 65536):
                shown += piece
    os.close(ours)
    assert b"undecided" in shown
    assert shown.rindex(b"\x1b[?25l") < shown.rindex(b"\x1b[?25h")


@pytest.mark.parametrize(("engine", "judging"), [("auto", True), ("smt", True), ("auto", False)])
def test_the_document_has_the_verdicts_that_were_known(engine: str, judging: bool) -> None:
    ran = going_on("check", "rw.gsst", "--prop", "mutex", "--engine", engine, "--json", judging=judging)
    document = json.loads(ran.out)
    VALIDATOR.validate(document)
    [found] = document["properties"]
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
    documents = [json.loads(line) for line in ran.out.splitlines()]
    for document in documents:
        VALIDATOR.validate(document)
    checked, *others = documents
    assert [found["verdict"] for found in checked["properties"]] == ["holds", "holds", "violated"]
    assert [document["file"] for document in others] == ["rw.gsst", "grw.gsst"]
    passed_over = [f"{file} was not checked: vsym ended at mutex.gsst" for file in ("rw.gsst", "grw.gsst")]
    assert [one["message"] for document in others for one in document["diagnostics"]] == passed_over
    [run] = json.loads(log.read_text("utf-8"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["violated", "failed", "failed"]
    assert [result["message"]["text"] for result in run["results"][1:]] == passed_over
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 10}]
    assert ran.status == 10


def test_a_command_without_verdicts_says_why_in_json() -> None:
    ran = going_on("explore", "rw.gsst", "--json", judging=False)
    document = json.loads(ran.out)
    VALIDATOR.validate(document)
    [diagnostic] = document["diagnostics"]
    assert REASONS["memory"] in diagnostic["message"]
    assert ran.status == 5
