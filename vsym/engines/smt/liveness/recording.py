"""Loops of repeated steps on which a goal is awaited for ever (rule C), however long: the state in which a loop begins
is recorded beside the system, and a path is looked for that leads back to it.

Reachability of such a state in place of a loop: Biere, Artho and Schuppan, Liveness Checking as Safety Checking, 2002.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.acceleration import AcceleratedSearch
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.liveness.outcome import Loop, Run
from vsym.engines.smt.liveness.pending import awaits
from vsym.engines.smt.system import Step, TransitionSystem


class Recording:
    """Paths of more and more repeated steps into loops of such steps, on which the goal of a system with the pending
    bit (`beyond`) stays awaited and every justice constraint holds somewhere."""

    def __init__(self, beyond: TransitionSystem, justice: Sequence[FNode], budget: Budget) -> None:
        self._recorded, self._budget = _Recorded(beyond, justice, budget), budget
        self._search = AcceleratedSearch(self._recorded.system, self._recorded.open, budget)

    def advance(self) -> Loop | None:
        """The path with one more repeated step, its loop included, if there is one; raises UndecidedError."""
        path = self._search.advance(self._budget, 0)
        return None if path is None else self._recorded.loop(path)

    def close(self) -> None:
        """Free the solver."""
        self._search.close()


class _Recorded:
    """A system beside a copy of its variables, which keeps them as they are when a loop begins.

    `begun` is 1 from then on, and `met` has for each justice constraint whether it has held in a state of the loop.
    """

    def __init__(self, beyond: TransitionSystem, justice: Sequence[FNode], budget: Budget) -> None:
        self._beyond, self._manager = beyond, beyond.environment.formula_manager
        self._begun = self._symbol("begun")
        self._copies = {one: self._symbol(f"{one.symbol_name()} recorded") for one in beyond.variables}
        self._met = [self._symbol(f"met {number}") for number in range(len(justice))]
        own = (self._begun, *self._copies.values(), *self._met)
        self._origins: list[Step | None] = []
        steps = list(self._steps(justice, budget))
        self.system = replace(
            beyond,
            variables=(*beyond.variables, *own),
            initial=self._manager.And([beyond.initial, *(self._is(one, 0) for one in own)]),
            steps=tuple(steps),
        )

    def _symbol(self, name: str) -> FNode:
        return self._manager.Symbol(f"{name} of a loop", INT)

    def _is(self, symbol: FNode, value: int) -> FNode:
        return self._manager.Equals(symbol, self._manager.Int(value))

    def _steps(self, justice: Sequence[FNode], budget: Budget) -> Iterator[Step]:
        """The steps, of which a loop has only those that leave the bit set, those that begin a loop, and notes of what
        holds on it.

        A note is no step of a path; `_origins` has the step of each.
        """
        manager, one = self._manager, self._manager.Int(1)
        before, within = self._is(self._begun, 0), self._is(self._begun, 1)
        bit = self._beyond.variables[-1]
        with Session(self._beyond.environment, budget) as session:
            session.add([self._beyond.domain, awaits(self._beyond)])
            staying = [s for s in self._beyond.steps if bit not in s.update and session.satisfiable(s.guard)]
        kept = {copy: variable for variable, copy in self._copies.items()}
        for step in self._beyond.steps:
            self._origins.append(step)
            yield replace(step, guard=manager.And(before, step.guard)) if bit in step.update else step
        for step in staying:
            self._origins.append(step)
            guard = manager.And(before, awaits(self._beyond), step.guard)
            yield replace(step, guard=guard, update={**step.update, **kept, self._begun: one})
        for just, met in zip(justice, self._met, strict=True):
            self._origins.append(None)
            guard = manager.And(within, self._is(met, 0), just)
            yield replace(self._beyond.steps[0], guard=guard, update={met: one})

    @property
    def open(self) -> FNode:
        """What holds in every state in which no loop is closed on which every constraint has held."""
        back = [self._manager.Equals(variable, copy) for variable, copy in self._copies.items()]
        closed = [self._is(self._begun, 1), *back, *(self._is(met, 1) for met in self._met)]
        return self._manager.Not(self._manager.And(closed))

    def loop(self, path: Refuted) -> Loop:
        """The path to where the loop begins, and the loop."""
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
