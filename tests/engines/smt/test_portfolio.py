"""Answers of the methods together, and the reasons that they give for unknown verdicts."""

from __future__ import annotations

import time
from contextlib import closing
from random import Random

import pytest

from tests.engines.smt import drawn_texts
from tests.engines.smt.coverability.broadcasts import COHERENT, MESI, system
from tests.engines.smt.open_models import opened
from tests.engines.smt.transition_systems import LONG, SQUARES, UNREACHED, conclusion, formulas
from tests.support.composing import checked
from tests.support.drawn import many
from tests.support.loading import load
from tests.support.present import present
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import Source
from vsym.engines.smt import proofs, state_equation, z3_queries
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.proofs import Induction, Strengthening
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import negate
from vsym.logic.reachability import reachability as reachability_of
from vsym.system.system import System


def test_what_needs_more_than_linear_invariants_is_undecided_at_a_limit() -> None:
    transitions, predicate = formulas(SQUARES)
    budget = Budget(deadline=time.monotonic() + 300)

    def notify(what: str) -> None:
        if what == "looking for a path of 5 steps to a violation":
            budget.interruption.exhaust(exhausted=True)

    reason = "the memory limit was reached; no path of up to 4 steps leads to a violation"
    found = decide(transitions, predicate, budget, notify)
    assert isinstance(found, Undecided)
    assert (found.reason, found.steps) == (reason, 4)
    assert {"backward coverability", "Spacer"} <= {*found.tried}


@pytest.mark.parametrize(("text", "bound", "values"), [(SQUARES, 5, {}), (LONG, 3, {}), (LONG, 3, {"n": 4})])
def test_a_bounded_search_that_ends_is_no_proof(text: str, bound: int, values: dict[str, int]) -> None:
    assert conclusion(text, bound=bound, **values) == HoldsUpTo(bound, "bounded model checking")


def test_a_path_within_the_bound_is_found_and_a_long_one_is_one_step_repeated() -> None:
    near, far = conclusion(LONG, bound=4, n=4), conclusion(LONG)
    assert isinstance(near, Refuted)
    assert sum(near.times) == 4
    assert isinstance(far, Refuted)
    assert far.times == (10**9,)


def test_a_longer_induction_proves_what_a_short_one_does_not() -> None:
    system, predicate = formulas(UNREACHED)
    with closing(Induction(system, predicate, (), Budget())) as induction:
        *none, certificate = (induction.advance(Budget()) for _ in range(5))
    assert none == [None] * 4
    assert certificate is not None
    assert certificate.depth == 5
    assert failing(certificate, Budget()) is None
    goal = present(failing(Certificate(system, predicate, predicate, 4), Budget()))
    assert "invariant" in goal.label


def test_no_time_at_all_is_said() -> None:
    assert conclusion(SQUARES, seconds=0) == Undecided("the time limit was reached", None)


def test_a_search_backwards_goes_on_where_nothing_else_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spacer gives up, there is no path, and one marking in each round does not suffice for the first."""
    monkeypatch.setattr(proofs, "MARKINGS", 1)
    monkeypatch.setattr(proofs, "MOST", 0)
    monkeypatch.setattr(state_equation, "solve", lambda *_: None)

    def gives_up(*_: object) -> None:
        raise UndecidedError("Spacer gave up")

    monkeypatch.setattr(z3_queries, "find_invariant", gives_up)
    coherent = system("ISEM", MESI, COHERENT[0])
    transitions = transition_system(coherent)
    predicate = transitions.formula(coherent.properties[0].formula)
    found = decide(transitions, predicate, Budget(deadline=time.monotonic() + 300), lambda _: None)
    assert isinstance(found, Proved)
    assert found.method == "backward coverability"


def _strengthened(found: System, number: int = 0) -> tuple[Certificate | None, list[str]]:
    """The certificate for a property, or for the denial that its goal is reached; and the lemmas that are missing."""
    transitions, question = transition_system(found), reachability_of(found.properties[number])
    assert question is not None
    with closing(Strengthening(transitions, transitions.formula(negate(question.target)), (), Budget())) as search:
        certificate = search.advance(Budget())
    assert search.ended
    return certificate, [readable(lemma) for lemma in search.missing_lemmas]


def test_mesi_needs_lemmas_of_pairs_of_states_that_exclude_each_other() -> None:
    for number in range(len(COHERENT)):
        certificate, _ = _strengthened(system("ISEM", MESI, *COHERENT), number)
        assert failing(present(certificate), Budget()) is None
    _, wanted = _strengthened(system("ISEM", MESI, *COHERENT))
    assert wanted
    assert all(lemma.count("#") == 0 and lemma.endswith("<= 0") for lemma in wanted)


SUM = """system threes  param n = 3 where n >= 1  states A, B, C  group P of n  shared x : 0..20 = 0  init A
trans A -> B if x <= 17 do x := x + 3
trans B -> A
trans A -> C if x = 20
invariant never: #C = 0
"""


def test_what_no_lemma_of_few_variables_proves_says_what_it_would_follow_from() -> None:
    """No bound says that x is a multiple of 3; where the last step leads to 19 at most, a bound is inductive."""
    assert _strengthened(opened(SUM, "n")) == (None, ["x <= 19"])
    certificate, wanted = _strengthened(opened(SUM.replace("x <= 17", "x <= 16"), "n"))
    assert certificate is not None
    assert wanted == ["x <= 19"]


@pytest.mark.parametrize("seed", range(many(3)))
def test_certificates_are_valid_and_true_of_small_sizes(seed: int) -> None:
    drawn = drawn_texts.text(Random(seed), denying=True)
    found = opened(drawn, "n")
    small = [checked(load(Source("drawn.gsst", drawn), {"n": size}), "explicit").outcomes for size in range(1, 6)]
    for number in range(len(found.properties)):
        certificate, _ = _strengthened(found, number)
        if certificate is not None:
            assert failing(certificate, Budget()) is None
            assert all(outcomes[number].verdict.outcome == "violated" for outcomes in small)
