"""From where paths lead to a goal: the same states, whether it is saturated at once or stepped back from first."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.drawn import many
from tests.system.generated import systems
from tests.system.judging import Structure, structure
from tests.system.systems import ring
from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams import sets
from vsym.engines.diagrams.encoding import Encoding, Turn, TurnOverError
from vsym.logic.ctl import Reduction
from vsym.system.step import Vector
from vsym.system.system import System


def leading(whole: Structure, inside: Collection[Vector], goal: Collection[Vector]) -> set[Vector]:
    """The states from which a path through `inside` leads to the goal."""
    found = set(goal)
    while more := {one for one in inside if any(after in found for _, after in whole.steps[one])} - found:
        found |= more
    return found


def until(system: System, inside: Collection[Vector], goal: Collection[Vector]) -> set[Vector]:
    """The same by diagrams."""
    encoding = Encoding(system)

    def union(states: Collection[Vector]) -> StateSet:
        made = encoding.space.empty
        for one in states:
            made |= encoding.single(one)
        return made

    valuation = sets.Valuation(encoding, encoding.reachable(), Reduction((), ()))
    return {encoding.vector(values) for values in valuation.until(union(inside), union(goal))}


@settings(max_examples=many(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
