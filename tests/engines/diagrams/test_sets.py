"""The states from which paths lead to a goal: the same, whether saturation begins at once or after steps backwards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import as_states
from tests.support.drawn import many
from tests.system.generated import systems
from tests.system.judging import Structure, structure
from tests.system.systems import HERE, at, move, registers, ring, shifted, variable
from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams import sets
from vsym.engines.diagrams.encoding import Encoding, Turn, TurnOverError
from vsym.engines.diagrams.saturation import saturate
from vsym.engines.diagrams.sets import Valuation, on_cycles, token_moves
from vsym.logic.components import components
from vsym.logic.ctl import Reduction
from vsym.logic.formula import TRUE, Formula, compare, conjunction
from vsym.logic.properties import Fairness
from vsym.logic.terms import Linear, Named, linear
from vsym.system import step
from vsym.system.step import Vector
from vsym.system.system import Event, System


def leading(whole: Structure, inside: Collection[Vector], goal: Collection[Vector]) -> set[Vector]:
    """The states from which a path through `inside` leads to the goal."""
    found = set(goal)
    while more := {one for one in inside if any(after in found for _, after in whole.steps[one])} - found:
        found |= more
    return found


def until(system: System, inside: Collection[Vector], goal: Collection[Vector]) -> set[Vector]:
    """The same by diagrams."""
    encoding = Encoding(system)
    within, goals = (as_states(encoding.space, map(encoding.values, states)) for states in (inside, goal))
    valuation = sets.Valuation(encoding, encoding.reachable(), Reduction((), ()))
    return {encoding.vector(values) for values in valuation.until(within, goals)}


@settings(max_examples=many(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(systems(), st.integers(0, 10**6), st.integers(-1, 3), st.integers(1, 4))
def test_it_makes_no_difference_when_saturation_is_given_up(
    monkeypatch: pytest.MonkeyPatch, system: System, seed: int, patience: int, rounds: int
) -> None:
    whole, draw = structure(system), Random(seed)
    inside, goal = (draw.sample([*whole.steps], draw.randint(0, len(whole.steps) // part)) for part in (1, 3))
    with monkeypatch.context() as patch:
        patch.setattr(sets, "PATIENCE", patience)
        patch.setattr(sets, "ROUNDS", rounds)
        patch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
        assert until(system, inside, goal) == leading(whole, inside, goal)


@pytest.mark.parametrize(("patience", "steps"), [(-1, sets.ROUNDS), (sets.PATIENCE, 0)])
def test_only_what_is_not_saturated_soon_is_stepped_back_from(
    patience: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, made, preimage = ring(9, 5), list[StateSet](), Relation.preimage

    def noted(self: Relation, states: StateSet, within: StateSet | None = None) -> StateSet:
        made.append(states)
        return preimage(self, states, within)

    whole = structure(system)
    monkeypatch.setattr(Relation, "preimage", noted)
    monkeypatch.setattr(sets, "PATIENCE", patience)
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 64)
    assert until(system, [*whole.steps], [(0, 0, 9, 0, 0)]) == {*whole.steps}
    assert len(made) == steps


def test_a_turn_inside_a_turn_does_not_end_for_the_other_one() -> None:
    outer = Turn(lambda: None)
    inner = Turn(outer.check)
    with outer.of(0), pytest.raises(TurnOverError) as over:
        inner.attempt(5, inner.check)
    assert over.value.turn is outer
    assert inner.attempt(-1, inner.check) is None
    assert inner.attempt(0, lambda: 7) == 7


def with_events(system: System, *events: Event) -> System:
    return replace(system, events=(*system.events, *events))


def test_a_move_between_cycles_is_taken_a_limited_number_of_times() -> None:
    """p0 ⇄ p1 → p2 ⇄ p3: only the way in between is left out; without p3 → p2, so is p2 → p3."""
    system = replace(ring(2, 4), events=())
    between = with_events(
        system, move("p0", "p1"), move("p1", "p0"), move("p1", "p2"), move("p2", "p3"), move("p3", "p2")
    )
    moves = token_moves(between)
    assert moves == (((0, 1),), ((1, 0),), ((1, 2),), ((2, 3),), ((3, 2),))
    assert on_cycles(moves, range(5)) == {0, 1, 2, 3, 4}
    assert on_cycles(moves, range(4)) == {0, 1}
    assert on_cycles(moves, (2, 3)) == frozenset()


def test_a_sum_that_changes_in_another_way_counts_for_no_move() -> None:
    system = ring(2, 3)
    one, other = (linear([(Named(name), 1)]) for name in ("p0", "p1"))
    others = (
        (("p0", other), ("p1", one)),
        (("p0", shifted("p0", -2)), ("p1", shifted("p1", 2))),
        (("p0", Linear((), 0)), ("p1", shifted("p1", 1))),
        (("p0", shifted("p0", -1)), ("p1", shifted("p1", -1)), ("p2", shifted("p2", 2))),
    )
    for update in others:
        event = Event("other", "other", TRUE, update)
        assert token_moves(with_events(system, event)) == ((),) * 4
        assert token_moves(with_events(system, replace(event, error="an error")))[:3] == token_moves(system)
    still = Event("still", "still", TRUE, (("p0", one),))
    assert token_moves(with_events(system, still)) == (*token_moves(system), ())


def test_moves_in_several_sums_must_all_be_on_cycles() -> None:
    """The sums are x + y = 1 and p0 + p1 + p2 = 2, and at first x never gets its token back."""
    system, x, y = ring(2, 3), Named("x"), Named("y")
    both = compare(linear([(x, 1), (y, 1)]), "=", Linear((), 1))
    first = system.events[0]
    given_away = replace(first, update=(*first.update, *move("x", "y").update))
    wider = replace(
        system,
        variables=(*system.variables, variable("x", 0, 1), variable("y", 0, 1)),
        domain=conjunction([system.domain, both]),
        events=(given_away, *system.events[1:]),
    )
    assert on_cycles(token_moves(wider), range(3)) == frozenset()
    assert on_cycles(token_moves(with_events(wider, move("y", "x"))), range(4)) == {0, 1, 2, 3}


def carried_back() -> System:
    """Tokens go from p0 to p2 one by one, and come back all at once: no move is on a cycle of moves."""
    system = ring(2, 3)
    back = Event("back", "back", at("p2", "=", 2), (("p0", Linear((), 2)), ("p2", Linear((), 0))))
    return replace(system, events=(*system.events[:2], back))


@settings(max_examples=many(10), deadline=None)
@given(systems(), st.data())
@example(
    replace(registers(), fairness=(Fairness(at("z", "=", 2), "", HERE), Fairness(at("y", "=", 0), "", HERE))), None
)
@example(replace(registers(), fairness=(Fairness(at("x", ">=", 3), "", HERE),)), None)
@example(replace(carried_back(), fairness=(Fairness(at("p1", ">=", 1), "", HERE),)), None)
def test_fair_paths_are_those_into_fair_components(system: System, data: st.DataObject | None) -> None:
    """The core holds every state of a fair component, and only states that lead to one."""
    inside_formula = TRUE if data is None else data.draw(st.sampled_from([TRUE, system.properties[0].formula]))
    whole, encoding = structure(system), Encoding(system)
    valuation = Valuation(encoding, saturate(encoding, 0.0).states, Reduction((), ()))
    inside = valuation.reachable.select(encoding.constraint(inside_formula))
    repeated, leading = fair(whole, inside_formula)
    core, all_fair = valuation.core(inside), valuation.globally(inside)
    assert {state for state in whole.steps if encoding.single(state) <= all_fair} == leading
    assert repeated <= {state for state in whole.steps if encoding.single(state) <= core} <= leading
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets, "FEW_EVENTS", 0)
        assert Valuation(encoding, valuation.reachable, Reduction((), ())).core(inside) == core


def fair(whole: Structure, inside: Formula) -> tuple[set[Vector], set[Vector]]:
    """The states of fair components inside a formula, and the states that lead to one inside it; by brute force."""
    system = whole.system
    states = [state for state in whole.steps if step.holds(system, inside, state)]
    number = {state: place for place, state in enumerate(states)}
    edges = [(number[s], number[t]) for s in states for t in whole.successors[s] if t in number]
    component = components(edges, len(states))
    cyclic = {component[source] for source, target in edges if component[source] == component[target]}
    just = [
        {component[number[state]] for state in states if step.holds(system, constraint.formula, state)}
        for constraint in system.fairness
    ]
    repeated = {place for place in range(len(states)) if component[place] in cyclic.intersection(*just)}
    leading = set(repeated)
    while more := {source for source, target in edges if target in leading} - leading:
        leading |= more
    return {states[place] for place in repeated}, {states[place] for place in leading}
