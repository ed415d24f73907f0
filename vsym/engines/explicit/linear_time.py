"""LTL on an explored graph: no fair path may satisfy the negation (Vardi and Wolper, LICS 1986)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vsym.basics.limits import check
from vsym.engines.explicit.fair import fair_components, fair_cycle
from vsym.engines.explicit.paths import Finding
from vsym.engines.explicit.product import GuardedEdge, Pairs, part, reach, stem
from vsym.engines.explicit.structure import Structure
from vsym.engines.explicit.valuation import Valuation
from vsym.logic.automaton import recurrent, translate
from vsym.logic.explaining import Route
from vsym.logic.formula import Formula, negate
from vsym.logic.ltl import recurring


def refute(valuation: Valuation, formula: Formula) -> Finding:
    """Look for a fair path from an initial state on which an LTL formula fails: if it is violated, a lasso.

    The lasso has a shortest stem. In an incomplete exploration, a path among the expanded states is real, and without
    one the formula holds if no path that may violate it leaves them; else it is unknown. Raises LimitReachedError at
    the deadline and before it needs more memory than it may take.
    """
    exploration, where, budget = valuation.exploration, valuation.where, valuation.budget
    rest, conditions = recurring(negate(formula))
    automaton = translate(rest, lambda: check(budget.deadline))
    edges = [(source, target, where(guard)) for source, target, guard in automaton.edges]
    starts = (automaton.initial, np.arange(exploration.initial))
    graph = exploration.graph
    pairs = reach(graph, automaton.states, edges, starts, budget)
    around = {state: component for component in recurrent(automaton) for state in component}
    cyclic = [edge for edge in edges if edge[1] in around.get(edge[0], ())]
    product = part(graph, cyclic, pairs, budget)
    goals = [np.isin(product.automaton_states, list(accepting)) for accepting in automaton.acceptance]
    goals += [states[product.states] for states in (*valuation.justice, *map(where, conditions))]
    everything = np.ones(product.graph.size, dtype=np.bool_)
    components = fair_components(product.graph, everything, goals, budget.deadline)
    ends = np.flatnonzero(components.mask)
    if ends.size:
        lengths = pairs.distance[product.automaton_states[ends], product.states[ends]]
        entry = int(ends[lengths.argmin()])
        cycle = fair_cycle(product.graph, components, goals, entry, budget.deadline)
        end = (int(product.automaton_states[entry]), int(product.states[entry]))
        path = stem(graph, edges, pairs, end)
        loop = product.states[np.array(cycle[1:])].tolist()
        return "violated", Route((*path, *loop), len(path) - 1)
    decided = exploration.all_initial and not _leaves(exploration, edges, pairs)
    return ("holds" if decided else "unknown"), None


def _leaves(exploration: Structure, edges: Iterable[GuardedEdge], pairs: Pairs) -> bool:
    """Whether a run may go on from a state of which the successors are not known."""
    for source, _, guard in edges:
        states = pairs.with_automaton_state(source)
        last = states[states >= exploration.expanded]
        if (guard[last] | (last >= exploration.judged)).any():
            return True
    return False
