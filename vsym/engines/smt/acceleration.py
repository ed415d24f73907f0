"""Long paths as few repeated steps: a step that changes variables by constants, taken k times in a row at once.

If its guard is a conjunction of comparisons, and so convex, it holds all the way if it holds at both ends. Some steps
change variables depending on the state, as by emptying local states; they repeat once nothing is left of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.linear import Sum, conjuncts, constant_changes, is_convex, linear_sum
from vsym.engines.smt.system import Step, TransitionSystem, Unrolling

NAME = "bounded model checking with repeated steps"


class AcceleratedSearch:
    """An incremental search. `length` is the number of repeated steps of the next paths."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system = system
        self._wrong = system.manager.Not(predicate)
        self._unrolling = Unrolling(system)
        self._session = Session(system.environment, budget)
        self._session.add([self._unrolling.at(system.initial, 0), self._unrolling.at(system.domain, 0)])
        with Session(system.environment, budget) as session:
            session.add([system.domain])
            self._repeatable = [_repeatable(step, system, session) for step in system.steps]
        self._times: list[FNode] = []
        self._chosen: list[FNode] = []
        self.length = 0

    def advance(self, budget: Budget, least: int) -> Refuted | None:
        """Search the paths of the next length; raises UndecidedError, and may then be called again. `least` is a lower
        bound on the steps of any path."""
        self._session.renew(budget)
        while len(self._times) < self.length:
            self._add_step()
        wrong = self._unrolling.at(self._wrong, self.length)
        symbols = [*self._times, *self._chosen, *self._unrolling.symbols(self.length)]
        solution = self._session.model(symbols, wrong)
        if solution is None:
            self.length += 1
            return None
        manager = self._system.manager
        if sum(solution[times] for times in self._times) > least:
            shorter = self._session.model(symbols, wrong, manager.LE(manager.Plus(self._times), manager.Int(least)))
            solution = shorter or solution
        steps = tuple(solution[symbol] for symbol in self._chosen)
        times = tuple(solution[symbol] for symbol in self._times)
        return Refuted(self._unrolling.states(solution, self.length), steps, NAME, times, shortest=sum(times) == least)

    def _add_step(self) -> None:
        place, manager = len(self._times), self._system.manager
        times = manager.Symbol(f"repeated@{place}", INT)
        chosen = manager.Symbol(f"chosen@{place}", INT)
        choices = []
        for number, (original, (step, changes)) in enumerate(zip(self._system.steps, self._repeatable, strict=True)):
            taken = [] if changes is None else [self._repeated(step, changes, place, times)]
            if changes is None or step is not original:
                once = manager.Equals(times, manager.Int(1))
                taken.append(manager.And(once, self._unrolling.relation(original, place)))
            parts = [manager.Equals(chosen, manager.Int(number)), manager.Or(taken)]
            if place and changes is not None and step is original:
                # Twice in a row is once with more repetitions, on a shorter path that the search has excluded already.
                parts.append(manager.Not(manager.Equals(self._chosen[-1], parts[0].arg(1))))
            choices.append(manager.And(parts))
        self._times.append(times)
        self._chosen.append(chosen)
        positive = manager.GE(times, manager.Int(1))
        self._session.add([positive, manager.Or(choices), self._unrolling.at(self._system.domain, place + 1)])

    def _repeated(self, step: Step, changes: Mapping[FNode, int], place: int, times: FNode) -> FNode:
        """The step, taken `times` times in a row, leads from a state to the next."""
        manager = self._system.manager
        before, after = self._unrolling.copies(place), self._unrolling.copies(place + 1)
        # The state before the last time, from which the step must still be possible.
        last = {variable: manager.Minus(after[variable], manager.Int(by)) for variable, by in changes.items()}
        moved = {
            variable: manager.Plus(before[variable], manager.Times(manager.Int(by), times))
            for variable, by in changes.items()
            if by
        }
        arrived = [manager.Equals(symbol, moved.get(variable, before[variable])) for variable, symbol in after.items()]
        substitute = self._system.environment.substituter.substitute
        still = [substitute(part, {**before, **last}) for part in _at_risk(step, changes)]
        return manager.And([self._unrolling.at(step.guard, place), *still, *arrived])

    def within(self, runs: int, budget: Budget) -> Refuted | None:
        """A path of at most `runs` repeated steps, if there is one; raises UndecidedError. Frees the solver."""
        with closing(self):
            while self.length <= runs:
                if (refuted := self.advance(budget, 0)) is not None:
                    return refuted
        return None

    def close(self) -> None:
        """Free the solver."""
        self._session.close()


def _repeatable(step: Step, system: TransitionSystem, session: Session) -> tuple[Step, Mapping[FNode, int] | None]:
    """A step with the constants by which it changes variables, or with None where it cannot be repeated. Where changes
    depend on the state, its guard also requires that the added amounts are these constants, and that the assigned
    variables already have their values."""
    changes = constant_changes(step)
    if changes is not None or not is_convex(step.guard):
        return step, changes
    manager, constants, still = system.manager, dict[FNode, int](), [step.guard]
    for variable, term in step.update.items():
        added = linear_sum(term).plus(Sum({variable: 1}), -1)
        if variable in added.coefficients:
            still.append(manager.Equals(variable, term))
            continue
        constants[variable] = added.constant
        if added.coefficients:
            still.append(manager.Equals(Sum(added.coefficients).term(system.environment), manager.Int(0)))
    narrowed = replace(step, guard=manager.And(still))
    return (narrowed, constants) if session.satisfiable(narrowed.guard) else (step, None)


def _at_risk(step: Step, changes: Mapping[FNode, int]) -> Iterator[FNode]:
    """The comparisons of a convex guard that may no longer hold after a step that changes variables by constants."""
    for part in reversed(list(conjuncts(step.guard))):
        comparison, sign = (part.arg(0), -1) if part.is_not() else (part, 1)
        if comparison.is_bool_constant():
            continue
        left, right = map(linear_sum, comparison.args())
        change = sum(by * changes.get(symbol, 0) for symbol, by in left.plus(right, -1).coefficients.items())
        if change * sign > 0 or (change and comparison.is_equals()):
            yield part
