"""The examples that are proved for every size: safe for all values of their parameters, and no longer with a mistake.

A mistake is one change of the text. The explicit engine confirms the smallest violated instance by checking one
instance after the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.support.composing import checked, shown
from tests.support.drawn import chosen
from tests.support.loading import counting
from tests.support.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Outcome
from vsym.checking.check import subject_of
from vsym.checking.question import Subject
from vsym.logic.reachability import reachability
from vsym.models.counting.model import Model
from vsym.models.text import Text


@dataclass(frozen=True)
class Mistake:
    """A change of a protocol's text that violates a property, first at `least`: n, or n, t and f."""

    protocol: str
    right: str
    wrong: str
    prop: str
    least: int | tuple[int, int, int]

    @property
    def values(self) -> dict[str, int]:
        """The parameters of the smallest instance that violates the property."""
        return dict(zip("ntf", (self.least,) if isinstance(self.least, int) else self.least, strict=False))

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
    # Who updates the copies leaves one that was written to where it is.
    Mistake(
        "hybrid", "Modified -> if updating then Shared", "Modified -> if updating then Modified", "modified_alone", 2
    ),
    Mistake("barrier", "others Wait[i] -> Work[3-i]", "", "same_phase", 2),
    Mistake("upgrade", "others Asking -> Idle", "", "writer_alone", 2),
    Mistake("waiting_list", "Holding -> Idle if awaited = 0", "Holding -> Idle", "held_while_awaited", 2),
    Mistake("reliable_broadcast", "n > 3 * t", "n > 2 * t", "relayed", (3, 1, 1)),
    Mistake("reliable_broadcast", "t >= f & f >= 0", "t + 1 >= f & t >= 0", "unforged", (2, 0, 1)),
    Mistake("agreement", "n > 3 * t", "n > 2 * t", "agreed", (3, 1, 1)),
)


KINDS = ("msi", "hybrid", "barrier", "reliable_broadcast", "agreement")
"""Protocols of caches that invalidate and that choose, of joint steps to several places, and with three parameters."""

PROTOCOLS = list(dict.fromkeys(mistake.protocol for mistake in MISTAKES))
USUAL = [mistake for mistake in MISTAKES if mistake.protocol in KINDS and mistake.prop != "unforged"]


@pytest.mark.parametrize("protocol", chosen(KINDS, PROTOCOLS))
def test_a_protocol_is_safe_for_every_size(protocol: str) -> None:
    text = _model(_text(protocol))
    questions = {prop.name: reachability(prop) for prop in text.at({}).properties}
    asked = tuple(name for name, question in questions.items() if question is not None)
    for outcome in _outcomes(subject_of(text, {}, text.parameters.names).asking(asked)):
        crowded = outcome.property.name == "crowded"
        assert outcome.verdict.outcome == ("violated" if crowded else "holds")
        assert outcome.verdict.exactly == ("n >= 3" if crowded else None)
        assert outcome.verdict.decided is None
        assert outcome.verdict.proof is not None


@pytest.mark.parametrize("mistake", chosen(USUAL, MISTAKES), ids=lambda mistake: mistake.protocol)
def test_a_mistake_is_shown_in_the_smallest_instance(mistake: Mistake) -> None:
    text = _model(mistake.text)
    [outcome] = _outcomes(subject_of(text, {}, tuple(mistake.values)).asking((mistake.prop,)))
    assert outcome.verdict.outcome == "violated"
    assert outcome.verdict.values == mistake.values
    run = shown(outcome)
    assert dict(run.model.parameters).items() >= mistake.values.items()
    for values in _up_to(mistake.values):
        if (model := _at(text, values)) is None:
            continue
        if values == mistake.values:
            assert all(len(state.locations) == model.size for state in run.path.states)
        [there] = _outcomes(Subject(model).asking((mistake.prop,)), "explicit")
        assert there.verdict.outcome == ("violated" if values == mistake.values else "holds")


def _up_to(values: dict[str, int]) -> Iterator[dict[str, int]]:
    for numbers in itertools.product(*(range(most + 1) for most in values.values())):
        yield dict(zip(values, numbers, strict=True))


def _at(text: Text[Model], values: dict[str, int]) -> Model | None:
    """The instance, if there is one: values may be outside the domain, or leave a group of negative size."""
    try:
        return text.at(values)
    except DiagnosticError as outside:
        if not {found.code for found in outside.diagnostics} <= {"VS306", "VS309"}:
            raise
        return None


def _text(protocol: str) -> str:
    return (EXAMPLES / f"{protocol}.gsst").read_text("utf-8")


def _model(text: str) -> Text[Model]:
    return counting(Source("protocol.gsst", text))


def _outcomes(subject: Subject[Model], engine: str = "auto") -> tuple[Outcome, ...]:
    found = checked(subject, engine)
    assert found.decided is not None
    assert found.decided.full
    return found.outcomes
