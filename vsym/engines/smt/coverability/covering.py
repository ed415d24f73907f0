"""From which initial states a goal is reached, by the fixpoint backwards, and from which it is not.

Where steps and goal are upward closed, the fixpoint is exact (Abdulla, Čerāns, Jonsson, Tsay, LICS 1996). Whether they
are is not looked at: a solver of its own is asked of each marking whether every state that covers it reaches the goal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.coverability.backward import Backward, Fixpoint, TooManyWaysError
from vsym.engines.smt.coverability.bounds import Bounds
from vsym.engines.smt.coverability.markings import Markings
from vsym.engines.smt.coverability.net import Marking
from vsym.engines.smt.coverability.reading import NoNetError, Reading
from vsym.engines.smt.linear import NotLinearError
from vsym.engines.smt.system import TransitionSystem

MARKINGS = 2_000
"""How many markings are looked at before the fixpoint is given up."""


@frozen
class Covered:
    """From initial states that satisfy `inside` the goal is reached, and from those that satisfy `outside` it is not.

    `invariant` holds wherever the latter lead, and rules the goal out. `leading` are predicates, the nearest to the
    goal first: where one holds, some step leads to where the other one beside it does, which is among those before it;
    None where the goal is reached. One of them holds wherever `inside` does.
    """

    inside: FNode
    outside: FNode
    invariant: FNode
    leading: tuple[tuple[FNode, FNode | None], ...]


def covered(system: TransitionSystem, predicate: FNode, budget: Budget) -> Covered | None:
    """From which initial states a state without the predicate is reached; None where that is not known this way.

    Raises UndecidedError at the end of the time.
    """
    try:
        return _Covering(system, predicate, budget).result()
    except (NoNetError, NotLinearError, TooManyWaysError):
        return None
    except UndecidedError:
        budget.check()
        return None


@frozen
class _Covering:
    system: TransitionSystem
    predicate: FNode
    budget: Budget

    def result(self) -> Covered | None:
        manager = self.system.environment.formula_manager
        with Session(self.system.environment, self.budget) as session:
            session.add([self.system.domain])
            reading = Reading.of(self.system)
            net = reading.net(session)
            bounds = Bounds(net, self.budget)
            try:
                search = Backward(net, reading.goals(manager.Not(self.predicate)), bounds)
                found = search.advance(self.budget, MARKINGS, lambda _: False)
            finally:
                bounds.close()
            if not isinstance(found, Fixpoint):
                return None
            markings = Markings(self.system, net)
            begun = [m for m in found.basis if session.satisfiable(self.system.initial, markings.covering(m))]
        leading = self._leading(begun, markings, found)
        inside = manager.Or([markings.covering(marking) for marking in begun if marking in leading])
        outside = manager.Not(manager.Or([markings.covering(marking) for marking in begun]))
        invariant = markings.avoiding(found)
        elsewhere = replace(self.system, initial=manager.And(self.system.initial, outside))
        goal = failing(Certificate(elsewhere, self.predicate, invariant), self.budget)
        if goal is not None:
            raise AssertionError(f"a fixpoint is no invariant of what is outside of it: {goal.label}")
        steps = tuple(
            (markings.covering(marking), None if (then := found.next.get(marking)) is None else markings.covering(then))
            for marking in sorted(leading, key=lambda one: leading[one])
        )
        return Covered(inside, outside, invariant, steps)

    def _leading(self, begun: Iterable[Marking], markings: Markings, found: Fixpoint) -> dict[Marking, int]:
        """Those from which, as a fresh solver says, the goal is reached whatever else there is: from every state that
        covers one a step leads to one that covers the next, and so on; with how many steps these are."""
        manager = self.system.environment.formula_manager
        known = dict[Marking, int | None]()
        with Session(self.system.environment, self.budget) as session:
            session.add([self.system.domain])

            def leads(marking: Marking) -> bool:
                then = found.next.get(marking)
                end = manager.Not(self.predicate) if then is None else _before(self.system, markings.covering(then))
                return not session.satisfiable(markings.covering(marking), manager.Not(end))

            for marking in begun:
                chain, here = [marking], marking
                while here not in known and (then := found.next.get(here)) is not None:
                    here = then
                    chain.append(here)
                for one in reversed(chain):
                    then = found.next.get(one)
                    if one not in known:
                        left = 0 if then is None else known[then]
                        known[one] = None if left is None or not leads(one) else left + (then is not None)
        return {marking: left for marking, left in known.items() if left is not None}


def _before(system: TransitionSystem, goal: FNode) -> FNode:
    """The states from which some step leads to the goal."""
    manager, substituter = system.environment.formula_manager, system.environment.substituter
    return manager.Or(
        [manager.And(step.guard, substituter.substitute(goal, dict(step.update))) for step in system.steps]
    )
