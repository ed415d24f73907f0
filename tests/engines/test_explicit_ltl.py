"""LTL in the explicit engine: verdicts against the oracle's, counterexamples, limits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle_ltl
from tests.engines.explicit_reference import assert_is_path, explored
from tests.engines.ltl_systems import graph, is_fair, ltl, satisfies, systems_with_ltl
from tests.logic.ltl_formulas import to_oracle
from vsym.abstraction.counters import CounterSystem
from vsym.engines.explicit import decide, explore, verify
from vsym.formula import Formula


@settings(max_examples=200, deadline=None)
@given(systems_with_ltl())
def test_verdicts_and_counterexamples(drawn: tuple[CounterSystem, Formula]) -> None:
    system, formula = drawn
    reference = explored(system)
    [verdict] = verify(system, [ltl(formula)])
    expected = oracle_ltl.ltl_holds(graph(reference, formula), reference.initial, to_oracle(formula))
    assert verdict.outcome == ("holds" if expected else "violated")
    assert (verdict.trace is None) == expected
    if verdict.trace is not None:
        assert verdict.trace.kind == "counterexample"
        assert_is_path(reference, verdict.trace)
        assert is_fair(system, verdict.trace)
        assert not satisfies(system, formula, verdict.trace)


@settings(max_examples=200, deadline=None)
@given(systems_with_ltl(), st.integers(0, 2500))
def test_verdicts_on_a_part_are_sound(drawn: tuple[CounterSystem, Formula], max_bytes: int) -> None:
    system, formula = drawn
    exploration = explore(system, max_bytes=max_bytes)
    [verdict] = decide(exploration, [ltl(formula)])
    reference = explored(system)
    expected = oracle_ltl.ltl_holds(graph(reference, formula), reference.initial, to_oracle(formula))
    assert verdict.outcome in ("unknown", "holds" if expected else "violated")
    assert (verdict.reason == "the memory limit was reached") == (verdict.outcome == "unknown")
    if verdict.trace is not None:
        assert_is_path(reference, verdict.trace)
        assert is_fair(system, verdict.trace)
        assert not satisfies(system, formula, verdict.trace)
