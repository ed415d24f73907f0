"""The state equation: the number of times that each step is taken on a path to a state in which a predicate is false.

For every such path, these numbers solve a system of linear equations, so that the least sum of a solution bounds its
length from below (Murata, Petri nets: properties, analysis and applications, section V). Often the steps can be put in
an order in which each is enabled; then the path is a shortest one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt.conclusions import Refuted, State
from vsym.engines.smt.linear import after_step, change_of, constant_changes, holds
from vsym.engines.smt.system import Step, TransitionSystem, Unrolling

NAME = "state equation"

ATTEMPTS = 2_000
"""The most states in the search for an order."""


@frozen
class Solution:
    """No path is shorter than `least`; `times` has the number of times that each step is taken from `start`, if there
    is such a path."""

    least: int
    start: State
    times: tuple[int, ...]


def solve(system: TransitionSystem, predicate: FNode, budget: Budget) -> Solution | None:
    """A solution with the least sum of `times`, None where there is none and so no path either. Raises UndecidedError
    if the time does not suffice for any; where it ends later, `least` is less than that sum."""
    manager = system.manager
    unrolling = Unrolling(system)
    times = [manager.Symbol(f"times@{number}", INT) for number in range(len(system.steps))]
    symbols = [*times, *unrolling.state(0)]
    total = manager.Plus([*times, manager.Int(0)])
    with Session(system.environment, budget) as session:
        session.add([unrolling.at(system.domain, 0), unrolling.at(system.domain, 1)])
        session.add([unrolling.at(system.initial, 0), unrolling.at(manager.Not(predicate), 1)])
        session.add(manager.GE(symbol, manager.Int(0)) for symbol in times)
        session.add(_equations(system, unrolling, times))
        best = session.model(symbols)
        if best is None:
            return None
        low = 0
        try:
            while low < (high := sum(best[symbol] for symbol in times)):
                middle = (low + high) // 2
                smaller = session.model(symbols, manager.LE(total, manager.Int(middle)))
                low, best = (middle + 1, best) if smaller is None else (low, smaller)
        except UndecidedError:
            pass
    (start,) = unrolling.states(best, 0)
    return Solution(low, start, tuple(best[symbol] for symbol in times))


def _equations(system: TransitionSystem, unrolling: Unrolling, times: Sequence[FNode]) -> list[FNode]:
    """Each variable that steps only ever change by constants ends where its changes lead to."""
    manager = system.manager
    before, after = unrolling.copies(0), unrolling.copies(1)
    equations = []
    for variable in system.variables:
        changes = [change_of(step, variable) for step in system.steps]
        if None in changes:
            continue
        parts = [
            manager.Times(manager.Int(change), symbol) for change, symbol in zip(changes, times, strict=True) if change
        ]
        equations.append(manager.Equals(after[variable], manager.Plus([before[variable], *parts])))
    return equations


def realise(system: TransitionSystem, predicate: FNode, solution: Solution, budget: Budget) -> Refuted | None:
    """A path that takes the steps of the solution in some order, if a short search finds one; raises UndecidedError."""
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    stack = [_Walk((solution.start,), (), (), solution.times)]
    while stack and len(seen) < ATTEMPTS:
        budget.check()
        walk = stack.pop()
        if not any(walk.left):
            if not holds(predicate, walk.states[-1]):
                return Refuted(walk.states, walk.steps, NAME, walk.times, sum(solution.times) == solution.least)
            continue
        key = walk.left, tuple(walk.states[-1].values())
        if key not in seen:
            seen.add(key)
            stack.extend(_continued(system, walk))
    return None


@frozen
class _Walk:
    """The beginning of a path, and the number of times that each step is still to be taken."""

    states: tuple[State, ...]
    steps: tuple[int, ...]
    times: tuple[int, ...]
    left: tuple[int, ...]

    def then(self, number: int, times: int, state: State) -> _Walk:
        """With a step more, repeated."""
        left = tuple(count - times if place == number else count for place, count in enumerate(self.left))
        return _Walk((*self.states, state), (*self.steps, number), (*self.times, times), left)


def _continued(system: TransitionSystem, walk: _Walk) -> list[_Walk]:
    """The ways on; the last takes a step as often as it can be."""
    steps: list[_Walk] = []
    state = walk.states[-1]
    for number, step in enumerate(system.steps):
        if walk.left[number] and holds(step.guard, state):
            once = after_step(step, state)
            often = _how_often(step, state, walk.left[number])
            if often > 1:
                steps.insert(0, walk.then(number, 1, once))
            # Where it can be repeated it changes variables by constants.
            many = {symbol: value + often * (once[symbol] - value) for symbol, value in state.items()}
            steps.append(walk.then(number, often, many))
    return steps


def _how_often(step: Step, state: Mapping[FNode, int], most: int) -> int:
    """The number of times in a row that a step, which is enabled, can be taken, at most so many."""
    changes = constant_changes(step)
    if changes is None:
        return 1
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        before_last = {variable: state[variable] + (middle - 1) * change for variable, change in changes.items()}
        low, high = (middle, high) if holds(step.guard, {**state, **before_last}) else (low, middle - 1)
    return low
