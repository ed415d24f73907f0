"""The compiled engine: programs and systems as C, explored in a process of their own, and verdicts from the search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, reason_of
from vsym.basics.platform import needing_arrays
from vsym.basics.source import Diagnostic
from vsym.basics.temporary import temporary_folder
from vsym.engines.compiled.canonical import canonical_source
from vsym.engines.compiled.search import NAME, PLAIN, Settings, questions
from vsym.engines.compiled.source import atom_numbers, source
from vsym.engines.compiled.takeover import searched
from vsym.engines.compiled.verdicts import Judgement
from vsym.engines.protocol import Answer, mixed_logics, open_parameters, raise_refusals
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.compiled.graph_files import Written


class Enumeration(ABC):
    """An engine that goes through the states one by one, as far as the limits allow."""

    name: str

    @abstractmethod
    def of_program(self, program: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a program; raises as `verify` does, LimitReachedError, KeyboardInterrupt."""

    @abstractmethod
    def of_system(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a system; raises as `verify` does, LimitReachedError, KeyboardInterrupt."""

    def accepts(self, subject: Program | System, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL, and for a system with parameters."""
        return mixed_logics(prop) or (open_parameters(subject, prop) if isinstance(subject, System) else None)

    def verify(
        self, subject: Program | System, properties: Sequence[Property], budget: Budget, report: Report
    ) -> Answer:
        """Explore as far as the limits allow, and decide the properties on that.

        Raises DiagnosticError with the diagnostic of `accepts`, CompilerError, OSError where a file cannot be written,
        RuntimeError for a bug of vsym, and for a system ErrorReached.
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
        """The reachable states, as far as the limits allow; raises as `verify` does, and LimitReachedError where there
        are none yet."""
        if (reached := self.verify(subject, (), budget, report).reached) is None:
            raise LimitReachedError("time")
        return reached


@frozen
class CompiledEngine(Enumeration):
    """States one by one, by a compiled program: CTL, LTL and invariants, also under fairness; no parameters."""

    settings: Settings = PLAIN
    name: str = NAME

    def of_program(self, program: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a program."""
        plan = questions(properties, fair=bool(program.fairness or program.fair_rules), everywhere=True)
        report.say("compiling the program")
        settings, quotient = self.settings, self.settings.quotient
        canonical = canonical_source(program, quotient.scalarsets, quotient.strategies) if quotient else None
        model = source(program, plan.targets, canonical)
        flags = ["-DCOMPACT"] if settings.compact else []
        announce = plan.announcing(properties, NAME, report)
        atoms = len(atom_numbers(program)) + len(program.fair_rules)
        with temporary_folder("compiled") as folder:
            options = plan.stopping(properties, budget.spare)
            if plan.may_need_graph and not settings.compact:
                options |= {"graph": folder, "always": int(plan.need_graph)}
            with searched(model, flags, options, budget, report, announce) as done:
                graph = None if settings.compact else partial(_graph, folder, atoms)
                judgement = Judgement(
                    program,
                    tuple(properties),
                    plan,
                    done.search,
                    done.process,
                    graph,
                    NAME,
                    compact=settings.compact,
                )
                verdicts = judgement.verdicts(budget, report)
                reached = replace(judgement.reached(), compile_seconds=done.compile_seconds)
                return Answer(verdicts, quotient.counted(reached))

    def of_system(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a system."""
        with needing_arrays(f"--engine {NAME}"):
            from vsym.engines.compiled.systems import verify

        return verify(system, properties, self.settings, budget, report)


ENGINE = CompiledEngine()


def _graph(folder: Path, atoms: int) -> Written:
    # Only graphs need NumPy.
    from vsym.engines.compiled.graph_files import read

    return read(folder, atoms)
