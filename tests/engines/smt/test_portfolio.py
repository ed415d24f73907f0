"""What the methods together answer, and how they say that they do not know."""

from __future__ import annotations

import time

import pytest

from tests.engines.smt.coverability.broadcasts import COHERENT, MESI, system
from tests.engines.smt.transition_systems import LONG, SQUARES, UNREACHED, conclusion, formulas
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt import proofs, reachability, state_equation
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.proofs import Induction
from vsym.engines.smt.system import transition_system


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


def test_a_bounded_search_that_ends_is_no_proof() -> None:
    assert conclusion(SQUARES, bound=5) == HoldsUpTo(5, "bounded model checking")
    found = conclusion(LONG, bound=3)
    assert found == HoldsUpTo(3, "bounded model checking")


def test_a_path_within_the_bound_is_found() -> None:
    found = conclusion(LONG, bound=4, n=4)
    assert isinstance(found, Refuted)
    assert sum(found.times) == 4
    assert conclusion(LONG, bound=3, n=4) == HoldsUpTo(3, "bounded model checking")


def test_a_thousand_million_steps_are_one_repeated() -> None:
    found = conclusion(LONG)
    assert isinstance(found, Refuted)
    assert found.times == (10**9,)


def test_a_longer_induction_proves_what_a_short_one_does_not() -> None:
    system, predicate = formulas(UNREACHED)
    induction = Induction(system, predicate, (), Budget())
    tried: list[Certificate | None] = []
    while not any(tried):
        tried.append(induction.advance(Budget()))
    induction.close()
    certificate = tried[-1]
    assert len(tried) == 5
    assert certificate is not None
    assert certificate.depth == 5
    assert failing(certificate, Budget()) is None
    shallow = Certificate(system, predicate, predicate, 4)
    goal = failing(shallow, Budget())
    assert goal is not None
    assert "invariant" in goal.label


def test_no_time_at_all_is_said() -> None:
    found = conclusion(SQUARES, seconds=0)
    assert found == Undecided("the time limit was reached", None)


def test_a_search_backwards_goes_on_where_nothing_else_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spacer gives up, there is no path, and one marking in each round does not suffice for the first."""
    monkeypatch.setattr(proofs, "MARKINGS", 1)
    monkeypatch.setattr(proofs, "MOST", 0)
    monkeypatch.setattr(state_equation, "solve", lambda *_: None)

    def gives_up(*_: object) -> None:
        raise UndecidedError("Spacer gave up")

    monkeypatch.setattr(reachability, "find_invariant", gives_up)
    coherent = system("ISEM", MESI, COHERENT[0])
    transitions = transition_system(coherent)
    predicate = transitions.formula(coherent.properties[0].formula)
    found = decide(transitions, predicate, Budget(deadline=time.monotonic() + 300), lambda _: None)
    assert isinstance(found, Proved)
    assert found.method == "backward coverability"
