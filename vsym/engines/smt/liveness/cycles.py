"""Loops on which a goal is awaited for ever (rule C): a few steps whose changes cancel, and a path to where they can be
taken; and longer loops, of few steps that are repeated."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Satisfiability, Session
from vsym.basics.limits import Budget, UndecidedError, alarmed
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.bounded import steps_between
from vsym.engines.smt.conclusions import State
from vsym.engines.smt.evaluate import change_of
from vsym.engines.smt.linear import Sum
from vsym.engines.smt.liveness.outcome import Loop, Run
from vsym.engines.smt.liveness.pending import awaits
from vsym.engines.smt.liveness.recording import Recording
from vsym.engines.smt.liveness.waiting import possible_steps
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.unrolling import Unrolling

LENGTHS = 6
"""Loops of so many lengths are looked for step by step, from the shortest on whose changes can cancel."""

LONGEST = 30
"""No loop of more steps than this is looked for in that way."""

RUNS = 6
"""Of how many steps, each repeated at will, a path to a loop has at most."""

ALL_RUNS = 12
"""Of how many such steps a path and a loop of such steps have at most together."""

SECONDS = 3.0
"""How much processor time each way to look for a loop has: other work does not change what is found."""


def avoided(
    beyond: TransitionSystem, waiting: TransitionSystem, justice: Sequence[FNode], budget: Budget
) -> Loop | None:
    """A loop within the states in which the goal is awaited, on which every justice constraint holds somewhere, with a
    path of the system with the pending bit (`beyond`) to it; None where none is found. Raises UndecidedError."""
    # With the bit, steps come in cases, some of which are none.
    beyond = replace(beyond, steps=possible_steps(beyond, budget))

    def unrolled(short: Budget) -> Iterator[_Search]:
        loops = _Loops(waiting, justice)
        for length in _lengths(waiting, short):
            yield _Search(beyond, loops, length, short)

    def recorded(short: Budget) -> Iterator[Recording]:
        yield Recording(beyond, justice, short)

    return _first(unrolled, RUNS, budget) or _first(recorded, ALL_RUNS, budget)


def _first(searches: Callable[[Budget], Iterator[_Search | Recording]], most: int, budget: Budget) -> Loop | None:
    """What some searches find first, of paths of up to so many repeated steps; None after some processor time."""
    short = budget.of_processor(SECONDS)
    begun: list[_Search | Recording] = []
    try:
        with alarmed(short):
            further = searches(short)
            # One more search in each round, so that what is short as a whole, path and loop, is found first.
            for number in range(most + LENGTHS):
                begun += itertools.islice(further, 1)
                for search in begun[max(0, number - most) :]:
                    loop = search.advance()
                    if loop is not None:
                        return loop
    except UndecidedError:
        budget.check()
    finally:
        for search in begun:
            search.close()
    return None


class _Loops:
    """Loops within the states in which a goal is awaited, on which every justice constraint holds somewhere."""

    def __init__(self, waiting: TransitionSystem, justice: Sequence[FNode]) -> None:
        self.waiting, self._justice = waiting, justice
        self._manager = waiting.environment.formula_manager
        self.states = Unrolling(waiting, mark="@loop ")

    def of(self, length: int) -> FNode:
        """That a loop of so many steps begins in a state of the system."""
        here = dict(zip(self.states.state(0), self.waiting.symbols, strict=True))
        ends = zip(self.states.state(0), self.states.state(length), strict=True)
        back = [self._manager.Equals(*pair) for pair in ends]
        seen = [self._manager.Or([self.states.at(one, place) for place in range(length)]) for one in self._justice]
        loop = self._manager.And([*self.states.path(length), *back, *seen])
        return self.waiting.environment.substituter.substitute(loop, here)


class _Search:
    """Paths of more and more repeated steps to loops of one length."""

    def __init__(self, beyond: TransitionSystem, loops: _Loops, length: int, budget: Budget) -> None:
        self._beyond, self._loops, self._length, self._budget = beyond, loops, length, budget
        self._loop, self._opened = loops.of(length), list[AcceleratedSearch]()

    def advance(self) -> Loop | None:
        """The loop at the end of a path with one more repeated step, if there is one."""
        path = None if self._search is None else self._search.advance(self._budget, 0)
        return None if path is None else Loop(self._beyond, path, self._runs(path.states[-1]))

    @cached_property
    def _search(self) -> AcceleratedSearch | None:
        """The search for such a path; None where no such loop begins in any state at all, be it reachable or not."""
        with Satisfiability(self._beyond.environment, self._budget) as session:
            if not session.satisfiable(self._loop):
                return None
        manager = self._beyond.environment.formula_manager
        begins = manager.And(awaits(self._beyond), self._loop)
        search = AcceleratedSearch(self._beyond, manager.Not(begins), self._budget)
        self._opened.append(search)
        return search

    def _runs(self, start: State) -> tuple[Run, ...]:
        """The steps of the loop from a state, one by one."""
        manager, waiting, places = self._beyond.environment.formula_manager, self._loops.waiting, self._loops.states
        known = [manager.Equals(symbol, manager.Int(value)) for symbol, value in start.items()]
        symbols = [symbol for place in range(1, self._length + 1) for symbol in places.state(place)]
        with Session(self._beyond.environment, self._budget) as session:
            solution = session.model(symbols, self._loop, *known)
        assert solution is not None
        states = [{symbol: start[symbol] for symbol in waiting.symbols}]
        for place in range(1, self._length + 1):
            values = (solution[symbol] for symbol in places.state(place))
            states.append(dict(zip(waiting.symbols, values, strict=True)))
        steps = (waiting.steps[number] for number in steps_between(waiting, states))
        return tuple(Run(step, 1, after) for step, after in zip(steps, states[1:], strict=True))

    def close(self) -> None:
        """Free the solver."""
        for search in self._opened:
            search.close()


def _lengths(system: TransitionSystem, budget: Budget) -> Iterator[int]:
    """After how many steps all changes can cancel, from the fewest on."""
    manager = system.environment.formula_manager
    times = [manager.Symbol(f"times of step {number}", INT) for number in range(len(system.steps))]
    total: dict[FNode, Sum] = {}
    for symbol, step in zip(times, system.steps, strict=True):
        for variable in step.update:
            by = change_of(step, variable)
            if by is None:
                yield from range(1, LENGTHS + 1)
                return
            total[variable] = total.get(variable, Sum({})).plus(Sum({symbol: by}))
    zero = manager.Int(0)
    with Session(system.environment, budget) as session:
        session.add(manager.LE(zero, symbol) for symbol in times)
        session.add(manager.Equals(one.term(system.environment), zero) for one in total.values())
        found = (
            length
            for length in range(1, LONGEST + 1)
            if session.satisfiable(manager.Equals(manager.Plus(times), manager.Int(length)))
        )
        yield from itertools.islice(found, LENGTHS)
