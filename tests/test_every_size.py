"""The examples of broadcast protocols: coherent for every number of processes, and with one step wrong no longer.

What is wrong is one change of the text; the smallest violated instance is compared with the explicit engine, one size
after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.loading import counting
from tests.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.composition.check import check
from vsym.composition.results import Outcome
from vsym.composition.subject import Subject
from vsym.logic.reachability import reachability
from vsym.models.counting.model import Model
from vsym.models.text import Text
from vsym.system.report import Silence


@dataclass(frozen=True)
class Mistake:
    """A change of a protocol's text that violates a property; `least` processes are the fewest that do."""

    protocol: str
    right: str
    wrong: str
    prop: str
    least: int

    @property
    def text(self) -> str:
        """The protocol with the mistake."""
        text = _text(self.protocol)
        assert text.count(self.right) == 1
        return text.replace(self.right, self.wrong)


MISTAKES = (
    Mistake("msi", "upgrade: S -> M others S -> I", "upgrade: S -> M", "coherent", 2),
    Mistake("mesi", "write_through: S -> E others S -> I", "write_through: S -> E", "owner_alone", 2),
    Mistake("moesi", "write_owned: O -> E others S -> I", "write_owned: O -> E", "writer_alone", 2),
    Mistake("illinois", "read_alone: I -> E if nobody", "read_alone: I -> E if #D = 0", "exclusive_alone", 2),
    # The shortest path to this one is at n = 3.
    Mistake("illinois", "E if nobody", "E if #S <= 2 & #{E, D} = 0", "one_dirty", 2),
    Mistake("firefly", "S -> E if #S = 1", "S -> E if #S = 3", "exclusive_alone", 3),
    Mistake("berkeley", "others Exclusive -> Nonexclusive", "", "exclusive_alone", 2),
    Mistake(
        "synapse",
        "read_miss: Invalid -> Valid others Dirty -> Invalid",
        "read_miss: Invalid -> Valid",
        "dirty_alone",
        2,
    ),
    Mistake("dragon", "Shared -> Owned others Owned -> Shared if", "Shared -> Owned if", "one_owner", 2),
    Mistake("barrier", "others Wait[i] -> Work[3-i]", "", "same_phase", 2),
    Mistake("upgrade", "others Asking -> Idle", "", "writer_alone", 2),
)


@pytest.mark.parametrize("protocol", list(dict.fromkeys(mistake.protocol for mistake in MISTAKES)))
def test_a_protocol_is_coherent_for_every_size(protocol: str) -> None:
    for outcome in _outcomes(Subject.of(_model(_text(protocol)), {}, ("n",))):
        question = reachability(outcome.property)
        assert question is not None
        crowded = outcome.property.name == "crowded"
        assert outcome.verdict.outcome == ("violated" if crowded else "holds")
        assert outcome.verdict.exactly == ("n >= 3" if crowded else None)
        assert outcome.verdict.decided is None
        assert (outcome.verdict.proof is not None) == (question.kind == "never" or crowded)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.protocol)
def test_a_mistake_is_shown_with_the_fewest_processes(mistake: Mistake) -> None:
    model = _model(mistake.text)
    [outcome] = _outcomes(Subject.of(model, {}, ("n",)).restricted((mistake.prop,)))
    assert outcome.verdict.outcome == "violated"
    assert outcome.verdict.values == {"n": mistake.least}
    assert outcome.at is not None
    [shown] = outcome.at.outcomes
    assert shown.trace is not None
    assert all(len(state.locations) == mistake.least for state in shown.trace.states)
    for n in range(1, mistake.least + 1):
        [there] = _outcomes(Subject(model.at({"n": n})).restricted((mistake.prop,)), "explicit")
        assert there.verdict.outcome == ("violated" if n == mistake.least else "holds")


def _text(protocol: str) -> str:
    return (EXAMPLES / f"{protocol}.gsst").read_text("utf-8")


def _model(text: str) -> Text[Model]:
    return counting(Source("protocol.gsst", text))


def _outcomes(subject: Subject, engine: str = "auto") -> tuple[Outcome, ...]:
    checked = check(subject, engine, Budget(), Silence(), warned=False)
    assert checked.decided is not None
    assert checked.decided.full
    return checked.outcomes
