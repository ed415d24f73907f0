"""The engine `mdd`: CTL with fairness, and LTL, on decision diagrams, the reachable states found by saturation."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.source import Diagnostic
from vsym.diagrams import OutOfNodes
from vsym.engines.diagrams.bidirectional import verify
from vsym.engines.diagrams.deciding import NAME
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.saturation import STOPS, checker, interruption_by, saturate, unfinished, with_path
from vsym.engines.protocol import Answer, mixed_logics, open_parameters, raise_refusals
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Reached
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.diagrams.quotient.symmetries import Settings


@frozen
class DiagramsEngine:
    """Sets of states as decision diagrams, those of orbits where there are settings for a quotient; raises RefusedError
    for events that fall into too many cases."""

    quotient: Settings | None = None
    name: str = NAME

    def accepts(self, system: System, prop: Property) -> Diagnostic | None:
        """The reason against deciding a property: it mixes CTL and LTL (VS401), or the system has parameters."""
        return mixed_logics(prop) or open_parameters(system, prop)

    def verify(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, and the reachable states if they were needed for it."""
        raise_refusals(self, system, properties)
        if self.quotient is not None:
            # NumPy comes with it, which nothing else here needs.
            from vsym.engines.diagrams.quotient.verifying import verify as verify_up_to_symmetry

            return verify_up_to_symmetry(system, properties, self.quotient, budget, report)
        return verify(system, properties, budget, report)

    def explore(self, system: System, budget: Budget, report: Report) -> Reached:
        """The reachable states, with a path to a deadlock unless a limit ends the search for that."""
        if self.quotient is not None:
            from vsym.engines.diagrams.quotient.verifying import explore

            return explore(system, self.quotient, budget, report)
        started = time.monotonic()
        report.say("saturating the states")
        checked = checker(budget, report, lambda: encoding.space.node_count)
        encoding = Encoding(system, max_bytes=budget.max_bytes, check=checked)
        try:
            checked()
            saturated = saturate(encoding, started)
        except STOPS as stop:
            return unfinished(encoding, interruption_by(stop), started).counted
        return with_path(saturated, (LimitReachedError, OutOfNodes, MemoryError))


ENGINE = DiagramsEngine()
