"""`vsym.models.counting.semantics` against the oracle, on every state of drawn models and of the examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.support import hand_models, oracle
from tests.support.composing import reduced
from tests.support.drawn import declared, many
from tests.support.generated import Generated, models
from tests.support.loading import load
from vsym.basics.source import Diagnostic, Source
from vsym.logic.formula import Temporal
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import (
    RangeError,
    State,
    holds,
    initial_states,
    is_deadlocked,
    is_initial,
    step_of,
    steps,
)
from vsym.models.counting.structure import Structure
from vsym.models.protocol import ReplayError
from vsym.system.result import ErrorReached
from vsym.system.result import Path as ModelPath
from vsym.system.step import Vector

EXAMPLES = Path(__file__).parents[3] / "examples"


def _state(model: oracle.Model, state: oracle.State) -> State:
    names = (variable.name for variable in model.shared)
    return State(state.locations, tuple(zip(names, state.shared, strict=True)))


def _assert_same_structure(model: Model, expected: oracle.Model) -> None:
    """The same states, initial states, steps and overflow errors, and the same states for every lemma."""
    assert (model.states, model.size) == (expected.states, expected.size)
    concrete = oracle.structure(expected)
    starts = {_state(expected, state) for state in oracle.initial_states(concrete)}
    assert set(initial_states(model)) == starts
    for known, ways in concrete.steps.items():
        state = _state(expected, known)
        assert is_initial(model, state) == (state in starts)
        if concrete.overflows[known]:
            with pytest.raises(RangeError):
                list(steps(model, state))
        else:
            taken = {
                (step.process, model.transitions.index(step.transition), step.target) for step in steps(model, state)
            }
            written = declared(model)
            found = {(process, written[index], target) for process, index, target in taken}
            possible = {(way.process, way.transition, _state(expected, way.target)) for way in ways}
            assert found <= possible
            # Of transitions that are the same, a step has the first.
            for process, number, target in possible:
                assert any((process, earlier, target) in found for earlier in range(number + 1))
            assert is_deadlocked(model, state) == (not ways)
            for process, index, target in taken:
                step = step_of(model, state, process, model.transitions[index])
                assert step is not None
                assert step.target == target
        for lemma, (name, formula) in zip(model.lemmas, expected.lemmas, strict=True):
            assert lemma.name == name
            assert holds(lemma.formula, state) == oracle.holds(expected, formula, known)


@settings(max_examples=many(7), deadline=None)
@given(models(fairness=True))
def test_drawn_models_have_the_oracle_s_structure(drawn: Generated) -> None:
    model = load(Source("drawn.gsst", drawn.text), {})
    _assert_same_structure(model, drawn.model)
    assert [(group.name, frozenset(group.processes)) for group in model.groups] == [*drawn.groups]


@settings(max_examples=many(7), deadline=None)
@given(models(fairness=True))
def test_drawn_predicates_hold_where_the_oracle_says(drawn: Generated) -> None:
    model = load(Source("drawn.gsst", drawn.text), {})
    invariants = {one.name: one.formula for one in model.properties if one.logic == "invariant"}
    expected = {name: formula for name, formula in drawn.model.properties if name in invariants}
    structure = Structure(model)
    assert {one.name for one in model.properties} == {name for name, _ in drawn.model.properties}
    for known in oracle.structure(drawn.model).steps:
        state = _state(drawn.model, known)
        for name, formula in expected.items():
            assert isinstance(formula, oracle.Path)
            assert structure.holds(invariants[name], state) == oracle.holds(drawn.model, formula.operands[0], known)
        for justice, predicate in zip(model.fairness, drawn.model.fairness, strict=True):
            assert structure.holds(justice.formula, state) == oracle.holds(drawn.model, predicate, known)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("mutex", {"processes": 4}),
        ("rw", {"readers": 2}),
        ("rw_broken", {}),
        ("rw_adaptive", {}),
        ("starvation", {}),
        ("library", {"readers": 2}),
        ("grw", {"d": 2, "q": 2, "m": 4}),
        ("asr", {"resources": 2, "full": 2}),
        ("controller", {"classes": 2, "size": 2}),
        ("open_case", {"cars": 2}),
        ("balance", {"left": 2, "right": 2}),
        ("deadlock", {}),
    ],
)
def test_the_examples_mean_what_their_translations_by_hand_mean(name: str, parameters: dict[str, int]) -> None:
    model = load(Source(name, (EXAMPLES / f"{name}.gsst").read_text(encoding="utf-8")), parameters)
    expected = hand_models.BY_HAND[name](**parameters)
    _assert_same_structure(model, expected)
    assert [one.name for one in model.properties] == [name for name, _ in expected.properties]


def test_a_temporal_operator_is_no_predicate() -> None:
    model = load(Source("mutex", (EXAMPLES / "mutex.gsst").read_text(encoding="utf-8")), {})
    formula = next(one.formula for one in model.properties if isinstance(one.formula, Temporal))
    with pytest.raises(TypeError):
        holds(formula, next(initial_states(model)))


def test_a_range_error_names_the_transition_and_the_value() -> None:
    text = "system s\nstates A, B\ngroup P of 1\nshared v : 0..1 = 1\ninit A\ntrans up: A -> B do v := v + 1\n"
    model = load(Source("s", text), {})
    with pytest.raises(RangeError, match="`up: A -> B` assigns 2 to `v`"):
        list(steps(model, next(initial_states(model))))


COUNTING = """system counting
states A, B
group P of 2
shared free : bool = true
shared x : 0..1 = 0
init A
trans up: A -> B do free := false, x := x + 1
trans B -> A if !free
"""


def _diagnostic(text: str, *states: Vector) -> Diagnostic:
    """The diagnostic of a path of counters that takes event 0 at every step and ends in an overflow."""
    path = ModelPath("counterexample", states, (0,) * (len(states) - 1))
    (diagnostic,) = reduced(text).diagnostic(ErrorReached(0, path)).diagnostics
    return diagnostic


def test_the_place_the_value_and_the_way_there() -> None:
    assert str(_diagnostic(COUNTING, (2, 0, 1, 0), (1, 1, 0, 1))) == (
        "<text>:7:36: error[VS330]: `up: A -> B` assigns 2 to `x`, outside its range 0..1, in a reachable state\n"
        "  trans up: A -> B do free := false, x := x + 1\n"
        "                                     ^^^^^^^^^^\n"
        "  hint: reached by: process 1 A -> B; strengthen the guard or widen the range"
    )


def test_an_initial_state() -> None:
    found = _diagnostic(COUNTING.replace("0..1 = 0", "-3..-3 = -3"), (2, 0, 1, -3))
    assert found.message == "`up: A -> B` assigns -2 to `x`, outside its range -3..-3, in a reachable state"
    assert found.hint == "the state is initial; strengthen the guard or widen the range"


def test_no_overflow_is_our_bug() -> None:
    with pytest.raises(ReplayError, match="no assignment leaves its range"):
        _diagnostic(COUNTING, (2, 0, 1, 0))
