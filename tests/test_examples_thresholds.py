"""The examples of threshold automata fulfil their `// expect:` lines; a mistake breaks each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import vsym
from tests.support.drawn import chosen
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.check import check, subject_of
from vsym.checking.question import Question, Wishes
from vsym.languages.registry import language, parsed, read
from vsym.models.counting.model import Model
from vsym.system.report import Silence

FOLDER = EXAMPLES / "thresholds"
FILES = sorted(FOLDER.glob("*.ta"))


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    model: Model = read(str(run[0])).at(dict(run[1]))
    checked = vsym.check(model, engine="explicit", everything=True)
    known: dict[str, str] = {one.property.name: one.verdict.outcome for one in checked.outcomes}
    assert checked.decided is not None
    assert checked.reached is not None
    known["symmetry"] = "full" if checked.decided.full else "broken"
    known["reachable"] = str(checked.reached.states)
    for one in promised(run):
        assert known[one.subject] == one.value, one


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_promises_everything_and_is_in_the_one_style(path: Path) -> None:
    text = path.read_text("utf-8")
    named = {one.subject for one in expectations(text) if not one.parameters} - {"reachable"}
    assert named == {"symmetry"} | {one.name for one in read(str(path)).at({}).properties}
    assert language(path.name).formatted(Source(path.name, text)) == text


def _at(n: int, t: int, f: int) -> dict[str, int]:
    return {"N": n, "T": t, "F": f}


SMALLEST = {
    ("ben_or", "no_coin"): _at(3, 1, 0),
    ("bosco", "always_fast"): _at(4, 1, 1),
    ("two_phase_commit", "never_blocked"): {"N": 2},
    ("voting_byzantine", "agreement"): _at(5, 1, 1),
    ("voting_byzantine", "decides"): _at(4, 1, 1),
    ("voting_crash", "decides"): _at(3, 1, 1),
}
"""The smallest instances that violate a specification; all others hold for all parameters."""


def _for_all(source: Source, names: tuple[str, ...] = ()) -> dict[str, tuple[str, Mapping[str, int] | None]]:
    """The outcome of each specification for all parameters, with the instance that violates it."""
    text = parsed(source)
    subject = subject_of(text, {}, text.parameters.left_open({})).asking(names)
    answer = check(Question(subject, Wishes(warned=False), Budget().within(400)), Silence())
    assert all(one.run is not None for one in answer.outcomes if one.verdict.outcome == "violated")
    return {one.property.name: (one.verdict.outcome, one.verdict.values) for one in answer.outcomes}


_LIKE_OTHERS = ("ben_or", "one_step_consensus", "bosco")
"""Automata whose specifications and mistakes are of the kinds that others have, and take long."""


@pytest.mark.parametrize(
    "path", chosen([path for path in FILES if path.stem not in _LIKE_OTHERS], FILES), ids=lambda path: path.stem
)
def test_every_specification_is_decided_for_all_parameters(path: Path) -> None:
    """Of two specifications that say the same of the values 0 and 1, the test decides by default only the one on 0."""
    every = [one.name for one in read(str(path)).at({}).properties]
    names = chosen([name for name in every if not name.endswith("1")], every)
    for name, (outcome, values) in _for_all(Source(path.name, path.read_text("utf-8")), tuple(names)).items():
        smallest = SMALLEST.get((path.stem, name))
        assert (outcome, values) == ("holds" if smallest is None else "violated", smallest)


@dataclass(frozen=True)
class Mistake:
    """A change of an automaton's text that violates a specification, with the smallest instance that does."""

    automaton: str
    right: str
    wrong: str
    prop: str
    values: dict[str, int]

    @property
    def text(self) -> str:
        """The automaton with the mistake."""
        text = (FOLDER / f"{self.automaton}.ta").read_text("utf-8")
        assert text.count(self.right) == 1, self.right
        return text.replace(self.right, self.wrong)


MISTAKES = (
    Mistake("reliable_broadcast", "N > 3 * T", "N > 2 * T", "relayed", _at(3, 1, 1)),
    Mistake("reliable_broadcast", "SOMEBODY == T + 1", "SOMEBODY == T", "unforgeable", _at(4, 1, 1)),
    Mistake("ben_or", "proposals0 > T", "proposals0 >= T", "agreement0", _at(3, 1, 0)),
    Mistake("one_step_consensus", "N > 3 * T;", "N > 2 * T;", "locked0", _at(3, 1, 0)),
    Mistake(
        "bosco",
        "2: sent0 -> decided0 when (votes0 + votes1 + F >= N - T && 2 * (votes0 + F) > N + 3 * T)",
        "2: sent0 -> decided0 when (votes0 + votes1 + F >= N - T && 2 * (votes0 + F) > N + T)",
        "agreement0",
        _at(4, 1, 1),
    ),
    Mistake("voting_byzantine", "N > 3 * T", "N > 2 * T", "agreement", _at(3, 1, 1)),
    Mistake(
        "two_phase_commit",
        "4: asking -> told when (prepared >= N)",
        "4: asking -> told when (prepared >= N - 1)",
        "unanimous",
        {"N": 2},
    ),
)


@pytest.mark.parametrize(
    "one",
    chosen([one for one in MISTAKES if one.automaton not in _LIKE_OTHERS], MISTAKES),
    ids=lambda one: f"{one.automaton}-{one.prop}",
)
def test_a_mistake_violates_a_specification_first_at_its_smallest_instance(one: Mistake) -> None:
    found = _for_all(Source(f"{one.automaton}.ta", one.text), (one.prop,))
    assert found == {one.prop: ("violated", one.values)}
