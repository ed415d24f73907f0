"""The engine `mdd`: CTL with fairness, and LTL, on decision diagrams, the reachable states found by saturation."""

from __future__ import annotations

import time
from collections.abc import Sequence

from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.diagrams import OutOfNodes
from vsym.engines.diagrams.deciding import NAME
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS, checker, interruption_by
from vsym.engines.diagrams.saturation import path_to_deadlock, saturate, unfinished
from vsym.engines.diagrams.turns import verify
from vsym.engines.protocol import Answer
from vsym.logic.formula import Temporal, subformulas
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Reached, SystemPath
from vsym.system.system import System


class DiagramsEngine:
    """Sets of states as decision diagrams; raises RefusedError for events that fall into too many cases."""

    name = NAME

    def accepts(self, system: System, prop: Property) -> Diagnostic | None:
        """Why it cannot decide a property: VS401 if it mixes CTL and LTL, or the system has parameters."""
        message = hint = None
        temporal = [part.operator for part in subformulas(prop.formula) if isinstance(part, Temporal)]
        if any((operator[0] in "AE") == (prop.logic == "ltl") for operator in temporal):
            message = f"`{prop.name}` mixes operators of CTL and LTL, which this engine does not decide"
            hint = "state it as one property in each logic"
        elif system.parameters:
            named = ", ".join(f"`{name}`" for name in system.parameters)
            message = f"this engine needs numbers for {named}, and `{prop.name}` is asked for all of them"
            hint = "give every parameter a value"
        return None if message is None else Diagnostic("VS401", prop.span, message, hint)

    def verify(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, and the reachable states if they were needed for it."""
        refusals = [refusal for prop in properties if (refusal := self.accepts(system, prop)) is not None]
        if refusals:
            raise DiagnosticError(refusals)
        return verify(system, properties, budget, report)

    def explore(self, system: System, budget: Budget, report: Report) -> tuple[Reached, SystemPath | None]:
        """The reachable states and a shortest path to a deadlock, None where a limit ends the search for that."""
        started = time.monotonic()
        report.say("saturating the counter states")
        checked = checker(budget, report, lambda: encoding.space.node_count)
        encoding = Encoding(system, max_bytes=budget.max_bytes, check=checked)
        try:
            checked()
            saturated = saturate(encoding, started)
        except STOPS as stop:
            return unfinished(encoding, interruption_by(stop), started).counted, None
        # It is counted first: the search for a path takes more nodes than the states.
        reached = saturated.counted
        try:
            return reached, path_to_deadlock(saturated)
        except (LimitReachedError, OutOfNodes, MemoryError):
            return reached, None


ENGINE = DiagramsEngine()
