"""The examples of threshold automata keep what they promise in their `// expect:` lines; a mistake breaks each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import vsym
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.running import EXAMPLES
from vsym.basics.source import Source
from vsym.languages.registry import language, parsed, read
from vsym.models.counting.model import Model

FOLDER = EXAMPLES / "thresholds"
FILES = sorted(FOLDER.glob("*.ta"))


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    model: Model = read(str(run[0])).at(dict(run[1]))
    checked = vsym.check(model, engine="explicit", everything=True)
    known: dict[str, str] = {one.property.name: one.verdict.outcome for one in checked.outcomes}
    known["symmetry"] = "full" if vsym.decide_symmetry(model).full else "broken"
    known["reachable"] = str(vsym.explore(model).states)
    for one in promised(run):
        assert known[one.subject] == one.value, one


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_promises_everything_and_is_in_the_one_style(path: Path) -> None:
    text = path.read_text("utf-8")
    named = {one.subject for one in expectations(text) if not one.parameters} - {"reachable"}
    assert named == {"symmetry"} | {one.name for one in read(str(path)).at({}).properties}
    assert language(path.name).formatted(Source(path.name, text)) == text


@dataclass(frozen=True)
class Mistake:
    """A change of an automaton's text that violates a specification; no instance of fewer processes does it."""

    automaton: str
    right: str
    wrong: str
    prop: str
    values: tuple[tuple[str, int], ...]

    @property
    def text(self) -> str:
        """The automaton with the mistake."""
        text = (FOLDER / f"{self.automaton}.ta").read_text("utf-8")
        assert text.count(self.right) == 1, self.right
        return text.replace(self.right, self.wrong)


def _at(n: int, t: int, f: int) -> tuple[tuple[str, int], ...]:
    return (("N", n), ("T", t), ("F", f))


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
        (("N", 2),),
    ),
)


@pytest.mark.parametrize("one", MISTAKES, ids=lambda one: f"{one.automaton}-{one.prop}")
def test_a_mistake_violates_a_specification(one: Mistake) -> None:
    text = parsed(Source(f"{one.automaton}.ta", one.text))
    model: Model = text.at(dict(one.values)).asking([one.prop])
    [outcome] = vsym.check(model, engine="explicit").outcomes
    assert outcome.verdict.outcome == "violated"
    assert outcome.run is not None
