"""Loops on which a goal is awaited for ever (rule C): a few steps whose changes cancel, and a path to a state in which
they can be taken; and longer loops, of few steps that are repeated.

For longer loops, the state in which one begins is recorded beside the system, and vsym searches for a path back to it:
reachability of such a state in place of a loop (Biere, Artho and Schuppan, Liveness Checking as Safety Checking, 2002).
"""

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
from vsym.engines.smt.conclusions import State
from vsym.engines.smt.linear import Sum, change_of
from vsym.engines.smt.liveness.outcome import Loop, Run
from vsym.engines.smt.liveness.pending import awaits, possible_steps
from vsym.engines.smt.portfolio import steps_between
from vsym.engines.smt.system import Step, TransitionSystem, Unrolling

LENGTHS = 6
"""The number of lengths of which loops are sought step by step, from the shortest whose changes can cancel."""

LONGEST = 30
"""The most steps of a loop that is sought in that way."""

RUNS = 6
"""The most steps, each repeated at will, of a path to a loop."""

ALL_RUNS = 12
"""The most such steps of a path and a loop of such steps together."""

SECONDS = 3.0
"""The seconds of processor time for each way to look for a loop: other work does not change the result."""


def avoided(
    beyond: TransitionSystem, waiting: TransitionSystem, justice: Sequence[FNode], budget: Budget
) -> Loop | None:
    """A loop within the states in which the goal is awaited, on which every justice constraint holds somewhere, with a
    path of the system with the pending bit (`beyond`) to it; None where none is found. Raises UndecidedError."""
    # With the bit, steps come in cases, some of which are none.
    beyond = replace(beyond, steps=possible_steps(beyond, budget))

    def unrolled(short: Budget) -> Iterator[_Search]:
        for length in _lengths(waiting, short):
            yield _Search(beyond, waiting, justice, length, short)

    def recorded(short: Budget) -> Iterator[Recording]:
        yield Recording(beyond, justice, short)

    return _first(unrolled, RUNS, budget) or _first(recorded, ALL_RUNS, budget)


def _first(searches: Callable[[Budget], Iterator[_Search | Recording]], most: int, budget: Budget) -> Loop | None:
    """The first loop of some searches, of paths of up to so many repeated steps; None after some processor time."""
    short = budget.of_processor(SECONDS)
    begun: list[_Search | Recording] = []
    try:
        with alarmed(short):
            further = searches(short)
            # One more search in each round, so that a loop that is short together with its path is found first.
            for number in range(most + LENGTHS):
                begun += itertools.islice(further, 1)
                for search in begun[max(0, number - most) :]:
                    if (loop := search.advance()) is not None:
                        return loop
    except UndecidedError:
        budget.check()
    finally:
        for search in begun:
            search.close()
    return None


class _Search:
    """Paths of more and more repeated steps to loops of one length, within the states in which a goal is awaited, on
    which every justice constraint holds somewhere."""

    def __init__(
        self, beyond: TransitionSystem, waiting: TransitionSystem, justice: Sequence[FNode], length: int, budget: Budget
    ) -> None:
        self._beyond, self._waiting, self._length, self._budget = beyond, waiting, length, budget
        self._opened = list[AcceleratedSearch]()
        self._states = states = Unrolling(waiting, mark="@loop ")
        manager, first = waiting.manager, states.state(0)
        back = [manager.Equals(*ends) for ends in zip(first, states.state(length), strict=True)]
        seen = [manager.Or([states.at(just, place) for place in range(length)]) for just in justice]
        loop = manager.And([*states.path(length), *back, *seen])
        here = dict(zip(first, waiting.symbols, strict=True))
        # That such a loop begins in a state of the system.
        self._loop = waiting.environment.substituter.substitute(loop, here)

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
        begins = self._beyond.manager.And(awaits(self._beyond), self._loop)
        search = AcceleratedSearch(self._beyond, self._beyond.manager.Not(begins), self._budget)
        self._opened.append(search)
        return search

    def _runs(self, start: State) -> tuple[Run, ...]:
        """The steps of the loop from a state, one by one."""
        manager, waiting = self._beyond.manager, self._waiting
        here = [manager.Equals(symbol, manager.Int(value)) for symbol, value in start.items()]
        places = [self._states.state(place) for place in range(1, self._length + 1)]
        with Session(self._beyond.environment, self._budget) as session:
            solution = session.model(itertools.chain.from_iterable(places), self._loop, *here)
        assert solution is not None
        states = [{symbol: start[symbol] for symbol in waiting.symbols}]
        for place in places:
            states.append(dict(zip(waiting.symbols, map(solution.__getitem__, place), strict=True)))
        steps = (waiting.steps[number] for number in steps_between(waiting, states))
        return tuple(Run(step, 1, after) for step, after in zip(steps, states[1:], strict=True))

    def close(self) -> None:
        """Free the solver."""
        for search in self._opened:
            search.close()


