"""The explicit engine against a plain reference, on random systems and formulas."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.explicit.reference import assert_is_path, explored, holds, initial_states, nearest, satisfying
from tests.engines.explicit.running import FREE, explore, verify
from tests.engines.explicit.systems import (
    BINARY,
    NOWHERE,
    UNARY,
    ctl,
    some_in,
    systems,
    systems_with_formulas,
    systems_with_predicates,
    transition,
)
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.initial import initial_vectors
from vsym.logic.formula import Formula, Temporal, TemporalOperator, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Silence
from vsym.system.result import Path


@settings(max_examples=80, deadline=None)
@given(systems())
def test_states_are_those_of_a_queue(system: CounterSystem) -> None:
    reference, exploration = explored(system), explore(system)
    found = exploration.stepper.layout.unpack(exploration.keys)
    assert sorted(found[: exploration.initial]) == sorted(reference.initial)
    assert len(set(found)) == len(found)
    assert set(found) == set(reference.steps)
    distances = [reference.distance[state] for state in found]
    assert distances == sorted(distances)
    assert exploration.depth == max(distances, default=0)
    assert {found[number] for number in exploration.deadlocked} == reference.deadlocked
    graph = exploration.graph
    for number, state in enumerate(found):
        successors = graph.targets[graph.offsets[number] : graph.offsets[number + 1]].tolist()
        assert {found[successor] for successor in successors} == reference.successors(state)
    assert exploration.complete
    assert exploration.interrupted is None


@settings(max_examples=80, deadline=None)
@given(systems_with_predicates(3))
def test_initial_states(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system = replace(drawn[0], initial=conjunction(drawn[1]))
    found = [tuple(vector) for batch in initial_vectors(lowered(system)) for vector in batch.tolist()]
    assert sorted(found) == sorted(initial_states(system))


@settings(max_examples=60, deadline=None)
@given(systems())
def test_deadlock_trace_is_shortest(system: CounterSystem) -> None:
    reference = explored(system)
    reached, trace = ENGINE.explore(lowered(system), FREE, Silence())
    assert (reached.states, reached.deadlocks) == (len(reference.steps), len(reference.deadlocked))
    if trace is None:
        assert not reference.deadlocked
    else:
        assert_is_path(reference, trace)
        assert trace.states[-1] in reference.deadlocked
        assert len(trace.steps) == min(reference.distance[state] for state in reference.deadlocked)


@settings(max_examples=120, deadline=None)
@given(systems_with_formulas(2))
def test_verdicts_and_traces(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, properties = drawn
    reference = explored(system)
    verdicts = verify(system, [ctl(formula) for formula in properties])
    for formula, verdict in zip(properties, verdicts, strict=True):
        satisfied = set(reference.initial) <= satisfying(reference, formula)
        assert verdict.outcome == ("holds" if satisfied else "violated")
        assert verdict.reason is None
        assert not (verdict.outcome == "violated" and verdict.path is None)
        if verdict.path is not None:
            assert verdict.path.kind == ("witness" if satisfied else "counterexample")
            assert_is_path(reference, verdict.path)


@settings(max_examples=60, deadline=None)
@given(systems_with_predicates(1))
def test_invariants_are_violated_at_the_nearest_state(drawn: tuple[CounterSystem, list[Formula]]) -> None:
    system, [formula] = drawn
    reference = explored(system)
    [verdict] = verify(system, [Property("p", "invariant", formula, "", NOWHERE)])
    bad = [length for state, length in reference.distance.items() if not holds(system, formula, state)]
    assert verdict.outcome == ("violated" if bad else "holds")
    if bad:
        assert verdict.path is not None
        assert_is_path(reference, verdict.path)
        assert len(verdict.path.steps) == min(bad)
        assert not holds(system, formula, verdict.path.states[-1])


@settings(max_examples=100, deadline=None)
@given(systems_with_predicates(2), st.sampled_from([*UNARY, *BINARY]))
def test_traces_show_what_they_should(drawn: tuple[CounterSystem, list[Formula]], name: TemporalOperator) -> None:
    system, [first, second] = drawn
    operands = (first,) if name[1] in "XFG" else (first, second)
    [verdict] = verify(system, [ctl(Temporal(name, operands))])
    if verdict.path is None or (name[0] == "E") != (verdict.outcome == "holds"):
        assert verdict.path is None or len(verdict.path.states) == 1
        return
    values = [tuple(holds(system, operand, state) for operand in operands) for state in verdict.path.states]
    assert _satisfies(name[1], values, verdict.path.loop) == (name[0] == "E")
    if name == "EU":
        reference = explored(system)
        inside, goal = (satisfying(reference, operand) for operand in operands)
        assert len(verdict.path.steps) == nearest(reference, inside, goal)


def test_a_step_of_a_witness_begins_where_the_one_before_ends() -> None:
    # B is two steps away by C only, but its first predecessor is the initial state itself.
    block = Block("all", Processes.of([(1, 1)]), ())
    arrows = (("A", "B"), ("A", "C"), ("C", "B"), ("B", "A"))
    moves = tuple(transition(source, target, 0, some_in(source, block)) for source, target in arrows)
    system = CounterSystem("detour", ("A", "B", "C"), (block,), (), some_in("A", block), moves, (), ())
    [verdict] = verify(system, [ctl(Temporal("EX", (Temporal("EX", (some_in("B", block),)),)))])
    assert verdict.path is not None
    assert (verdict.path.kind, verdict.path.steps) == ("witness", (1, 2))
    assert verdict.path.states == ((1, 0, 0), (0, 0, 1), (0, 1, 0))


def test_what_remains_at_the_end_of_a_path_is_explained() -> None:
    block = Block("all", Processes.of([(1, 1)]), ())
    arrows = (("A", "B"), ("B", "A"), ("B", "C"))
    moves = tuple(transition(source, target, 0, some_in(source, block)) for source, target in arrows)
    system = CounterSystem("trap", ("A", "B", "C"), (block,), (), some_in("A", block), moves, (), ())
    inevitable = Temporal("AG", (disjunction([negate(some_in("B", block)), Temporal("AF", (some_in("A", block),))]),))
    [verdict] = verify(system, [ctl(inevitable)])
    assert verdict.path == Path("counterexample", ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1)), (0, 2, None), loop=2)


def _satisfies(operator: str, values: list[tuple[bool, ...]], loop: int | None) -> bool:
    """Whether a path satisfies a path formula, or violates it; raises AssertionError if it decides neither."""
    if operator == "X":
        return values[1][0]
    for position, value in enumerate(values):
        here = {
            "F": True if value[0] else None,
            "G": None if value[0] else False,
            "U": True if value[-1] else None if value[0] else False,
            "W": True if value[-1] else None if value[0] else False,
            "R": False if not value[-1] else True if value[0] else None,
        }[operator]
        if here is not None:
            assert position == len(values) - 1, "the path goes on after it has shown what it should"
            return here
    assert loop is not None
    return operator in "GWR"
