"""The answers of the lab in a Python as browsers have it, without NumPy and a compiler: lessons, verdicts, steps."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.solutions import SOLUTIONS, begun, edited
from tests.support.drawn import many
from tests.support.expectations import expectations
from tests.support.running import EXAMPLES
from vsym.lab import lessons
from vsym.lab.browser import Lab
from vsym.languages.registry import LANGUAGES

Ask = Callable[[str, dict[str, Any]], Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """The reply to a verb."""
    command = [sys.executable, "-m", "tests.lab.without_arrays"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root, env=os.environ | {"CC": "/nowhere"}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asking, answering = process.stdin, process.stdout

        def asked(verb: str, body: dict[str, Any]) -> Any:
            print(json.dumps([verb, body]), file=asking, flush=True)
            return json.loads(answering.readline())

        yield asked
        process.stdin.close()


@pytest.mark.parametrize("name", lessons.names())
def test_lessons_are_ticked(ask: Ask, name: str) -> None:
    met = set[int]()
    for solution in SOLUTIONS[name]:
        text, suffix = begun(name, solution)
        body = {"text": edited(text, solution.edits), "version": 1, "language": suffix, "lesson": name}
        hidden = ask("check", body)["answer"]["hidden"]
        met |= {number for number, one in enumerate(hidden) if one}
    assert len(met) == lessons.lesson(name)["hidden"]


@pytest.mark.parametrize(
    "name",
    [
        "philosophers.gsst",
        "library.gsst",
        "programs/bus.m",
        "programs/network.m",
        "systems/jugs.sys",
        "thresholds/reliable_broadcast.ta",
        "populations/majority.pp",
    ],
)
def test_verdicts_are_those_with_arrays_and_a_compiler(ask: Ask, name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    body = {"text": text, "version": 1, "language": Path(name).suffix}
    answer = ask("check", body)["answer"]
    here = json.loads(Lab(name).ask("check", json.dumps(body)))["answer"]
    verdicts = {one["name"]: one["outcome"] for one in here["properties"]}
    outcomes = {one["name"]: one["outcome"] for one in answer["properties"]}
    # The interpreter alone runs multisets, and decides no property of paths here.
    left = {name for name, outcome in outcomes.items() if outcome == "unknown"}
    assert outcomes == {prop: "unknown" if prop in left else outcome for prop, outcome in verdicts.items()}
    assert not left or name == "programs/network.m"
    assert answer["symmetry"]["group"] == here["symmetry"]["group"]
    assert ask("steps", body)["answer"]["starts"]


SLOW = {
    *(f"{name}.gsst" for name in ("agreement", "asr", "grw", "token_ring", "workshops")),
    *(
        f"programs/{name}.m"
        for name in (
            *("allocator", "arbiter", "bakery", "cache", "clients", "clients_counted", "election", "fifo", "futurebus"),
            *("golfer", "leader_complete", "leader_ring", "leader_tree", "lru", "matching", "mcs", "mesi_bus"),
            *("peterson", "priorities", "readers_writers", "salestore", "spl", "suites", "three_tier", "token"),
            *("milner", "two_hop"),
        )
    ),
    *(f"thresholds/{name}.ta" for name in ("ben_or", "one_step_consensus", "voting_byzantine", "voting_crash")),
}
"""Examples that take over a fifth of a second of processor time here: checked where VSYM_DRAWN says more than once."""


def undecided() -> dict[str, set[str]]:
    """The properties of examples that docs/page.md says the page leaves undecided."""
    page = (EXAMPLES.parent / "docs" / "page.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\S+/\S+)` \| (.*) \|$", page, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", props)) for name, props in rows}


def test_examples_have_the_verdicts_that_they_promise(ask: Ask) -> None:
    """tests/test_examples*.py hold the installed vsym to the same promises."""
    files = {one.relative_to(EXAMPLES).as_posix() for one in EXAMPLES.rglob("*") if one.suffix in LANGUAGES}
    assert files > SLOW
    left = dict[str, set[str]]()
    for name in sorted(files if many(1) > 1 else files - SLOW):
        text = (EXAMPLES / name).read_text("utf-8")
        reply = ask("check", {"text": text, "version": 1, "language": Path(name).suffix})
        promises = [(one.subject, one.value) for one in expectations(text) if not one.parameters]
        if any(subject == "refused" for subject, _ in promises):
            assert reply["problem"]["kind"] == "refused"
            continue
        outcomes = {one["name"]: one["outcome"] for one in reply["answer"]["properties"]}
        if unknown := {prop for prop, outcome in outcomes.items() if outcome == "unknown"}:
            left[name] = unknown
        wrong = [one for one in promises if one[0] in outcomes.keys() - unknown and one[1] != outcomes[one[0]]]
        assert wrong == [], name
    # Some of those that take long are decided in time here, where Python is faster than in a browser.
    stated = undecided()
    quick = {name: props for name, props in stated.items() if name not in SLOW}
    assert quick.items() <= left.items() <= stated.items()


def test_what_the_page_does_itself_is_refused(ask: Ask) -> None:
    assert ask("save", {"text": "", "version": 1})["problem"]["kind"] == "refused"
    assert ask("lint", {"text": "system", "version": 7})["version"] == 7
