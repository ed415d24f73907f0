"""Programs by the engines that are for systems: lowered, verified there, and the paths brought back.

Programs that are run as C have no need of what does that, which is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic
from vsym.checking.up_to import UpTo
from vsym.engines.protocol import Answer, Engine, Explorer, mixed_logics, raise_refusals
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import Reached
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.reductions.programs.lowering import Lowered


@frozen
class SystemEngine:
    """Programs as systems, by the engine of a name; `mdd` explores up to symmetry where it is told how."""

    name: str
    up_to: UpTo | None = None

    def accepts(self, _: Program, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL; what else the engine refuses, `verify` raises."""
        return mixed_logics(prop)

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, and the reachable states if the engine enumerates them for it.

        Raises RefusedError where the program cannot be run symbolically, ReplayError for a path that is none (our bug),
        LimitReachedError, and what the engine's `verify` raises.
        """
        from vsym.checking.program_questions import Questions

        raise_refusals(self, subject, properties)
        properties = _with_own_names(properties)
        report.say("running the rules symbolically")
        made = self._lowered(subject, properties, budget)
        return Questions(self._engine(made), made, tuple(properties), budget, report, self._images).answer()

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states; raises what `verify` does, and RefusedError for an engine that counts none."""
        from vsym.checking.program_questions import brought_back
        from vsym.reductions.programs.asking import states_of

        if not isinstance(engine(self.name), Explorer):
            raise RefusedError(f"--engine {self.name} decides properties, and does not count states")
        report.say("running the rules symbolically")
        made = self._lowered(subject, (), budget)
        explorer = self._engine(made)
        assert isinstance(explorer, Explorer)
        asked = states_of(made).about((), budget, self._images)
        return brought_back(asked, explorer.explore(asked.system, budget, report))

    def _lowered(self, subject: Program, properties: Sequence[Property], budget: Budget) -> Lowered:
        """The system of a program that is asked these properties, and the hints."""
        from vsym.reductions.programs.asking import with_deadlock
        from vsym.reductions.programs.lowering import lowered

        hints = () if self.up_to is None else self.up_to.hints
        return lowered(with_deadlock(replace(subject, properties=(*properties, *hints))), budget)

    @property
    def _images(self) -> tuple[Symmetry, ...]:
        """Permutations that take what is reached elsewhere."""
        return () if self.up_to is None else self.up_to.images

    def _engine(self, made: Lowered) -> Engine[System]:
        if self.up_to is None:
            return engine(self.name)

        from vsym.checking.diagram_groups import settings_of
        from vsym.engines.diagrams.engine import DiagramsEngine

        return DiagramsEngine(settings_of(made, self.up_to))


def _with_own_names(properties: Sequence[Property]) -> tuple[Property, ...]:
    """Properties each with a name of its own, by which systems are asked: several may be instances of one."""
    taken = {prop.name for prop in properties}
    named: dict[str, Property] = {}
    for prop in properties:
        name, number = prop.name, 1
        while name in named or (number > 1 and name in taken):
            number += 1
            name = f"{prop.name} {number}"
        named[name] = replace(prop, name=name)
    return tuple(named.values())
