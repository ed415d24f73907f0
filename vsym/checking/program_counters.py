"""Programs as counter models, by the engines that are for systems.

Programs that are explored otherwise have no need of what does that, which is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.choice import choose
from vsym.checking.programs import Counting
from vsym.engines.protocol import Answer, Explorer, mixed_logics, raise_refusals
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset
from vsym.system.report import Report
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.reductions.process_counters.model import CounterModel


@frozen
class CounterEngine:
    """Programs as counters of a scalarset's elements, by the engine of a name, with certificates as far as can be if it
    is `certifying`."""

    name: str
    scalarset: Scalarset
    certifying: bool = False

    def accepts(self, _: Program, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL; what else the engine refuses, `verify` raises."""
        return mixed_logics(prop)

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, and the reachable states if the engine enumerates them for it.

        Raises DiagnosticError where the program is no counter model, ReplayError for a path that is none (our bug),
        LimitReachedError, and what the engine's `verify` raises.
        """
        from vsym.checking.program_counter_questions import CounterQuestions
        from vsym.reductions.process_counters.model import counted

        raise_refusals(self, subject, properties)
        report.say("counting processes")
        model = counted(subject, self.scalarset, budget)
        asked = CounterQuestions(self.name, model, tuple(properties), budget, report, certifying=self.certifying)
        return asked.answer()

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states; raises what `verify` does, and RefusedError for an engine that counts none."""
        from vsym.reductions.process_counters.back import Back
        from vsym.reductions.process_counters.model import counted
        from vsym.reductions.process_counters.questions import asked

        report.say("counting processes")
        model = counted(subject, self.scalarset, budget)
        system = replace(model.system, deadlock=asked(model, ()).deadlock)
        explorer = engine(choose(self.name, system))
        if not isinstance(explorer, Explorer):
            raise RefusedError(f"--engine {self.name} decides properties, and does not count states")
        reached = explorer.explore(system, budget, report)
        stuck = None if reached.stuck is None else Back(model).path(reached.stuck)
        return replace(reached, stuck=stuck, idle=None, levels=())


def countable(program: Program, budget: Budget) -> CounterModel:
    """The program as counters of its largest scalarset of which it is a counter model.

    Raises DiagnosticError where it is none, RefusedError where it has no scalarset, LimitReachedError.
    """
    from vsym.reductions.process_counters.model import counted

    refused: list[Diagnostic] = []
    for scalarset in sorted(program.scalarsets, key=lambda one: -one.size):
        try:
            return counted(program, scalarset, budget)
        except DiagnosticError as error:
            refused += error.diagnostics
    if not refused:
        raise RefusedError(f"`{program.name}` declares no scalarset: there are no processes to count")
    raise DiagnosticError(refused)


def counting(model: CounterModel) -> Counting:
    """What is counted."""
    from vsym.reductions.process_counters.abstract_state import state_text

    scalarset = model.slots.scalarset
    states = tuple(state_text(model.slots, state) for state in model.states)
    pointers = tuple(model.slots.text(key) for key in model.slots.pointers)
    size = None if model.size.terms else model.size.constant
    more = None if size is None else (size - scalarset.size) * len(model.slots.own)
    slots = None if more is None else model.program.layout.width + more
    return Counting(scalarset.name, size, slots, states, pointers)
