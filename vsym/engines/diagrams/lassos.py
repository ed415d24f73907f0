"""Lassos: a path into a cycle that stays in a set of states and meets every fairness constraint."""

from __future__ import annotations

from vsym.diagrams import StateSet
from vsym.engines.diagrams.paths import short
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.explaining import Route
from vsym.system.step import Vector

FURTHER = 63
"""How many steps a path goes on at most before a cycle is sought again."""


def lasso(valuation: Valuation, starts: StateSet, inside: StateSet) -> Route[Vector]:
    """A path from `starts` into a cycle that stays in `inside` and meets every fairness constraint.

    From each state of `inside` such a path leads (it is an EG). A cycle is sought through one state; where there is
    none, the path leaves for good all that leads back to this state, and the search goes on, so that it must end
    (Clarke, Grumberg, McMillan, Zhao: Efficient generation of counterexamples and witnesses, 1995). Between two such
    states the path takes twice as many steps each time, up to FURTHER: where cycles are far away, few states are asked.
    """
    core = valuation.core(inside)
    way = short(valuation, starts, inside, core)
    stem: list[Vector] = []
    further = 0
    while way is not None:
        stem += [*way, *_walk(valuation, way[-1], core, further)]
        head = valuation.encoding.single(stem[-1])
        back = valuation.until(inside, head)
        if _turns(valuation, head, back):
            return Route((*stem, *_cycle(valuation, stem[-1], back)), len(stem) - 1)
        core -= back
        way = _onward(valuation, stem[-1], inside, core)
        further = min(2 * further + 1, FURTHER)
    raise ValueError("no fair path starts here")


def _walk(valuation: Valuation, start: Vector, inside: StateSet, length: int) -> list[Vector]:
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
    """Whether a fair cycle goes through a state, given all states that lead back to it."""
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
