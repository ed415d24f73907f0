"""LTL on an explored graph: no fair path may satisfy the negation (Vardi and Wolper, LICS 1986).

In a pair of a system's state and an automaton's state, a step of the system and an edge of the automaton whose guard
holds in the system's state go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, check
from vsym.engines.explicit.graph import NONE, UNREACHED, Graph, Nodes, fair_components, fair_cycle
from vsym.engines.explicit.stepping import Finding
from vsym.engines.explicit.table import Mask, Numbers
from vsym.engines.explicit.valuation import Structure, Valuation
from vsym.logic.automaton import recurrent, translate
from vsym.logic.bounds import Side
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula, negate
from vsym.logic.ltl import recurring

# The bytes of a pair; and, in a part made into a graph, of a node and an edge, with the search for components on it.
_PAIR_BYTES = 5

_NODE_BYTES = 60

_EDGE_BYTES = 44


def refute(valuation: Valuation, formula: Formula, side: Side = "sure") -> Finding:
    """Look for a fair path from an initial state on which an LTL formula fails: if it is violated, a lasso.

    Of steps and predicates with two bounds, one side has its paths: it is sure, or possible, that one of them fails.

    The lasso has a shortest stem. In an incomplete exploration, a path among the expanded states is real, and without
    one the formula holds if no path that may violate it leaves them; else it is unknown. Raises LimitReachedError at
    the deadline and before it needs more memory than it may take.
    """
    exploration, budget = valuation.exploration, valuation.budget

    def where(predicate: Formula) -> Mask:
        return valuation.where(predicate, side)

    rest, conditions = recurring(negate(formula))
    automaton = translate(rest, lambda: check(budget.deadline))
    edges = [(source, target, where(guard)) for source, target, guard in automaton.edges]
    starts = (automaton.initial, np.arange(exploration.initial))
    graph = valuation.graph(side)
    pairs = reach(graph, automaton.states, edges, starts, budget)
    around = {state: component for component in recurrent(automaton) for state in component}
    cyclic = [edge for edge in edges if edge[1] in around.get(edge[0], ())]
    product = part(graph, cyclic, pairs, budget)
    goals = [np.isin(product.automaton_states, list(accepting)) for accepting in automaton.acceptance]
    goals += [states[product.states] for states in (*valuation.justice(side), *map(where, conditions))]
    everything = np.ones(product.graph.size, dtype=np.bool_)
    components = fair_components(product.graph, everything, goals, budget.deadline)
    ends = np.flatnonzero(components != NONE)
    if ends.size:
        lengths = pairs[product.automaton_states[ends], product.states[ends]]
        entry = int(ends[lengths.argmin()])
        cycle = fair_cycle(product.graph, components, goals, entry, budget.deadline)
        end = (int(product.automaton_states[entry]), int(product.states[entry]))
        path = stem(graph, edges, pairs, end)
        loop = product.states[np.array(cycle[1:])].tolist()
        return "violated", Route((*path, *loop), len(path) - 1)
    decided = exploration.all_initial and not _leaves(exploration, edges, pairs)
    return ("holds" if decided else "unknown"), None


def _leaves(exploration: Structure, edges: Iterable[GuardedEdge], pairs: Numbers) -> bool:
    """Tells if a run may go on from a state of which the successors are not known."""
    for source, _, guard in edges:
        states = np.flatnonzero(pairs[source] != UNREACHED)
        last = states[states >= exploration.expanded]
        if (guard[last] | (last >= exploration.judged)).any():
            return True
    return False


GuardedEdge: TypeAlias = tuple[int, int, Mask]
"""An automaton edge: its source, its target and the states of the system in which its guard holds."""


@frozen(eq=False)
class Part:
    """Some of the reached pairs as a graph; node i pairs system state `states[i]` with `automaton_states[i]`."""

    graph: Graph
    states: Numbers
    automaton_states: Numbers


def reach(
    graph: Graph,
    automaton_states: int,
    edges: Sequence[GuardedEdge],
    starts: tuple[int, Nodes],
    budget: Budget,
) -> Numbers:
    """For each automaton state and state of the system the length of a shortest path to this pair from an automaton
    state with some states of the system, or UNREACHED, breadth first.

    Raises LimitReachedError at the deadline, and before it needs more memory than it may take.
    """
    if (automaton_states + 1) * graph.size * _PAIR_BYTES > budget.max_bytes:
        raise LimitReachedError("memory")
    distance = np.full((automaton_states, graph.size), UNREACHED, dtype=np.int32)
    distance[starts] = 0
    chosen = np.empty(graph.size, dtype=np.int32)
    frontier = {starts[0]: starts[1]}
    length = 0
    while frontier:
        check(budget.deadline)
        length += 1
        fresh: dict[int, list[Nodes]] = {}
        for source, target, guard in edges:
            if source in frontier:
                rows = frontier[source]
                reached = graph.successors(rows[guard[rows]])
                reached = reached[distance[target, reached] == UNREACHED]
                distance[target, reached] = length
                order = np.arange(len(reached), dtype=np.int32)
                chosen[reached] = order
                fresh.setdefault(target, []).append(reached[chosen[reached] == order].astype(np.int64))
        joined = {target: np.concatenate(parts) for target, parts in fresh.items()}
        frontier = {target: states for target, states in joined.items() if states.size}
    return distance


def stem(graph: Graph, edges: Iterable[GuardedEdge], pairs: Numbers, end: tuple[int, int]) -> list[int]:
    """The system's states on a shortest path to a pair that was reached, given as automaton state and system state."""
    number, state = end
    path = [state]
    while left := int(pairs[number, state]):
        before = graph.reversed.successors(np.array([state]))
        for source, target, guard in edges:
            if target == number:
                nearer = before[guard[before] & (pairs[source, before] == left - 1)]
                if nearer.size:
                    number, state = source, int(nearer[0])
                    break
        path.append(state)
    return path[::-1]


