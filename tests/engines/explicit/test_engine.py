"""The explicit engine's traces: each takes shortest ways and ends as soon as it has shown its verdict."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import cast

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.engines.explicit.running import verify
from tests.engines.explicit.systems import pick, predicate_from, some_in, term_from, transition
from tests.support.drawn import many
from tests.system.generated import CTL_BINARY, CTL_UNARY, systems
from tests.system.judging import distances, structure
from tests.system.systems import X, Y, Z, at, ctl, of, registers, variable
from vsym.basics.limits import Budget
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.exploration import Exploration, explore
from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.explicit.stepping import value_of
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.system.report import Silence
from vsym.system.result import Path
from vsym.system.step import OutsideRangeError, Vector, holds, is_initial, step_between
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, evaluate


@settings(max_examples=many(8), deadline=None)
@given(systems(fairness=False), st.sampled_from([*CTL_UNARY, *CTL_BINARY]))
def test_traces_show_what_they_should(system: System, name: TemporalOperator) -> None:
    first, second = system.properties[0].formula, cast(Temporal, system.properties[1].formula).operands[0]
    operands = (first,) if name[1] in "XFG" else (first, second)
    [verdict] = ENGINE.verify(system, [ctl(name, *operands)], Budget(), Silence()).verdicts
    if verdict.path is None or (name[0] == "E") != (verdict.outcome == "holds"):
        assert verdict.path is None or len(verdict.path.states) == 1
        return
    values = [tuple(holds(system, operand, state) for operand in operands) for state in verdict.path.states]
    assert _satisfies(name[1], values, verdict.path.loop) == (name[0] == "E")
    if name == "EU":
        nearest = distances(structure(system), first)
        assert len(verdict.path.steps) == min(n for state, n in nearest.items() if holds(system, second, state))


def test_a_step_of_a_witness_begins_where_the_one_before_ends() -> None:
    # B is two steps away by C only, but its first predecessor is the initial state itself.
    block = Block("all", Processes.of([(1, 1)]), ())
    arrows = (("A", "B"), ("A", "C"), ("C", "B"), ("B", "A"))
    moves = tuple(transition(source, target, 0, some_in(source, block)) for source, target in arrows)
    system = CounterSystem("detour", ("A", "B", "C"), (block,), (), some_in("A", block), moves, (), ())
    [verdict] = verify(system, [ctl("EX", Temporal("EX", (some_in("B", block),)))])
    assert verdict.path is not None
    assert (verdict.path.kind, verdict.path.steps) == ("witness", (1, 2))
    assert verdict.path.states == ((1, 0, 0), (0, 0, 1), (0, 1, 0))


def test_what_remains_at_the_end_of_a_path_is_explained() -> None:
    block = Block("all", Processes.of([(1, 1)]), ())
    arrows = (("A", "B"), ("B", "A"), ("B", "C"))
    moves = tuple(transition(source, target, 0, some_in(source, block)) for source, target in arrows)
    system = CounterSystem("trap", ("A", "B", "C"), (block,), (), some_in("A", block), moves, (), ())
    inevitable = disjunction([negate(some_in("B", block)), Temporal("AF", (some_in("A", block),))])
    [verdict] = verify(system, [ctl("AG", inevitable)])
    assert verdict.path == Path("counterexample", ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1)), (0, 2, None), loop=2)


def _satisfies(operator: str, values: list[tuple[bool, ...]], loop: int | None) -> bool:
    """True if a path satisfies a path formula, False if it violates it; raises AssertionError if it decides neither."""
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


ONE = Linear((), 1)
VECTORS = list(product(range(-1, 3), range(3), range(-3, 2)))


def explored(system: System) -> Exploration:
    return explore(system, Budget(), Silence())


def states_of(exploration: Exploration) -> list[Vector]:
    return exploration.stepper.layout.unpack(exploration.keys)


@settings(max_examples=many(7), deadline=None)
@given(systems())
@example(registers())
@example(replace(registers(), initial=at("x", ">=", 1), domain=compare(X + Y, "<=", Z + Linear((), 2))))
def test_states_and_steps_are_those_of_the_plain_semantics(system: System) -> None:
    _check_steps(system)


def test_states_and_steps_of_counters_are_those_of_the_plain_semantics() -> None:
    _check_steps(
        of("""system turns
