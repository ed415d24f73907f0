"""Backward coverability as a method of proof: the search, and the certificate of its fixpoint."""

from __future__ import annotations

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.coverability.backward import Backward, Fixpoint, TooManyWaysError
from vsym.engines.smt.coverability.bounds import Bounds
from vsym.engines.smt.coverability.markings import Markings
from vsym.engines.smt.coverability.net import Marking, Net
from vsym.engines.smt.coverability.reading import NoNetError, Reading
from vsym.engines.smt.linear import NotLinearError
from vsym.engines.smt.system import TransitionSystem

NAME = "backward coverability"


class CoverabilitySearch:
    """Looks for a proof that a predicate holds in every reachable state, and goes on where it was stopped."""

    def __init__(self, system: TransitionSystem, predicate: FNode, budget: Budget) -> None:
        self._system, self._predicate = system, predicate
        self._session = Session(system.environment, budget)
        self._session.add([system.domain])
        self._begun: _Begun | None = None
        self.ended = False

    def close(self) -> None:
        """Give back what the solvers take."""
        self._session.close()
        if self._begun is not None:
            self._begun.bounds.close()

    def advance(self, budget: Budget, most: int) -> Certificate | None:
        """A certificate that is still to be checked, if one is known after a look at so many markings more.

        Where this method has nothing more to say it has `ended`. Raises UndecidedError.
        """
        self._session.renew(budget)
        try:
            begun = self._begun = self._begun or self._begin(budget)
            found = begun.backward.advance(budget, most, lambda marking: self._starts(begun.net, marking))
        except (NoNetError, NotLinearError, TooManyWaysError):
            self.ended = True
            return None
        self.ended = found is not None
        if not isinstance(found, Fixpoint):
            return None
        return Certificate(self._system, self._predicate, Markings(self._system, begun.net).avoiding(found))

    def _begin(self, budget: Budget) -> _Begun:
        reading = Reading.of(self._system)
        net = reading.net(self._session)
        goals = reading.goals(self._system.environment.formula_manager.Not(self._predicate))
        bounds = Bounds(net, budget)
        return _Begun(net, bounds, Backward(net, goals, bounds))

    def _starts(self, net: Net, marking: Marking) -> bool:
        """Whether an initial state has at least a marking."""
        if any(most is not None and count > most for count, most in zip(marking, net.most, strict=True)):
            return False
        return self._session.satisfiable(self._system.initial, Markings(self._system, net).covering(marking))


@frozen(eq=False)
class _Begun:
    """The search once the system is read as a net."""

    net: Net
    bounds: Bounds
    backward: Backward
