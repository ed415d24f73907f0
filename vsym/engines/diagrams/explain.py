"""Why a CTL formula holds or fails in a state, as a path through a decision diagram's states."""

from __future__ import annotations

from typing_extensions import assert_never

from vsym.diagrams import StateSet
from vsym.engines.diagrams.paths import Route, lasso, shortest
from vsym.engines.diagrams.sets import Valuation
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
from vsym.logic.formula import TRUE
from vsym.logic.shape import is_told


def explain(valuation: Valuation, number: int, *, positive: bool, starts: StateSet) -> Route:
    """A path from one of `starts`, in all of which a node holds (`positive`) or fails, that shows why.

    An until gives a shortest path to its goal, an EG a lasso; from where a path ends, what remains to be shown is
    explained in turn as long as a path can. Under fairness constraints a path that ends could go on as a fair one.
    """
    node = valuation.reduction.nodes[number]
    match node:
        case Predicate() | Equivalence():
            return _here(valuation, starts)
        case Negation(operand):
            return explain(valuation, operand, positive=not positive, starts=starts)
        case Conjunction(parts) | Disjunction(parts):
            if isinstance(node, Conjunction) == positive:
                return _all(valuation, parts, positive=positive, starts=starts)
            return _one(valuation, parts, positive=positive, starts=starts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally() if not positive:
            return _here(valuation, starts)
        case ExistsNext(operand):
            goal = valuation.extent(operand) & valuation.fair
            successors = valuation.after(starts) & goal
            route = explain(valuation, operand, positive=True, starts=successors)
            first = valuation.encoding.single(route.states[0])
            start = valuation.encoding.pick(valuation.before(first) & starts)
            return route.after((start, route.states[0]))
        case ExistsUntil(left, right):
            goal = valuation.extent(right) & valuation.fair
            inside = None if valuation.reduction.nodes[left] == Predicate(TRUE) else valuation.extent(left)
            path = shortest(valuation, starts, inside, goal)
            assert path is not None
            end = valuation.encoding.single(path[-1])
            return explain(valuation, right, positive=True, starts=end).after(path)
        case ExistsGlobally():
            return lasso(valuation, starts, valuation.extent(number))
    assert_never(node)


def _here(valuation: Valuation, starts: StateSet) -> Route:
    return Route((valuation.encoding.pick(starts),))


def _all(valuation: Valuation, parts: tuple[int, ...], *, positive: bool, starts: StateSet) -> Route:
    """Of several things that must all be shown, the first that a path can show."""
    told = [part for part in parts if is_told(valuation.reduction.nodes, part, positive)]
    return explain(valuation, told[0], positive=positive, starts=starts) if told else _here(valuation, starts)


def _one(valuation: Valuation, parts: tuple[int, ...], *, positive: bool, starts: StateSet) -> Route:
    """Of alternatives, the one with the shortest path."""
    routes = []
    for part in parts:
        extent = valuation.extent(part)
        fitting = starts & extent if positive else starts - extent
        if fitting:
            routes.append(explain(valuation, part, positive=positive, starts=fitting))
    return min(routes, key=lambda route: len(route.states))
