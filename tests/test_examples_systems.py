"""The examples of systems fulfil their `// expect:` lines, with every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.drawn import chosen
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.checking.check import check, explore, subject_of
from vsym.checking.groups.counters import system_group
from vsym.checking.question import Question, Wishes
from vsym.languages.registry import read
from vsym.system.report import Silence

FILES = sorted((EXAMPLES / "systems").glob("*.sys"))
ENGINES = ("explicit", "mdd", "compiled", "smt", "nusmv")
"""By default all of them decide one example, and the first two every example."""


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    """All properties at the values that an example has by itself, at others those of which it promises something."""
    subject = subject_of(read(str(run[0])), dict(run[1]))
    if run[1]:
        subjects = {one.subject for one in promised(run)}
        subject = subject.asking([one.name for one in subject.model.properties if one.name in subjects])
    group = system_group(subject.model, UNLIMITED, Silence()).group
    explored = explore(Question(subject), Silence()).reached
    assert explored is not None
    known = {
        "symmetry": "none" if group.order == 1 else group.text,
        "deadlock": "yes" if explored.deadlocks else "no",
        "reachable": str(explored.states),
    }
    for engine in chosen(ENGINES if run_name(run) == "lamps" else ENGINES[:2], ENGINES):
        found = check(Question(subject, Wishes(engine=engine)), Silence())
        known |= {one.property.name: one.verdict.outcome for one in found.outcomes}
        for one in promised(run):
            assert known[one.subject] == one.value, (engine, one)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_promises_everything(path: Path) -> None:
    promised = {one.subject for one in expectations(path.read_text("utf-8")) if not one.parameters}
    assert promised == {"symmetry", "deadlock", "reachable"} | {
        one.name for one in subject_of(read(str(path)), {}).model.properties
    }
