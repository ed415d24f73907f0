"""A model reduced to counters: the system that engines see, and the way back from what they say of it."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import DiagnosticError
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.result import ErrorReached, SystemPath
from vsym.system.system import System


@frozen
class Reduced:
    """A model, and a counter system that is exact for it; `system` is what engines see of that."""

    model: Model
    counters: CounterSystem
    system: System

    @classmethod
    def to(cls, model: Model, counters: CounterSystem, budget: Budget = UNLIMITED) -> Reduced:
        """A model reduced to a counter system; raises LimitReachedError where there is no time to lower that."""
        return cls(model, counters, lowered(counters, budget))

    def back(self, path: SystemPath) -> tuple[SystemPath, ModelPath]:
        """A path of the system with every state that its path of the model stops at, and that path of the model.

        Raises ReplayError where the model has none (our bug).
        """
        from vsym.reductions.counters.back import back

        return back(self.model, self.counters, self.system, path)

    def diagnostic(self, reached: ErrorReached) -> DiagnosticError:
        """What is wrong with the model where an event that is an error can be reached; raises ReplayError (our bug)."""
        from vsym.models.counting.overflow import overflow_diagnostic

        return DiagnosticError([overflow_diagnostic(self.model, self.back(reached.path)[1])])
