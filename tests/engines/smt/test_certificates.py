"""Certificates as files: vsym confirms valid ones, and none that was tampered with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
import z3

from tests.engines.smt.transition_systems import UNREACHED, conclusion, formulas
from vsym.basics.limits import Budget, LimitReachedError
from vsym.engines.smt.certificate import Certificate, document, scope
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.conclusions import Proved
from vsym.engines.smt.z3_queries import failing_goal

CONTROLLER = """system controller  states N, T, G  group P of 1000000  shared free : bool = true  init N
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
    weaker = _redefined(text, "invariant", "true")
    failed = [goal.label for goal in recheck(read(weaker), Budget()) if not goal.valid]
    assert failed == ["alone: the invariant implies the property"]
    stronger = _redefined(text, "invariant", "(= |#G| 0)")
    failed = [goal.label for goal in recheck(read(stronger), Budget()) if not goal.valid]
    assert failed == ["alone: step 1 (T -> G) keeps the invariant"]


def _without_goal(text: str, label: str) -> str:
    """The text without a goal, which is not announced either."""
    end = "(pop 1)\n"
    first = text.index(f'(push 1)\n(set-info :goal "alone: {label}')
    rest = text[:first] + text[text.index(end, first) + len(end) :]
    count = text.count("(check-sat)")
    return rest.replace(f':goals "{count}"', f':goals "{count - 1}"')


def _announcing(text: str, count: int) -> str:
    return re.sub(r':goals "[0-9]+"', f':goals "{count}"', text)


_CHANGES: list[tuple[Callable[[str], str], str]] = [
    (lambda _: "", "not a certificate of vsym"),
    (lambda _: "system rw", "not a certificate of vsym"),
    (lambda _: "(check-sat)", "not a certificate of vsym"),
    (lambda text: _announcing(text[: text.index("\n(push 1)")], 0), "it proves nothing"),
    (lambda text: text[:-30], "can be read: a bracket is not closed"),
    (lambda text: text[: text.rindex("(push 1)")], "it is cut off"),
    (lambda text: _announcing(text, 3), "the file has"),
    (lambda text: _without_goal(text, "every initial state"), "goal `alone: every initial state"),
    (lambda text: _without_goal(text, "step 1 (T -> G) keeps the inv"), "keeps the invariant` is missing"),
    (lambda text: _without_goal(text, "the invariant implies"), "implies the property` is missing"),
    (lambda text: re.sub(r"\(define-fun \|alone: step 1\|.*?\n.*?\n", "", text), "of `alone: step 1` is missing"),
    (lambda text: _redefined(text, "invariant", "(<= |#G@0| 1)"), "uses `#G@0`, which is not one of its arguments"),
    (lambda text: _redefined(text, "invariant", "|x|"), "uses `x`"),
    (lambda text: _twice(text), "proves `alone` twice"),
]

_REPLACED = [
    ("vsym-certificate-1", "x", "not a certificate of vsym"),
    ("\n(push 1)", "\n(assert false)\n(push 1)", "is outside every property"),
    ("\n(push 1)", "\n(set-option :x 1)\n(push 1)", "is outside every property"),
    ("(declare-fun", "(assert false)\n(declare-fun", "has `.assert"),
    ("(check-sat)", "(assert false)\n(check-sat)", "has `.assert"),
    ("(assert (not (", "(assert (or false (", r"has `\(assert \(or false"),
    ("QF_LIA", "QF_NIA", "the file has"),
    ("step 1 (T -> G) keeps the invariant", "step 0 (N -> T) keeps the invariant", "is missing"),
    ("|alone: domain|", "|other: domain|", "is missing|has `"),
]


def _redefined(text: str, claim: str, body: str) -> str:
    """The text with another formula for a claim."""
    changed, count = re.subn(
        rf"(define-fun \|alone: {claim}\| \(.*?\)\) Bool\n  ).*\)\n", lambda found: f"{found[1]}{body})\n", text
    )
    assert count == 1
    return changed


def _twice(text: str) -> str:
    return _announcing(text + text[text.index("\n(push 1)") :], 2 * text.count("(check-sat)"))


@pytest.mark.parametrize(("change", "message"), _CHANGES)
def test_what_is_not_as_its_proof_rule_says_is_refused(change: Callable[[str], str], message: str, text: str) -> None:
    assert change(text) != text
    with pytest.raises(UnreadableError, match=message):
        read(change(text))


@pytest.mark.parametrize(("old", "new", "message"), _REPLACED)
def test_other_words_are_refused(old: str, new: str, message: str, text: str) -> None:
    assert old in text
    for changed in (text.replace(old, new), text.replace(old, new, 1)):
        with pytest.raises(UnreadableError, match=message):
            read(changed)


def test_spaces_and_comments_say_nothing(text: str) -> None:
    assert read(re.sub(r"\n", "  ; a comment\n\t", re.sub(";[^\n]*", "", text))) == read(text)


def test_a_formula_that_is_none_is_refused_when_it_is_asked(text: str) -> None:
    with pytest.raises(UnreadableError, match="`alone` has a formula that cannot be read"):
        list(recheck(read(_redefined(text, "invariant", "(+ |#G| 1)")), Budget()))


@pytest.mark.parametrize("simple", [False, True])
def test_certificates_of_longer_inductions_are_files_as_well(simple: bool) -> None:
    system, predicate = formulas(UNREACHED)
    depths = {}
    for depth in (1, 4, 5):
        certificate = Certificate(system, predicate, predicate, depth, simple)
        checked = list(recheck(read(document("", {"wrong": scope("wrong", certificate)})), Budget()))
        depths[depth] = all(goal.valid for goal in checked)
    assert depths == {1: False, 4: False, 5: True}


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_at_the_deadline_the_solver_is_stopped_in_the_midst_of_a_certificate(text: str) -> None:
    """However the solver reports the stop, it is no error. The second look at the clock is after the deadline."""
    looks = iter([0.0])
    budget = Budget(deadline=1.0, clock=lambda: next(looks, 2.0))
    [alone] = read(text)
    with pytest.raises(LimitReachedError):
        failing_goal([replace(alone, name=f"{number}") for number in range(100)], budget)
    # Z3 answers other callers as before.
    z3.Solver().push()
    assert failing_goal([alone], Budget()) is None