states A, B, C
group P of 2
group Q of 1
shared turn : 0..3 = 2
init A
trans A -> B if turn > 0 do turn := turn - 1
trans B -> C { Q: #A > 0 }
trans C -> A if turn = 0 do turn := 3""")
    )


def _check_steps(system: System) -> None:
    exploration = explored(system)
    found = states_of(exploration)
    whole = structure(system)
    length = distances(whole)
    assert tuple(found[: exploration.initial]) == whole.initial
    assert (set(found), len(found)) == (set(whole.steps), len(whole.steps))
    assert [length[vector] for vector in found] == sorted(length.values())
    assert exploration.depth == max(length.values(), default=0)
    assert [found[number] for number in exploration.deadlocked] == [v for v in found if not whole.steps[v]]
    graph, stepper = exploration.graph, exploration.stepper
    for number, vector in enumerate(found):
        targets = graph.successors(np.array([number]))
        assert [found[target] for target in targets] == ([t for _, t in whole.steps[vector]] or [vector])
        sources = np.full(len(targets), number)
        labels = stepper.labels(exploration.keys[sources], exploration.keys[targets])
        assert labels == [step_between(system, vector, found[target]) for target in targets]


def test_a_path_by_updates_of_every_kind() -> None:
    system = registers()
    full = conjunction([at("x", "=", 3), at("z", "=", 4)])
    answer = ENGINE.verify(system, [ctl("EF", full)], Budget(), Silence())
    [verdict] = answer.verdicts
    assert answer.reached is not None
    assert (verdict.outcome, answer.reached.states) == ("holds", len(states_of(explored(system))))
    assert verdict.path is not None
    assert verdict.path.states == ((0, 3, 0), (3, 0, 0), (3, 0, 4))
    assert verdict.path.steps == (0, 2)


def term(draw: st.DrawFn, depth: int) -> Term:
    names = [Named(name) for name in "xyz"]
    match pick(draw, ("linear", "case", "quotient", "remainder")) if depth else "linear":
        case "case":
            branches = ((predicate_from(draw, names, 1), term(draw, depth - 1)) for _ in range(pick(draw, (1, 2, 0))))
            return Case(tuple(branches), term(draw, depth - 1))
        case "quotient":
            return Quotient(term(draw, depth - 1), pick(draw, (2, 1, 3, 2**70)))
        case "remainder":
            return Remainder(term(draw, depth - 1), pick(draw, (2, 1, 3, 2**70)))
    return term_from(draw, names) * pick(draw, (1, 1, 2**70))


@settings(max_examples=many(15), deadline=None)
@given(st.data())
def test_terms_over_arrays_are_terms_state_by_state(data: st.DataObject) -> None:
    drawn = data.draw(st.composite(lambda draw: term(draw, 3))())
    system = System("three", (variable("x", -1, 2), variable("y", 0, 2), variable("z", -3, 1)), TRUE, TRUE, ())
    value = value_of(system, drawn)
    table = np.array(VECTORS)
    found = value.of({place: table[:, place] for place in value.positions}, len(table))
    assert found.tolist() == [evaluate(drawn, lambda atom: vector[system.positions[atom]]) for vector in VECTORS]  # noqa: B023


def stepping_anywhere(guard: Formula, name: str, update: Term) -> System:
    return replace(registers(), initial=TRUE, events=(Event("e", "the event", guard, ((name, update),)),))


@pytest.mark.parametrize(
    ("name", "update", "value"),
    [("x", X + ONE, 4), ("y", Y - ONE, -1), ("z", X + Y, 5), ("z", Quotient(X - ONE, 2), -1)],
)
def test_what_leaves_a_range_is_noticed(name: str, update: Term, value: int) -> None:
    with pytest.raises(OutsideRangeError, match=f"`the event` sets `{name}` to {value}$"):
        explored(stepping_anywhere(TRUE, name, update))


@pytest.mark.parametrize(("guard", "checked"), [(at("x", "<=", 2), 0), (at("x", "=", 2), 0), (at("x", "!=", 3), 1)])
def test_shifts_that_a_guard_bounds_are_not_checked(guard: Formula, checked: int) -> None:
    exploration = explored(stepping_anywhere(guard, "x", X + ONE))
    assert exploration.complete
    assert len(exploration.stepper.moves[0].assignments) == checked


def test_a_sum_bounds_what_keeps_it() -> None:
    """Moved from x to y, what adds up to 3 leaves no range, unless another event adds to it from nowhere."""
    move = Event("move", "move", at("x", ">=", 1), (("x", X - ONE), ("y", Y + ONE)))
    system = System(
        name="moving",
        variables=(variable("x", 0, 3), variable("y", 0, 3)),
        domain=compare(X + Y, "=", Linear((), 3)),
        initial=at("y", "=", 0),
        events=(move,),
    )
    exploration = explored(system)
    assert exploration.states == 4
    assert not exploration.stepper.moves[0].assignments
    adding = Event("add", "add", at("x", "<=", 2), (("x", X + ONE),))
    with pytest.raises(OutsideRangeError, match="`move` sets `y` to 4"):
        explored(replace(system, events=(move, adding)))


def test_a_step_that_no_range_has_room_for_is_never_taken() -> None:
    """A field of no bits may stand past the last bit of a word."""
    variables = (variable("x", 0, 2**60 - 1), variable("y", 0, 7), variable("z", 5, 5), variable("w", 0, 0))
    w = linear([(Named("w"), 1)])
    never = Event("e", "e", at("x", ">=", 2**60), (("z", Z + ONE), ("w", w - ONE)))
    system = System("narrow", variables, compare(Z + w, "=", Linear((), 5)), at("x", "=", 1), (never,))
    assert len(explored(system).deadlocked) == 8


@settings(max_examples=many(7), deadline=None)
@given(systems())
def test_initial_states(system: System) -> None:
    system = replace(system, initial=system.properties[0].formula)
    found = [tuple(vector) for batch in initial_vectors(system) for vector in batch.tolist()]
    everything = product(*(range(low, high + 1) for low, high in system.ranges))
    assert found == [vector for vector in everything if is_initial(system, vector)]


def test_a_sum_leaves_one_initial_state_of_many() -> None:
    sizes = replace(
        registers(), variables=(variable("x", 0, 10**18), variable("y", 0, 10**18), variable("z", 0, 10**18))
    )
    total = compare(X + Y + Z, "=", Linear((), 3 * 10**18))
    assert [batch.tolist() for batch in initial_vectors(replace(sizes, initial=TRUE, domain=total))] == [[[10**18] * 3]]
