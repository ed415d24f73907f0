"""Why a CTL formula holds or fails in a state: a path, for the outermost operators that one path can explain."""

from __future__ import annotations

import numpy as np
from typing_extensions import assert_never

from vsym.engines.explicit.fair import fair_lasso
from vsym.engines.explicit.graph import Nodes, distances
from vsym.engines.explicit.lasso import Route, descent, lasso
from vsym.engines.explicit.valuation import Valuation
from vsym.logic.ctl import (
    Conjunction,
    Disjunction,
    Equivalence,
    ExistsGlobally,
    ExistsNext,
    ExistsUntil,
    Negation,
    Predicate,
)
from vsym.logic.shape import is_told


def explain(valuation: Valuation, number: int, positive: bool, starts: Nodes) -> Route:
    """A real path from one of `starts` that shows why a node holds (`positive`) or fails.

    In every start it must hold, or fail, for sure. Until is shown by a shortest path to its goal, EG by a lasso. Where
    a path ends, some fair path begins, and what remains to be shown is explained in turn, as far as paths can. Of
    several things to be shown together only the first that a path can show is, of alternatives the one with the
    shortest path. Raises LimitReachedError at the valuation's deadline.
    """
    node = valuation.reduction.nodes[number]
    match node:
        case Predicate() | Equivalence():
            return Route((int(starts[0]),))
        case Negation(operand):
            return explain(valuation, operand, not positive, starts)
        case Conjunction(parts) | Disjunction(parts):
            if isinstance(node, Conjunction) == positive:
                return _all(valuation, parts, positive, starts)
            return _one(valuation, parts, positive, starts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally() if not positive:
            return Route((int(starts[0]),))
        case ExistsNext(operand):
            return _next(valuation, operand, starts)
        case ExistsUntil(left, right):
            return _until(valuation, left, right, starts)
        case ExistsGlobally(operand):
            return _globally(valuation, number, starts)
    assert_never(node)


def _all(valuation: Valuation, parts: tuple[int, ...], positive: bool, starts: Nodes) -> Route:
    told = [part for part in parts if is_told(valuation.reduction.nodes, part, positive)]
    return explain(valuation, told[0], positive, starts) if told else Route((int(starts[0]),))


def _one(valuation: Valuation, parts: tuple[int, ...], positive: bool, starts: Nodes) -> Route:
    routes = []
    for part in parts:
        extent = valuation.extent(part)
        fitting = starts[extent.sure[starts] if positive else ~extent.possible[starts]]
        if fitting.size:
            routes.append(explain(valuation, part, positive, fitting))
    return min(routes, key=lambda route: len(route.path))


def _next(valuation: Valuation, operand: int, starts: Nodes) -> Route:
    graph = valuation.exploration.graph
    targets = np.unique(graph.successors(starts)).astype(np.int64)
    route = explain(valuation, operand, True, targets[valuation.target(operand).sure[targets]])
    sources = graph.reversed.successors(np.array([route.path[0]]))
    source = int(sources[np.isin(sources, starts)][0])
    return route.after([source, route.path[0]])


def _until(valuation: Valuation, left: int, right: int, starts: Nodes) -> Route:
    graph = valuation.exploration.graph
    goal, inside = valuation.target(right).sure, valuation.extent(left).sure
    distance = distances(graph.reversed, goal, inside, valuation.deadline)
    # Every start reaches the goal, so none is marked as unreached.
    path = descent(graph, distance, int(starts[distance[starts].argmin()]))
    return explain(valuation, right, True, np.array(path[-1:])).after(path)


def _globally(valuation: Valuation, number: int, starts: Nodes) -> Route:
    graph, inside = valuation.exploration.graph, valuation.extent(number).sure
    if not valuation.justice:
        return lasso(graph, inside, starts, valuation.deadline)
    return fair_lasso(graph, inside, valuation.components(inside), valuation.justice, starts, valuation.deadline)
