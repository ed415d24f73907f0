"""LTL on an explored graph: no fair path may satisfy the negation (Vardi and Wolper, LICS 1986)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vsym.engines.exploration import Exploration
from vsym.engines.fair import fair_components, fair_lasso, shortened
from vsym.engines.lasso import Route
from vsym.engines.limits import check
from vsym.engines.packing import Mask
from vsym.engines.product import GuardedEdge, Product, product
from vsym.formula import Formula, negate
from vsym.logic.automaton import recurrent, translate
from vsym.logic.ltl_recurring import recurring


@dataclass(frozen=True)
class Refutation:
    """Whether a formula holds on all fair paths; if it is violated, a lasso on which it fails."""

    outcome: Literal["holds", "violated", "unknown"]
    route: Route | None = None


def refute(
    exploration: Exploration,
    formula: Formula,
    justice: Sequence[Mask],
    where: Callable[[Formula], Mask],
    deadline: float | None,
    max_bytes: int,
) -> Refutation:
    """Look for a fair path from an initial state on which an LTL formula fails.

    Fair paths meet each set of `justice` again and again; `where` evaluates predicates. In an incomplete exploration,
    a path among the expanded states is real, and without one the formula holds if no path that may violate it leaves
    them; else it is unknown. Raises LimitReachedError at the deadline and before it needs more than `max_bytes`.
    """
    rest, conditions = recurring(negate(formula))
    automaton = translate(rest, lambda: check(deadline))
    edges = [(source, target, where(guard)) for source, target, guard in automaton.edges]
    starts = np.arange(exploration.initial)
    pairs = product(exploration.graph, automaton.states, edges, (automaton.initial, starts), deadline, max_bytes)
    goals = [pairs.members(accepting) for accepting in automaton.acceptance]
    goals += [pairs.lifted(states) for states in (*justice, *map(where, conditions))]
    core = pairs.members(recurrent(automaton))
    components = fair_components(pairs.graph, core, goals, deadline)
    if components.mask.any():
        first = pairs.nodes(automaton.initial, starts)
        route = fair_lasso(pairs.graph, np.ones_like(core), components, goals, first, deadline)
        path = tuple(pairs.states[np.array(route.path)].tolist())
        return Refutation("violated", shortened(Route(path, route.loop)))
    decided = exploration.all_initial and not _leaves(exploration, edges, pairs)
    return Refutation("holds" if decided else "unknown")


def _leaves(exploration: Exploration, edges: Sequence[GuardedEdge], pairs: Product) -> bool:
    """Whether a run may go on from a state of which the successors are not known."""
    for source, _, guard in edges:
        states = pairs.states[pairs.starts[source] : pairs.starts[source + 1]]
        states = states[states >= exploration.expanded]
        if guard[states].any():
            return True
    return False
