"""Properties on steps that may be possible and steps that must be, of a system with one variable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import Source, Span
from vsym.engines.explicit.modal import ModalEngine
from vsym.logic.bounds import Between
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, Temporal, compare, disjunction
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.report import Silence
from vsym.system.result import Verdict
from vsym.system.system import Event, ModalSystem, System, Variable

NOWHERE = Span(Source("test", ""), 0, 0)
X = Named("x")


def at(*numbers: int) -> Formula:
    return disjunction(compare(linear([(X, 1)]), "=", Linear((), number)) for number in numbers)


def between(sure: Formula, possible: Formula) -> Formula:
    return Comparison(Linear(((Between(sure, possible), 1),)), "=", 1)


def modal(may: list[tuple[int, int]], must: list[tuple[int, int]], fair: Formula | None = None) -> ModalSystem:
    """Steps between the numbers 0 to 3, of which 0 is the start."""

    def system(steps: list[tuple[int, int]]) -> System:
        events = tuple(Event(f"{a}{b}", f"{a} to {b}", at(a), (("x", Linear((), b)),)) for a, b in steps)
        fairness = () if fair is None else (Fairness(fair, "", NOWHERE),)
        return System("s", (Variable("x", Linear(), Linear((), 3)),), TRUE, at(0), events, fairness=fairness)

    return ModalSystem(system(may), system(must))


def decide(subject: ModalSystem, formula: Formula, logic: str = "ctl") -> Verdict:
    prop = Property("p", "ltl" if logic == "ltl" else "ctl", formula, "", NOWHERE)
    return ModalEngine().verify(subject, [prop], Budget(), Silence()).verdicts[0]


SURE = [(0, 1), (1, 0)]
"""Certain steps; from 1 one may also go to 2."""

LOOSE = modal([*SURE, (1, 2), (2, 2)], [*SURE, (2, 2)])


@pytest.mark.parametrize(
    ("formula", "outcome"),
    [
        (Temporal("AG", (at(0, 1, 2),)), "holds"),
        (Temporal("AG", (at(0, 1),)), "unknown"),
        (Temporal("AG", (at(0),)), "violated"),
        (Temporal("EF", (at(1),)), "holds"),
        (Temporal("EF", (at(2),)), "unknown"),
        (Temporal("EF", (at(3),)), "violated"),
        (Temporal("EG", (at(0, 1),)), "holds"),
        (Temporal("AF", (at(2),)), "violated"),
        (Temporal("AG", (Temporal("EF", (at(0, 2),)),)), "holds"),
        # From 2 there is no way back, and whether one gets there is open.
        (Temporal("AG", (Temporal("EF", (at(0),)),)), "unknown"),
        (Temporal("EF", (Temporal("AG", (at(2),)),)), "unknown"),
        (Temporal("EX", (Temporal("EX", (at(0),)),)), "holds"),
        (between(at(0), TRUE), "holds"),
        (Temporal("AG", (between(at(0), at(0, 1, 2)),)), "unknown"),
        (Temporal("AG", (between(at(0), at(0)),)), "violated"),
        (Temporal("EF", (between(FALSE, at(1)),)), "unknown"),
    ],
)
def test_what_all_states_have_is_told_from_what_some_have(formula: Formula, outcome: str) -> None:
    verdict = decide(LOOSE, formula)
    assert verdict.outcome == outcome
    if verdict.path is not None:
        pairs = zip(verdict.path.states, verdict.path.states[1:], strict=False)
        assert all((a, b) in [*SURE, (2, 2)] for (a,), (b,) in pairs)


def test_a_state_with_steps_that_are_only_possible_has_no_certain_one() -> None:
    subject = modal([(0, 1), (1, 1)], [(1, 1)])
    assert decide(subject, Temporal("EG", (at(0),))).outcome == "violated"
    assert decide(subject, Temporal("AF", (at(1),))).outcome == "holds"
    assert decide(subject, Temporal("EF", (at(1),))).outcome == "unknown"
    assert decide(subject, Temporal("EG", (at(0, 1),))).outcome == "unknown"
    # With no step at all, a state stays as it is for certain.
    assert decide(modal([], []), Temporal("EG", (at(0),))).outcome == "holds"


@pytest.mark.parametrize(
    ("formula", "outcome"),
    [
        (Temporal("G", (Temporal("F", (at(0, 2),)),)), "holds"),
        (Temporal("F", (Temporal("G", (at(2),)),)), "violated"),
        (Temporal("F", (Temporal("G", (at(0, 1),)),)), "unknown"),
        (Temporal("F", (Temporal("G", (between(at(2), at(0, 1, 2)),)),)), "unknown"),
    ],
)
def test_paths_of_ltl_are_possible_or_certain(formula: Formula, outcome: str) -> None:
    verdict = decide(LOOSE, formula, "ltl")
    assert verdict.outcome == outcome
    assert (verdict.path is None) == (outcome != "violated")


def test_fair_paths_are_sure_to_be_fair_or_may_be() -> None:
    """A certain path counts where fairness is sure on it; what all fair paths have, those that may be fair have."""
    globally, ltl = Temporal("EG", (TRUE,)), Temporal("F", (Temporal("G", (at(2),)),))
    sure, open_ = modal(SURE, SURE, at(1)), modal(SURE, SURE, between(FALSE, at(1)))
    assert (decide(sure, globally).outcome, decide(open_, globally).outcome) == ("holds", "unknown")
    assert (decide(sure, ltl, "ltl").outcome, decide(open_, ltl, "ltl").outcome) == ("violated", "unknown")
    never = modal(SURE, SURE, at(2))
    assert decide(never, globally).outcome == "violated"
    assert decide(never, ltl, "ltl").outcome == "holds"


def test_nothing_is_said_of_a_part_of_the_states() -> None:
    prop = Property("p", "ctl", Temporal("EF", (at(1),)), "", NOWHERE)
    answer = ModalEngine().verify(LOOSE, [prop], replace(Budget(), bound=0), Silence())
    assert answer.verdicts[0].outcome == "unknown"
    assert answer.verdicts[0].reason == REASONS["bound"]
