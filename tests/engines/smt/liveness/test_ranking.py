"""Ranks over regions: sums that steps lower, and steps whose changes cancel."""

from __future__ import annotations

from pysmt.fnode import FNode
from pysmt.typing import INT

from tests.support.present import present
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import UNLIMITED
from vsym.engines.smt.liveness.ranking import Circling, Ranking, measure, ranking
from vsym.engines.smt.liveness.regions import Edge, RegionGraph, comparisons, region_graph
from vsym.engines.smt.system import Step, TransitionSystem

ENVIRONMENT = Environment()
MANAGER = ENVIRONMENT.formula_manager
A, B, C = (MANAGER.Symbol(name, INT) for name in "ABC")
ZERO, ONE = MANAGER.Int(0), MANAGER.Int(1)


def _moved(source: FNode, target: FNode, guard: FNode | None = None) -> Step:
    """One moves from one place to another."""
    update = {source: MANAGER.Minus(source, ONE), target: MANAGER.Plus(target, ONE)}
    asked = [MANAGER.GE(source, ONE), *([] if guard is None else [guard])]
    return Step(MANAGER.And(asked), update, f"{source} -> {target}", 0)


def _all(source: FNode, target: FNode) -> Step:
    """All move from one place to another, if there are any."""
    update = {source: ZERO, target: MANAGER.Plus(target, source)}
    return Step(MANAGER.GE(source, ONE), update, f"{source} => {target}", 0)


def _graph(*steps: Step, told_apart: tuple[FNode, ...] = (), justice: tuple[FNode, ...] = ()) -> RegionGraph:
    domain = MANAGER.And([MANAGER.GE(place, ZERO) for place in (A, B, C)])
    system = TransitionSystem(ENVIRONMENT, (), (A, B, C), domain, MANAGER.TRUE(), steps, {})
    return present(region_graph(system, comparisons(system, told_apart), justice, UNLIMITED))


def _ranked(graph: RegionGraph, justice: int = 0) -> Ranking:
    found = ranking(graph, justice, UNLIMITED)
    assert isinstance(found, Ranking)
    return found


def _weights(graph: RegionGraph) -> list[int]:
    """The weights in a rank of one level and region."""
    (level,) = _ranked(graph).levels
    (total,) = level.sums.values()
    return [total.coefficients.get(place, 0) for place in (A, B, C)]


def test_a_way_that_ends_has_a_rank() -> None:
    a, b, c = _weights(_graph(_moved(A, B), _moved(B, C)))
    assert a > b > c


def test_a_way_round_has_none() -> None:
    found = ranking(_graph(_moved(A, B), _moved(B, C), _moved(C, A)), 0, UNLIMITED)
    assert isinstance(found, Circling)
    assert {edge.step for edge in found.edges} == {0, 1, 2}


def test_what_moves_many_at_once_lowers_a_sum_whatever_their_number() -> None:
    a, b, c = _weights(_graph(_all(A, C), _all(B, C)))
    assert min(a, b) > c
    assert isinstance(ranking(_graph(_all(A, C), _all(C, A)), 0, UNLIMITED), Circling)


def test_changes_that_contradict_a_sum_are_added() -> None:
    """With one in A, both steps lower 2 * B + C; with more, the first lowers B alone, and the second the rest."""
    update = {A: ZERO, B: MANAGER.Minus(B, ONE), C: MANAGER.Plus(C, A)}
    first = Step(MANAGER.And(MANAGER.GE(A, ONE), MANAGER.GE(B, ONE)), update, "first", 0)
    found = _ranked(_graph(first, _moved(C, A)))
    above, below = (next(iter(level.sums.values())).coefficients for level in found.levels)
    assert above.get(A, 0) == above.get(C, 0)
    assert above.get(B, 0) > 0
    assert below.get(C, 0) > below.get(A, 0)


def test_a_way_round_is_none_where_its_parts_are_in_different_regions() -> None:
    """There while C is empty, back only when it is not, and C never becomes empty again."""
    empty = MANAGER.LE(C, ZERO)
    there, back = _moved(A, B, empty), _moved(B, A, MANAGER.Not(empty))
    assert isinstance(ranking(_graph(there, back), 0, UNLIMITED), Circling)
    assert len(_ranked(_graph(there, back, told_apart=(empty,))).levels) == 1


def test_a_way_round_counts_only_where_each_constraint_may_hold() -> None:
    round_trip = (_moved(A, B), _moved(B, A))
    excluded = MANAGER.LE(C, MANAGER.Int(-1))
    assert _ranked(_graph(*round_trip, justice=(excluded,)), 1).unmet == {0: 0}
    assert isinstance(ranking(_graph(*round_trip, justice=(MANAGER.GE(C, ONE),)), 1, UNLIMITED), Circling)


def test_what_leaves_a_sum_as_it_is_in_one_state_does_not_lower_it() -> None:
    """The change that is known is that of a state with two in A; with none there, nothing changes."""
    emptied = Step(MANAGER.TRUE(), {A: ZERO, C: MANAGER.Plus(C, A)}, "A => C", 0)
    graph = _graph(emptied)
    (edge,) = graph.edges
    two = Edge(edge.source, edge.step, edge.target, {A: -2, C: 2}, constant=False)
    assert measure(graph, [two], UNLIMITED) is None


def test_what_leaves_a_sum_as_it_is_contradicts_only_that_it_is_lowered() -> None:
    taken = Step(MANAGER.GE(B, ONE), {B: MANAGER.Minus(B, ONE)}, "B ->", 0)
    graph = _graph(taken, _all(A, C), _all(C, A))
    found = present(measure(graph, graph.edges, UNLIMITED))
    assert {edge.step for edge in found.lowering} == {0}
    assert found.weights.coefficients.keys() == {B}
