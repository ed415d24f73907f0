"""The compiled engine: programs and systems as C, explored in a process of their own."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.compiled import programs, systems
from vsym.engines.compiled.enumeration import Enumeration
from vsym.engines.compiled.programs import NAME
from vsym.engines.compiled.settings import PLAIN, Settings
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.system import System


@frozen
class CompiledEngine(Enumeration):
    """States one by one, by a compiled program: CTL, LTL and invariants, also under fairness; no parameters."""

    settings: Settings = PLAIN
    name: str = NAME

    def of_program(self, program: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a program."""
        return programs.verify(program, properties, self.settings, budget, report)

    def of_system(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a system."""
        return systems.verify(system, properties, self.settings, budget, report)


ENGINE = CompiledEngine()