def part(graph: Graph, edges: Sequence[GuardedEdge], pairs: Numbers, budget: Budget) -> Part:
    """The reached pairs of the automaton states that the given edges leave, joined by these edges.

    They must lead to such states again. Raises LimitReachedError at the deadline, and before it needs more memory
    than it may take.
    """
    sources = sorted({source for source, _, _ in edges})
    members = {source: np.flatnonzero(pairs[source] != UNREACHED) for source in sources}
    sizes = [len(states) for states in members.values()]
    firsts = dict(zip(members, np.cumsum([0, *sizes[:-1]]).tolist() if sizes else [], strict=True))
    active = [(source, target, members[source][guard[members[source]]]) for source, target, guard in edges]
    total = sum(int(graph.degrees[rows].sum()) for _, _, rows in active)
    if len(members) * graph.size * _PAIR_BYTES + sum(sizes) * _NODE_BYTES + total * _EDGE_BYTES > budget.max_bytes:
        raise LimitReachedError("memory")
    numbers: dict[int, NDArray[np.int32]] = {}
    for number, states in members.items():
        numbers[number] = np.empty(graph.size, dtype=np.int32)
        numbers[number][states] = np.arange(firsts[number], firsts[number] + len(states))
    degrees = np.zeros(sum(sizes), dtype=np.int64)
    for source, _, rows in active:
        degrees[numbers[source][rows]] += graph.degrees[rows]
    offsets = np.zeros(len(degrees) + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    targets = np.empty(total, dtype=np.int32)
    place = offsets[:-1].copy()
    for source, target, rows in active:
        check(budget.deadline)
        nodes, counts = numbers[source][rows], graph.degrees[rows]
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        targets[np.repeat(place[nodes], counts) + within] = numbers[target][graph.successors(rows)]
        place[nodes] += counts
    paired = np.concatenate([np.empty(0, dtype=np.int64), *members.values()]).astype(np.int32)
    automaton_states = np.repeat(np.array(list(members), dtype=np.int32), sizes)
    return Part(Graph(offsets, targets, len(paired)), paired, automaton_states)
