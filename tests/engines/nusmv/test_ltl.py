"""LTL and fairness: the explicit engine and a real NuSMV agree."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, Phase, assume, given, settings

from tests.engines.explicit.reference import explored
from tests.engines.explicit.systems import constant, ctl, number_of, readers_and_writers
from tests.engines.ltl_systems import fair_systems_with_ctl, fairness, is_fair, ltl, satisfies, systems_with_ltl
from tests.engines.nusmv.checks import assert_is_path, verify
from tests.logic.ltl_formulas import implies, later
from vsym.engines.explicit import engine as explicit
from vsym.logic.formula import TRUE, Formula, Not, compare
from vsym.reductions.counters.abstraction import CounterSystem

SECONDS = 60.0


@settings(max_examples=30, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(systems_with_ltl(30))
def test_linear_time(drawn: tuple[CounterSystem, Formula]) -> None:
    system, formula = drawn
    [ours] = explicit.verify(system, [ltl(formula)])
    [theirs] = verify(system, [ltl(formula)], SECONDS)
    assert ours.outcome == theirs.outcome
    for trace in (ours.path, theirs.path):
        if trace is not None:
            assert_is_path(explored(system), trace)
            if trace.loop is not None:
                assert is_fair(system, trace)
                assert not satisfies(system, formula, trace)


@settings(max_examples=30, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(fair_systems_with_ctl())
def test_branching_time_on_fair_paths(drawn: tuple[CounterSystem, Formula]) -> None:
    system, formula = drawn
    # NuSMV passes over initial states from which no fair path starts.
    assume(explicit.verify(system, [ctl(later("EG", TRUE))])[0].outcome == "holds")
    [ours] = explicit.verify(system, [ctl(formula)])
    [theirs] = verify(system, [ctl(formula)], SECONDS)
    assert ours.outcome == theirs.outcome


def test_a_larger_system() -> None:
    system = readers_and_writers(6, 5)
    block = system.blocks[0]
    waiting, busy = (compare(number_of(state, block), ">=", constant(1)) for state in ("L4", "L5"))
    full = compare(number_of("L4", block), ">=", constant(5))
    properties = [
        ltl(later("G", implies(waiting, later("F", busy))), "p0"),
        ltl(later("G", implies(busy, later("F", Not(busy)))), "p1"),
        ltl(implies(later("G", later("F", busy)), later("G", implies(waiting, later("F", busy)))), "p2"),
        ltl(later("G", implies(full, later("X", later("F", busy)))), "p3"),
        ltl(later("W", Not(busy), waiting), "p4"),
        ctl(later("AG", implies(waiting, later("AF", busy))), "p5"),
        ctl(later("EG", Not(busy)), "p6"),
    ]
    for fair in ((), fairness(busy), fairness(busy, Not(busy))):
        constrained = replace(system, fairness=fair)
        ours = explicit.verify(constrained, properties)
        theirs = verify(constrained, properties, SECONDS)
        assert [verdict.outcome for verdict in ours] == [verdict.outcome for verdict in theirs]
        assert {verdict.outcome for verdict in ours} == {"holds", "violated"}
