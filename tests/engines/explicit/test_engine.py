"""The explicit engine's traces: they end where they have shown what they should, by shortest ways."""

from __future__ import annotations

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import many
from tests.engines.explicit.running import verify
from tests.engines.explicit.systems import some_in, transition
from tests.system.generated import CTL_BINARY, CTL_UNARY, systems
from tests.system.judging import distances, structure
from tests.system.systems import ctl
from vsym.basics.limits import Budget
from vsym.engines.explicit.engine import ENGINE
from vsym.logic.formula import Temporal, TemporalOperator, disjunction, negate
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import Block, CounterSystem
from vsym.system.report import Silence
from vsym.system.result import Path
from vsym.system.step import holds
from vsym.system.system import System


@settings(max_examples=many(15), deadline=None)
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
