"""What the methods together answer, and how they say that they do not know."""

from __future__ import annotations

from tests.engines.smt.transition_systems import LONG, SQUARES, UNREACHED, conclusion, formulas
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.conclusions import HoldsUpTo, Refuted, Undecided
from vsym.engines.smt.induction import Induction


def test_what_needs_more_than_linear_invariants_is_undecided_when_the_time_is_up() -> None:
    found = conclusion(SQUARES, seconds=5)
    assert isinstance(found, Undecided)
    assert found.reason.startswith("the time limit was reached; no path of up to ")
    assert found.steps is not None


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
