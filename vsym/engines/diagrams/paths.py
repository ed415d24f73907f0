"""Shortest paths through sets of states in a decision diagram, layer by layer from both ends, and lassos: a path into a
cycle that stays in a set and meets every fairness constraint.

Where layers take too long, a path goes by runs: one event as often as it takes, then another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise

from vsym.diagrams import StateSet
from vsym.engines.diagrams.sets import PATIENCE, Valuation
from vsym.logic.explaining import Route
from vsym.system.step import Vector

LAYERS = 64
"""The most steps up to which `short` finds a shortest path."""

FURTHER = 63
"""The most steps by which a path goes on before a cycle is sought again."""


def short(valuation: Valuation, starts: StateSet, inside: StateSet | None, goal: StateSet) -> tuple[Vector, ...] | None:
    """A path as `shortest` finds it; one of more steps than LAYERS is of few runs instead, where there is such a one.

    Layers cost their number times their size, which for tokens that move one by one is more than quadratic.
    """
    if valuation.encoding.automaton is not None or not valuation.stepwise:
        return shortest(valuation, starts, inside, goal)
    with suppress(_TooLongError):
        return _layered(valuation, starts, inside, goal, LAYERS)
    with suppress(_TooLongError):
        return _by_runs(valuation, starts, goal, valuation.reachable if inside is None else inside, LAYERS)
    return shortest(valuation, starts, inside, goal)


def shortest(
    valuation: Valuation, starts: StateSet, inside: StateSet | None, goal: StateSet
) -> tuple[Vector, ...] | None:
    """A shortest path from `starts` to `goal` whose states before the last are in `inside`; None if there is none.

    Layers grow from both ends, always on the side whose frontier has the smaller diagram. Without `inside` they are not
    cut to the reachable states either, which costs more than it saves: a path from reachable states has no others.
    """
    return _layered(valuation, starts, inside, goal, None)


def _layered(
    valuation: Valuation, starts: StateSet, inside: StateSet | None, goal: StateSet, most: int | None
) -> tuple[Vector, ...] | None:
    """A shortest path, None if there is none; raises TooLongError where it has more steps than `most`."""
    steps = _Steps(valuation, inside)
    forward, backward = [starts], [goal]
    seen_forward, seen_backward = starts, goal
    forward_nodes, backward_nodes = starts.node_count, goal.node_count
    while not (meeting := forward[-1] & backward[-1]):
        if not forward[-1] or not backward[-1]:
            return None
        if most is not None and len(forward) + len(backward) - 2 == most:
            raise _TooLongError
        if forward_nodes <= backward_nodes:
            fresh = steps.after(forward[-1]) - seen_forward
            seen_forward |= fresh
            forward.append(fresh)
            forward_nodes = fresh.node_count
        else:
            fresh = steps.before(backward[-1]) - seen_backward
            seen_backward |= fresh
            backward.append(fresh)
            backward_nodes = fresh.node_count
    middle = valuation.encoding.pick(meeting)
    ahead = _walk(valuation, middle, backward[-2::-1], steps.after)
    return (*_walk(valuation, middle, forward[-2::-1], steps.before)[::-1], middle, *ahead)


class _Steps:
    """Steps that begin in `inside`; anywhere where it is None."""

    def __init__(self, valuation: Valuation, inside: StateSet | None) -> None:
        self._valuation = valuation
        self._inside = inside
        # Beside an automaton, deadlocked states have steps of their own, which only the reachable ones are known for.
        self._free = inside is None and valuation.encoding.automaton is None and valuation.stepwise

    def after(self, states: StateSet) -> StateSet:
        if self._free:
            return self._valuation.encoding.relation.image(states)
        return self._valuation.after(states if self._inside is None else states & self._inside)

    def before(self, states: StateSet) -> StateSet:
        if self._free:
            return self._valuation.encoding.relation.preimage(states)
        predecessors = self._valuation.before(states)
        return predecessors if self._inside is None else predecessors & self._inside


def _walk(
    valuation: Valuation, start: Vector, layers: Sequence[StateSet], step: Callable[[StateSet], StateSet]
) -> list[Vector]:
    """The states after `start`, one in each layer."""
    path: list[Vector] = []
    current = start
    for layer in layers:
        current = valuation.encoding.pick(step(valuation.encoding.single(current)) & layer)
        path.append(current)
    return path


class _TooLongError(Exception):
    """A path needs more layers than are allowed."""


def _by_runs(
    valuation: Valuation, starts: StateSet, goal: StateSet, inside: StateSet, most: int
) -> tuple[Vector, ...] | None:
    """A path from `starts` to `goal` whose states before the last are in `inside`; None if there is none.

    Backward from the goal, each layer adds all states from which one event, taken any number of times, leads to the
    layer before: one saturation. Where tokens move one by one there are as many layers as places they pass, for any
    number of tokens. The path is a shortest one only by accident. For systems without an automaton, whose events have
    one successor in each state. Raises TooLongError where the path needs more layers than `most`.
    """
    encoding = valuation.encoding
    numbers = range(len(encoding.system.events))
    relations = [encoding.relation_of(frozenset([number])) for number in numbers]
    # The states of each layer, and the steps that lead from there to the layer before.
    layers = [(encoding.relation, goal)]
    idle = 0
    while not (met := starts & layers[-1][1]):
        if idle == len(relations):
            return None
        for steps in relations:
            before = layers[-1][1]
            states = steps.reaching(before, within=inside | before)
            idle = 0 if states != before else idle + 1
            if not idle:
                if len(layers) > most:
                    raise _TooLongError
                layers.append((steps, states))
            if idle == len(relations) or starts & states:
                break
    path = [encoding.pick(met)]
    here = encoding.single(path[0])
    for (steps, _), (_, states) in pairwise(reversed(layers)):
        while not here <= states:
            here = steps.image(here)
            path.append(encoding.pick(here))
    return tuple(path)


def lasso(valuation: Valuation, starts: StateSet, inside: StateSet) -> Route[Vector]:
    """A path from `starts` into a cycle that stays in `inside` and meets every fairness constraint.

    From each state of `inside` such a path leads (it is an EG). A cycle is sought through one state; where there is
    none, the path leaves for good all that leads back to this state, and the search goes on, so that it must end
    (Clarke, Grumberg, McMillan, Zhao: Efficient generation of counterexamples and witnesses, 1995). Between two such
    states the path takes about twice as many further steps each time, up to FURTHER, so that few states are tried even
    where cycles are far away.
    """
    core = valuation.core(inside)
    way = short(valuation, starts, inside, core)
    stem: list[Vector] = []
    further = 0
    while way is not None:
        stem += [*way, *_walk_inside(valuation, way[-1], core, further)]
        if cycle := _near_cycle(valuation, stem[-1], inside):
            return Route((*stem, *cycle), len(stem) - 1)
        head = valuation.encoding.single(stem[-1])
        back = valuation.until(inside, head)
        if _turns(valuation, head, back):
            return Route((*stem, *_cycle(valuation, stem[-1], back)), len(stem) - 1)
        core -= back
        way = _onward(valuation, stem[-1], inside, core)
        further = min(2 * further + 1, FURTHER)
    raise ValueError("no fair path starts here")


def _near_cycle(valuation: Valuation, head: Vector, inside: StateSet) -> tuple[Vector, ...] | None:
    """The states after `head` on a shortest cycle through `inside`, None where little work finds none.

    Without fairness constraints, such a cycle makes it unnecessary to compute all states that lead back to `head`.
    """
    if valuation.justice:
        return None
    goal = valuation.encoding.single(head)
    return valuation.encoding.turn.attempt(PATIENCE, lambda: _onward(valuation, head, inside, goal))


def _walk_inside(valuation: Valuation, start: Vector, inside: StateSet, length: int) -> list[Vector]:
    """The states after `start` on some path through `inside`, so many if it is not stuck before, and none twice."""
    path: list[Vector] = []
    here = valuation.encoding.single(start)
    while len(path) < length:
        inside -= here
        successors = valuation.after(here) & inside
        if not successors:
            break
        path.append(valuation.encoding.pick(successors))
        here = valuation.encoding.single(path[-1])
    return path


def _turns(valuation: Valuation, head: StateSet, back: StateSet) -> bool:
    """Tells if a fair cycle goes through a state, given all states that lead back to it."""
    if not valuation.after(head) & back:
        return False
    return not valuation.justice or all(valuation.closure(head, back) & justice for justice in valuation.justice)


def _cycle(valuation: Valuation, head: Vector, back: StateSet) -> list[Vector]:
    """The states after `head` on a fair cycle, given all states that lead back to it."""
    path = [head]
    for constraint in valuation.justice:
        if not any(valuation.encoding.single(state) & constraint for state in path):
            path += _onward(valuation, path[-1], back, back & constraint) or ()
    return [*path[1:], *(_onward(valuation, path[-1], back, valuation.encoding.single(head)) or ())]


def _onward(valuation: Valuation, start: Vector, inside: StateSet, goal: StateSet) -> tuple[Vector, ...] | None:
    """The states after `start` on a short path of at least one step to `goal`, None if there is none."""
    successors = valuation.after(valuation.encoding.single(start)) & inside
    return short(valuation, successors, inside, goal)
