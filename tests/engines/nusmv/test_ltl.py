"""LTL and fairness: a real NuSMV agrees with the oracle."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, Phase, assume, given, settings

from tests import oracle_ltl
from tests.engines.explicit.reference import Reference, explored
from tests.engines.explicit.systems import constant, ctl, number_of, readers_and_writers
from tests.engines.ltl_systems import fair_systems_with_ctl, fairness, graph, is_fair, ltl, satisfies, systems_with_ltl
from tests.engines.nusmv.checks import assert_is_path, verify
from tests.logic.ltl_formulas import implies, later, to_oracle
from vsym.logic.formula import TRUE, Formula, Not, compare
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem

SECONDS = 60.0


def holds(reference: Reference, prop: Property) -> bool:
    """Whether a property holds on all fair paths from the initial states."""
    formula, states = to_oracle(prop.formula), graph(reference, prop.formula)
    if prop.logic == "ltl":
        return oracle_ltl.ltl_holds(states, reference.initial, formula)
    return set(reference.initial) <= oracle_ltl.ctl_satisfying(states, formula)


@settings(max_examples=30, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(systems_with_ltl(30))
def test_linear_time(drawn: tuple[CounterSystem, Formula]) -> None:
    system, formula = drawn
    reference = explored(system)
    [verdict] = verify(system, [ltl(formula)], SECONDS)
    assert verdict.outcome == ("holds" if holds(reference, ltl(formula)) else "violated")
    if verdict.path is not None:
        assert_is_path(reference, verdict.path)
        if verdict.path.loop is not None:
            assert is_fair(system, verdict.path)
            assert not satisfies(system, formula, verdict.path)


@settings(max_examples=30, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(fair_systems_with_ctl())
def test_branching_time_on_fair_paths(drawn: tuple[CounterSystem, Formula]) -> None:
    system, formula = drawn
    reference = explored(system)
    # NuSMV passes over initial states from which no fair path starts.
    assume(holds(reference, ctl(later("EG", TRUE))))
    [verdict] = verify(system, [ctl(formula)], SECONDS)
    assert verdict.outcome == ("holds" if holds(reference, ctl(formula)) else "violated")


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
        expected = [holds(explored(constrained), prop) for prop in properties]
        assert [verdict.outcome == "holds" for verdict in verify(constrained, properties, SECONDS)] == expected
        assert {*expected} == {True, False}
