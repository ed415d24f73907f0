"""The engine on decision diagrams: the sets that it finds, shortest paths, limits, and the systems that it refuses."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from tests.support.drawn import many
from tests.support.present import present
from tests.system.generated import systems
from tests.system.judging import structure
from tests.system.systems import at, ctl, invariant, registers, ring, variable
from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.engine import ENGINE
from vsym.engines.diagrams.saturation import saturate
from vsym.logic.formula import Comparison, Temporal, compare, conjunction
from vsym.logic.terms import Linear, Named
from vsym.system.order import level_order
from vsym.system.report import Silence
from vsym.system.system import System


@settings(max_examples=many(5), deadline=None)
@given(systems())
@example(registers())
def test_saturation_reaches_what_a_queue_reaches(system: System) -> None:
    whole, encoding = structure(system), Encoding(system)
    saturated = saturate(encoding, 0.0)
    assert saturated.states.count() == len(whole.steps)
    assert all(encoding.single(state) <= saturated.states for state in whole.steps)
    assert saturated.initial.count() == len(whole.initial)


def test_a_state_in_which_only_an_error_is_enabled_is_not_deadlocked() -> None:
    system = ring(1, 2)
    erroneous = replace(system, events=(system.events[0], replace(system.events[1], error="an error", update=())))
    encoding = Encoding(erroneous)
    assert encoding.reachable().count() == 2
    assert not encoding.deadlocked(encoding.reachable())
    assert encoding.erroneous(encoding.reachable()) == encoding.single((0, 1))


def test_more_states_than_any_queue_holds_are_counted_exactly() -> None:
    """n tokens on a ring of m places reach all C(n+m−1, m−1) states."""
    tokens, places = 400, 25
    reached = ENGINE.explore(ring(tokens, places), Budget(), Silence())
    assert reached.states == math.comb(tokens + places - 1, places - 1) > 10**35
    assert reached.stuck is None


def test_a_long_path_to_a_deadlock_costs_no_layer_for_each_of_its_steps() -> None:
    class Looks(Silence):
        many = 0

        def saturated(self, _: int) -> None:
            self.many += 1

    tokens, looks = 400, Looks()
    whole = ring(tokens, 3)
    stuck = present(ENGINE.explore(replace(whole, events=whole.events[:-1]), Budget(), looks).stuck)
    assert (stuck.states[0], stuck.states[-1]) == ((tokens, 0, 0), (0, 0, tokens))
    assert len(stuck.states) == 2 * tokens + 1
    assert looks.many < 20


@pytest.mark.parametrize("reason", ["memory", "time", "keyboard"])
def test_limits_end_the_work_and_are_said(reason: str) -> None:
    class Pressed(Silence):
        def saturated(self, _: int) -> None:
            raise KeyboardInterrupt

    system = replace(ring(300, 12), properties=(invariant("p", at("p0", "<=", 300)), ctl("AF", at("p1", ">=", 1))))
    budget = Budget(megabytes=1 if reason == "memory" else None, deadline=0.0 if reason == "time" else None)
    report = Pressed() if reason == "keyboard" else Silence()
    reached = ENGINE.explore(system, budget, report)
    assert (reached.states, reached.complete, reached.interrupted) == (0, False, reason)
    answer = ENGINE.verify(system, system.properties, budget, report)
    assert {(verdict.outcome, verdict.reason) for verdict in answer.verdicts} == {("unknown", REASONS[reason])}  # type: ignore[index]
    assert not present(answer.reached).complete


def test_levels_that_exchange_tokens_are_neighbours() -> None:
    """A ring whose places are declared in a scrambled order is put in the order of the ring, or close to it."""
    system = ring(3, 9)
    scrambled = replace(system, variables=(*system.variables[::2], *system.variables[1::2]))
    order = [scrambled.variables[place].name for place in level_order(scrambled)]
    spans = [abs(order.index(event.update[0][0]) - order.index(event.update[1][0])) for event in scrambled.events]
    assert sum(spans) <= 3 * len(order)


def test_variables_with_a_constant_sum_stay_together() -> None:
    system = ring(2, 3)
    event = replace(system.events[0], update=(*system.events[0].update, ("z", Linear((), 1))))
    mixed = replace(
        system,
        variables=(system.variables[0], variable("z", -1, 1), *system.variables[1:]),
        initial=conjunction([system.initial, at("z", "=", 0)]),
        events=(event, *system.events[1:]),
    )
    order = level_order(mixed)
    assert order.index(1) in (0, 3)
    assert ENGINE.explore(mixed, Budget(), Silence()).states == len(structure(mixed).steps)


def test_a_sum_of_nothing_does_no_harm() -> None:
    system = ring(2, 3)
    nothing = Comparison(Linear(((Named("a"), 1), (Named("b"), 1))), "=", 0)
    empty = (variable("a", 0, 0), variable("b", 0, 0))
    wider = replace(system, variables=(*system.variables, *empty), domain=conjunction([system.domain, nothing]))
    assert ENGINE.explore(wider, Budget(), Silence()).states == ENGINE.explore(system, Budget(), Silence()).states


@pytest.mark.parametrize("name", ["swap", "halve"])
def test_an_event_with_too_many_alternatives_is_refused_by_its_name(name: str) -> None:
    system = registers()
    wide = replace(
        system,
        variables=(variable("x", 0, 40_000), variable("y", 0, 40_000), system.variables[2]),
        events=tuple(event for event in system.events if event.name == name),
    )
    with pytest.raises(RefusedError, match=f"`{name}`"):
        ENGINE.explore(wide, Budget(), Silence())
    with pytest.raises(RefusedError, match=f"`{name}`"):
        ENGINE.verify(wide, (invariant("p", at("x", "<=", 1)),), Budget(), Silence())


def test_what_it_does_not_accept_is_refused() -> None:
    mixed = ctl("AG", Temporal("F", (at("x", "=", 0),)))
    with pytest.raises(DiagnosticError, match="VS401"):
        ENGINE.verify(registers(), [mixed], Budget(), Silence())


def test_an_equality_of_variables_may_bound_a_domain() -> None:
    """A domain that is no sum restricts the initial states all the same."""
    equal = compare(Linear(((Named("x"), 1),)), "=", Linear(((Named("y"), 1),)))
    system = replace(registers(), domain=equal, initial=at("z", "=", 0), events=registers().events[2:3])
    assert ENGINE.explore(system, Budget(), Silence()).states == len(structure(system).steps)
