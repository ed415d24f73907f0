"""What all engines are alike in that go through the states of a program or a system by a compiled program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from vsym.basics.limits import Budget, LimitReachedError, reason_of
from vsym.basics.source import Diagnostic
from vsym.engines.protocol import Answer
from vsym.engines.refusals import mixed_logics, open_parameters, raise_refusals
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict
from vsym.system.system import System


class Enumeration(ABC):
    """An engine that goes through the states one by one, as far as the limits allow."""

    name: str

    @abstractmethod
    def of_program(self, program: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a program; raises what `verify` does, LimitReachedError, KeyboardInterrupt."""

    @abstractmethod
    def of_system(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a system; raises what `verify` does, LimitReachedError, KeyboardInterrupt."""

    def accepts(self, subject: Program | System, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL, and for a system with parameters."""
        return mixed_logics(prop) or (open_parameters(subject, prop) if isinstance(subject, System) else None)

    def verify(
        self, subject: Program | System, properties: Sequence[Property], budget: Budget, report: Report
    ) -> Answer:
        """Explore as far as the limits allow, and decide the properties on that.

        Raises DiagnosticError with what `accepts` says, CompilerError, OSError where a file cannot be written,
        RuntimeError for what is our bug, and for a system ErrorReached.
        """
        raise_refusals(self, subject, properties)
        try:
            if isinstance(subject, System):
                return self.of_system(subject, properties, budget, report)
            return self.of_program(subject, properties, budget, report)
        except (LimitReachedError, KeyboardInterrupt) as limit:
            # Before there was a program to explore with. Without a property, nothing could say why.
            if not properties:
                raise
            return Answer((Verdict("unknown", self.name, 0.0, reason_of(limit)),) * len(properties))

    def explore(self, subject: Program | System, budget: Budget, report: Report) -> Reached:
        """The reachable states, as far as the limits allow; raises what `verify` does."""
        reached = self.verify(subject, (), budget, report).reached
        if reached is None:
            raise LimitReachedError("time")
        return reached
