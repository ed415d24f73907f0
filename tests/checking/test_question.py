"""A model with some of its properties alone: which of the others stay beside them."""

from __future__ import annotations

import pytest

from tests.support.composing import checked, verdicts
from tests.support.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.checking.question import Subject
from vsym.checking.stages import identified, reduced
from vsym.models.counting.model import Model
from vsym.system.report import Silence

TEXT = """system kept
param n = 4 where n >= 1
states Idle, Waiting, Behind, Inside
group P of n
group Q of n
init Idle
trans Idle -> Waiting if #{Waiting, Inside} = 0
trans Idle -> Behind if #Waiting >= 1
trans Behind -> Idle if #Waiting = 0
trans Waiting -> Inside if #Inside = 0
trans Inside -> Idle if #Behind = 0
invariant alone: #Inside + #Waiting <= 1
invariant wrong: #Behind <= 1
invariant apart: #Inside[P] <= 1
ctl waits: EF #Behind >= 1
ctl served: AG (#Waiting >= 1 -> AF #Inside >= 1)
"""


def _subject(*names: str) -> Subject[Model]:
    return load_open(Source("kept.gsst", TEXT), {}, ()).asking(names)


def test_invariants_stay_beside_what_is_asked_unless_they_tell_processes_apart() -> None:
    subject = _subject("served")
    assert [prop.name for prop in subject.model.properties] == ["served"]
    smaller = reduced(subject, identified(subject, Budget(), Silence()), Budget(), Silence())[1]
    assert len(smaller.counters.blocks) == 1
    assert [prop.name for prop in smaller.system.beside] == ["alone", "wrong"]


def test_only_what_is_asked_is_told() -> None:
    assert verdicts(checked(_subject("waits"), "smt")) == {"waits": "holds"}


def test_a_name_that_no_property_has_is_refused() -> None:
    with pytest.raises(RefusedError, match="no property `servd`; did you mean `served`"):
        _subject("servd")
