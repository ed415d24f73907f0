"""The explicit engine: CTL by fixpoints on the explored graph of a system, LTL by products with automata."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.engines.explicit.deciding import NAME, decide
from vsym.engines.explicit.exploration import Exploration, explore
from vsym.engines.protocol import Answer, mixed_logics, open_parameters, raise_refusals
from vsym.logic.explaining import Route, path_to
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Reached, SystemPath
from vsym.system.system import System


@frozen
class ExplicitEngine:
    """States one by one, for systems without parameters; CTL, LTL and invariants, also under fairness."""

    name: str = NAME

    def accepts(self, subject: System, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL, and for a system with parameters."""
        return mixed_logics(prop) or open_parameters(subject, prop)

    def verify(self, subject: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Explore the system as far as the limits allow, and decide the properties on that."""
        raise_refusals(self, subject, properties)
        exploration = explore(subject, budget, report, properties, self.name)
        report.say("evaluating the properties")
        return Answer(decide(exploration, properties, budget), reached(exploration))

    def explore(self, subject: System, budget: Budget, report: Report) -> Reached:
        """The reachable states, as far as the limits allow."""
        return reached(explore(subject, budget, report))


ENGINE = ExplicitEngine()


def reached(exploration: Exploration) -> Reached:
    """The figures of an exploration, with a path to a deadlock if there is one."""
    deadlock, deadlocked = exploration.system.deadlock, exploration.deadlocked
    if deadlock is not None:
        deadlocked = np.flatnonzero(exploration.where(deadlock)).astype(np.int32)
    stuck: SystemPath | None = None
    if deadlocked.size:
        stuck = exploration.path(Route(path_to(exploration.parents, int(deadlocked[0]))), "witness")
    return Reached(
        states=exploration.states,
        depth=exploration.depth,
        deadlocks=len(deadlocked),
        complete=exploration.complete,
        interrupted=exploration.interrupted,
        seconds=exploration.seconds,
        stuck=stuck,
        idle=exploration.idle,
    )
