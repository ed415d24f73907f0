"""LTL in the explicit engine: counterexamples, what recurs, limits."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.explicit.running import Bytes, decided, explore, verify
from tests.engines.explicit.systems import (
    ALL_IN_FIRST,
    BUSY,
    NOWHERE,
    SYSTEM,
    constant,
    number_of,
    readers_and_writers,
    some_in,
    transition,
)
from tests.engines.explicit.test_graph import GRAPHS, NODES, SETS, graph_of, mask
from tests.logic.ltl_formulas import implies, later
from tests.support.drawn import many
from tests.system.systems import asked, fairness
from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.source import DiagnosticError
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.linear_time import Part, part, reach, stem
from vsym.logic.formula import FALSE, TRUE, And, Formula, Not, compare
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered


def ltl(formula: Formula, name: str = "p") -> Property:
    return asked("ltl", formula, name)


def test_a_counterexample_is_a_short_stem_and_a_loop() -> None:
    """Nobody leaves L1 for good: three steps at least bring everybody back, and they repeat."""
    [verdict] = verify(SYSTEM, [ltl(later("G", implies(Not(ALL_IN_FIRST), later("G", Not(ALL_IN_FIRST)))))])
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.states == ((3, 0, 0), (2, 1, 0), (2, 0, 1), (3, 0, 0))
    assert verdict.path.loop == 0
    [verdict] = verify(SYSTEM, [ltl(later("F", later("G", Not(ALL_IN_FIRST))))])
    assert verdict.path is not None
    assert (verdict.path.loop, len(verdict.path.steps)) == (0, 3)


def test_a_deadlock_stutters() -> None:
    system = stuck(2)
    [verdict] = verify(
        system, [ltl(later("G", later("F", compare(number_of("A", system.blocks[0]), ">=", constant(1)))))]
    )
    assert verdict.outcome == "violated"
    assert verdict.path is not None
    assert verdict.path.states == ((2, 0), (1, 1), (0, 2), (0, 2))
    assert verdict.path.steps == (0, 0, None)
    assert verdict.path.loop == 2


def stuck(processes: int) -> CounterSystem:
    """Every process goes from A to B and stays there."""
    system = readers_and_writers(processes, 3)
    block = system.blocks[0]
    return replace(
        system,
        states=("A", "B"),
        transitions=(transition("A", "B", 0, some_in("A", block)),),
        initial=compare(number_of("A", block), "=", constant(processes)),
    )


def test_without_fair_paths_everything_holds() -> None:
    for constraint, outcome in ((FALSE, "holds"), (TRUE, "violated")):
        [verdict] = verify(replace(SYSTEM, fairness=fairness(constraint)), [ltl(FALSE)])
        assert verdict.outcome == outcome


def test_an_incomplete_exploration_decides_what_it_can() -> None:
    """A path that shows the first step may end with it, where no state found has known steps."""
    large = readers_and_writers(60, 8)
    exploration = explore(large, Budget(megabytes=1))
    assert not exploration.complete
    moved = compare(number_of("L1", large.blocks[0]), "<=", constant(58))
    last = compare(number_of("L8", large.blocks[0]), "<=", constant(1))
    start = compare(number_of("L1", large.blocks[0]), "=", constant(60))
    formulas = [later("G", Not(moved)), later("G", last), later("X", Not(start)), later("U", start, Not(start))]
    verdicts = decided(large, [ltl(formula) for formula in formulas], exploration)
    # The first step violates the first and decides the last two; among the states found, nothing violates the second.
    assert [verdict.outcome for verdict in verdicts] == ["violated", "unknown", "holds", "holds"]
    assert verdicts[1].reason == "the memory limit was reached"
    [at_once] = decided(large, [ltl(later("X", start))], exploration)
    assert (at_once.outcome, at_once.path is not None) == ("violated", True)


def test_initial_states_not_yet_found_may_violate() -> None:
    exploration = explore(SYSTEM, Budget(deadline=time.monotonic() - 1))
    assert not exploration.all_initial
    verdicts = decided(SYSTEM, [ltl(FALSE), ltl(TRUE)], exploration)
    assert [verdict.outcome for verdict in verdicts] == ["unknown", "unknown"]


def test_limits_leave_it_undecided() -> None:
    exploration = explore(SYSTEM)
    apart = Not(ALL_IN_FIRST)
    recurring, lasting = ltl(later("G", later("F", apart))), ltl(later("F", later("G", apart)))
    for prop in (recurring, lasting):
        [late] = decided(SYSTEM, [prop], exploration, Budget(deadline=time.monotonic() - 1))
        assert (late.outcome, late.reason) == ("unknown", "the time limit was reached")
    # Only what needs an automaton needs room for a product.
    without, product = decided(SYSTEM, [recurring, lasting], exploration, Bytes(bytes=100))
    assert without.outcome == "holds"
    assert (product.outcome, product.reason) == ("unknown", "the memory limit was reached")
    assert decided(SYSTEM, [lasting], exploration)[0].outcome == "violated"


def test_what_a_bad_start_is_shown_by_goes_on_for_ever() -> None:
    """The first step decides."""
    [verdict] = decided(SYSTEM, [ltl(later("X", ALL_IN_FIRST))], explore(SYSTEM))
    assert verdict.path is not None
    assert (len(verdict.path.steps), verdict.path.loop) == (4, 1)


def test_what_is_no_single_logic_is_refused() -> None:
    mixed = ltl(later("G", later("EF", BUSY)))
    reverse = Property("q", "ctl", later("AG", later("F", BUSY)), "", NOWHERE)
    system = lowered(SYSTEM)
    refusals = [ENGINE.accepts(system, prop) for prop in (mixed, reverse)]
    assert [refusal.code for refusal in refusals if refusal] == ["VS401", "VS401"]
    assert ENGINE.accepts(system, ltl(BUSY)) is None
    assert ENGINE.accepts(system, replace(mixed, formula=And((later("F", BUSY), BUSY)))) is None
    with pytest.raises(DiagnosticError, match="`p` mixes operators"):
        verify(SYSTEM, [ltl(BUSY), mixed])


EDGES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), SETS), max_size=6)


@settings(max_examples=many(15), deadline=None)
@given(GRAPHS, EDGES, SETS, st.integers(0, 2))
def test_pairs(
    rows: list[list[int]], drawn: list[tuple[int, int, frozenset[int]]], starts: frozenset[int], first: int
) -> None:
    edges = [(source, target, mask(NODES, *guard)) for source, target, guard in drawn]
    graph = graph_of(rows)
    pairs = reach(graph, 3, edges, (first, np.array(sorted(starts))), Budget())
    expected = {(first, node): 0 for node in starts}
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for state, node in (queue := list(expected)):
        following[state, node] = [
            (target, after)
            for source, target, guard in drawn
            if source == state and node in guard
            for after in rows[node]
        ]
        for pair in following[state, node]:
            if pair not in expected:
                expected[pair] = expected[state, node] + 1
                queue.append(pair)
    assert {(q, s): length for (q, s), length in np.ndenumerate(pairs) if length >= 0} == expected
    for pair, length in expected.items():
        assert len(stem(graph, edges, pairs, pair)) == length + 1
    inside = {0, 1, 2}
    for _ in range(3):
        inside = {source for source, target, _ in drawn if {source, target} <= inside}
    kept = [edge for edge in edges if {edge[0], edge[1]} <= inside]
    check_part(part(graph, kept, pairs, Budget()), inside, following)


def check_part(found: Part, inside: set[int], following: dict[tuple[int, int], list[tuple[int, int]]]) -> None:
    """Its nodes are the pairs of some automaton states, with the edges between them."""
    nodes = list(zip(found.automaton_states.tolist(), found.states.tolist(), strict=True))
    assert sorted(nodes) == sorted(pair for pair in following if pair[0] in inside)
    for number, pair in enumerate(nodes):
        targets = [nodes[target] for target in found.graph.successors(np.array([number]))]
        assert sorted(targets) == sorted(target for target in following[pair] if target[0] in inside)


def test_a_stem_follows_the_guards() -> None:
    # From 0 both 1 and 2 lead to 3, but the automaton goes on from 2 only.
    graph = graph_of([[1, 2], [3], [3], [3]])
    edges = [(0, 1, mask(4, 0)), (1, 2, mask(4, 2))]
    pairs = reach(graph, 3, edges, (0, np.array([0])), Budget())
    assert stem(graph, edges, pairs, (2, 3)) == [0, 2, 3]


def test_memory_is_bounded_before_it_is_used() -> None:
    graph = graph_of([[0, 1], [0]])
    edges = [(0, 0, mask(2, 0, 1))]
    starts = (0, np.array([0]))
    with pytest.raises(LimitReachedError, match="memory"):
        reach(graph, 1, edges, starts, Bytes(bytes=10))
    pairs = reach(graph, 1, edges, starts, Bytes(bytes=100))
    with pytest.raises(LimitReachedError, match="memory"):
        part(graph, edges, pairs, Bytes(bytes=200))
    assert part(graph, edges, pairs, Bytes(bytes=1000)).graph.size == 2