def _lengths(system: TransitionSystem, budget: Budget) -> Iterator[int]:
    """The numbers of steps after which all changes can cancel, in ascending order."""
    manager = system.manager
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
        lengths = (
            length
            for length in range(1, LONGEST + 1)
            if session.satisfiable(manager.Equals(manager.Plus(times), manager.Int(length)))
        )
        yield from itertools.islice(lengths, LENGTHS)


class Recording:
    """Paths of more and more repeated steps into loops of such steps, on which the goal of a system with the pending
    bit (`beyond`) stays awaited and every justice constraint holds somewhere.

    Beside the system stands a copy of its variables, which keeps them as they are when a loop begins. `begun` is 1 from
    then on, and `met` has for each justice constraint if it has held in a state of the loop.
    """

    def __init__(self, beyond: TransitionSystem, justice: Sequence[FNode], budget: Budget) -> None:
        self._beyond, self._manager, self._budget = beyond, beyond.manager, budget
        self._begun = self._symbol("begun")
        self._copies = {one: self._symbol(f"{one.symbol_name()} recorded") for one in beyond.variables}
        self._met = [self._symbol(f"met {number}") for number in range(len(justice))]
        own = (self._begun, *self._copies.values(), *self._met)
        self._origins: list[Step | None] = []
        recorded = replace(
            beyond,
            variables=(*beyond.variables, *own),
            initial=self._manager.And([beyond.initial, *(self._is(one, 0) for one in own)]),
            steps=tuple(self._steps(justice)),
        )
        back = [self._manager.Equals(variable, copy) for variable, copy in self._copies.items()]
        closed = [self._is(self._begun, 1), *back, *(self._is(met, 1) for met in self._met)]
        self._search = AcceleratedSearch(recorded, self._manager.Not(self._manager.And(closed)), budget)

    def close(self) -> None:
        """Free the solver."""
        self._search.close()

    def _symbol(self, name: str) -> FNode:
        return self._manager.Symbol(f"{name} of a loop", INT)

    def _is(self, symbol: FNode, value: int) -> FNode:
        return self._manager.Equals(symbol, self._manager.Int(value))

    def _steps(self, justice: Sequence[FNode]) -> Iterator[Step]:
        """The steps, of which a loop has only those that leave the bit set, those that begin a loop, and notes that a
        constraint holds on it. A note is no step of a path; `_origins` has the step of each."""
        manager, one = self._manager, self._manager.Int(1)
        before, within = self._is(self._begun, 0), self._is(self._begun, 1)
        bit = self._beyond.variables[-1]
        with Session(self._beyond.environment, self._budget) as session:
            session.add([self._beyond.domain, awaits(self._beyond)])
            staying = [s for s in self._beyond.steps if bit not in s.update and session.satisfiable(s.guard)]
        same = {copy: variable for variable, copy in self._copies.items()}
        for step in self._beyond.steps:
            self._origins.append(step)
            yield replace(step, guard=manager.And(before, step.guard)) if bit in step.update else step
        for step in staying:
            self._origins.append(step)
            guard = manager.And(before, awaits(self._beyond), step.guard)
            yield replace(step, guard=guard, update={**step.update, **same, self._begun: one})
        for just, met in zip(justice, self._met, strict=True):
            self._origins.append(None)
            guard = manager.And(within, self._is(met, 0), just)
            yield replace(self._beyond.steps[0], guard=guard, update={met: one})

    def advance(self) -> Loop | None:
        """The path with one more repeated step, its loop included, if there is one; raises UndecidedError."""
        path = self._search.advance(self._budget, 0)
        if path is None:
            return None
        begin = next(place for place, state in enumerate(path.states) if state[self._begun]) - 1
        states = [{symbol: state[symbol] for symbol in self._beyond.symbols} for state in path.states]
        taken = list(zip(path.steps, path.times, states[1:], strict=True))
        runs = tuple(
            Run(step, times, after)
            for number, times, after in taken[begin:]
            if (step := self._origins[number]) is not None
        )
        to_it = replace(
            path, states=tuple(states[: begin + 1]), steps=path.steps[:begin], times=path.times[:begin], shortest=False
        )
        return Loop(self._beyond, to_it, runs)
