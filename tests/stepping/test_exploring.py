"""The states that steps lead to, against what engines explore, and ways against a search of all states."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest

import vsym
from tests.support.composing import checked, reduced
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget, LimitReachedError
from vsym.checking.state_graph import state_graph
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, initial_states, steps
from vsym.models.program.program import Program
from vsym.stepping.handout import quotient, way
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.programs import ProgramStepper


@pytest.mark.parametrize("name", ["mutex", "bridge", "rw_broken", "firefly"])
def test_as_many_states_as_engines_find(name: str) -> None:
    model = vsym.load(EXAMPLES / f"{name}.gsst")
    explored = checked(model, "explicit").reached
    assert explored is not None
    found = quotient(ProcessStepper(reduced(model)), 5_000, Budget())
    assert (len(found.states), found.complete) == (explored.states, True)
    assert {place for one in found.moves if (place := one.target) is not None} <= {*range(len(found.states))}


@pytest.mark.parametrize(("name", "orbits"), [("spinlock", 7), ("two_phase_commit", None)])
def test_as_many_orbits_of_a_program(name: str, orbits: int | None) -> None:
    program = vsym.load(EXAMPLES / "programs" / f"{name}.m")
    assert isinstance(program, Program)
    stepper = ProgramStepper(program, program.scalarsets)
    found = quotient(stepper, 400, Budget())
    every = state_graph(program.semantics, 3_000)
    assert every.complete
    assert len(found.states) == len({stepper.orbit(state) for state in every.states})
    assert orbits in (None, len(found.states))


def test_what_has_no_room_is_said_to_be_missing() -> None:
    found = quotient(ProcessStepper(reduced(EXAMPLES / "rw.gsst")), 3, Budget())
    assert (len(found.states), found.complete) == (3, False)
    assert any(move.target is None for move in found.moves)


def _distance(model: Model, wanted: Callable[[State], bool]) -> int | None:
    queue = deque((state, 0) for state in initial_states(model))
    seen = {state for state, _ in queue}
    while queue:
        state, distance = queue.popleft()
        if wanted(state):
            return distance
        for step in steps(model, state):
            if step.target not in seen:
                seen.add(step.target)
                queue.append((step.target, distance + 1))
    return None


@pytest.mark.parametrize("counts", [(0, 3, 0), (1, 1, 1), (0, 2, 1), (0, 0, 3)])
def test_a_way_is_a_shortest_path_of_the_semantics(counts: tuple[int, ...]) -> None:
    model = vsym.load(EXAMPLES / "rw.gsst")
    stepper = ProcessStepper(reduced(model))

    def wanted(state: State) -> bool:
        return tuple(map(state.locations.count, "NTC")) == counts

    found = way(stepper, stepper.starts(), wanted, 1_000, Budget())
    assert found.certain
    assert _distance(model, wanted) == (None if found.taken is None else len(found.taken))
    state = next(initial_states(model))
    for step, target in found.taken or ():
        assert target in {one.target for one in steps(model, state) if one == step}
        state = target
    assert found.taken is None or wanted(state)


def test_a_search_ends_at_its_limits() -> None:
    stepper = ProcessStepper(reduced(vsym.load(EXAMPLES / "rw.gsst", readers=10, writers=10)))
    assert not way(stepper, stepper.starts(), lambda _: False, 5, Budget()).certain
    with pytest.raises(LimitReachedError):
        way(stepper, stepper.starts(), lambda _: False, 10_000, Budget(deadline=0.0))
