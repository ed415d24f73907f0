"""Certificates as files: what is right is confirmed, what was tampered with is not."""

from __future__ import annotations

import re

import pytest

from tests.engines.smt.transition_systems import UNREACHED, conclusion, formulas
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.certificate_text import document, scope
from vsym.engines.smt.conclusions import Proved

CONTROLLER = """system controller
states N, T, G
group P of 1000000
shared free : bool = true
init N
trans N -> T
trans T -> G if free do free := false
trans G -> N do free := true
invariant alone: #G <= 1
"""


@pytest.fixture(scope="module")
def text() -> str:
    found = conclusion(CONTROLLER)
    assert isinstance(found, Proved)
    return document("controller", {"alone": scope("alone", found.certificate)})


def test_a_certificate_is_confirmed_goal_by_goal(text: str) -> None:
    checked = list(recheck(read(text), Budget()))
    assert all(goal.valid for goal in checked)
    labels = [goal.label for goal in checked]
    assert labels[0] == "alone: every initial state satisfies the invariant"
    assert labels[-1] == "alone: the invariant implies the property"
    assert "alone: step 1 (T -> G) keeps the invariant" in labels


def test_a_corrupted_certificate_is_refused(text: str) -> None:
    weaker = re.sub(r"(define-fun \|alone: invariant\| \(.*?\)\) Bool\n  ).*\)\n", r"\1true)\n", text)
    assert weaker != text
    failed = [goal.label for goal in recheck(read(weaker), Budget()) if not goal.valid]
    assert failed == ["alone: the invariant implies the property"]
    stronger = re.sub(r"(define-fun \|alone: invariant\| \(.*?\)\) Bool\n  ).*\)\n", r"\1(= |#G| 0))\n", text)
    failed = [goal.label for goal in recheck(read(stronger), Budget()) if not goal.valid]
    assert failed == ["alone: step 1 (T -> G) keeps the invariant"]


def test_what_is_missing_or_foreign_is_no_certificate(text: str) -> None:
    last = text.rindex("(push 1)")
    for wrong in ("", "system rw", text[:last], text[:-30], text.replace("vsym-certificate-1", "x"), "(check-sat)"):
        with pytest.raises(UnreadableError):
            list(recheck(read(wrong), Budget()))


@pytest.mark.parametrize("simple", [False, True])
def test_certificates_of_longer_inductions_are_files_as_well(simple: bool) -> None:
    system, predicate = formulas(UNREACHED)
    depths = {}
    for depth in (1, 4, 5):
        certificate = Certificate(system, predicate, predicate, depth, simple)
        checked = list(recheck(read(document("", {"wrong": scope("wrong", certificate)})), Budget()))
        depths[depth] = all(goal.valid for goal in checked)
    assert depths == {1: False, 4: False, 5: True}
