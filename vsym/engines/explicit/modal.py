"""Properties decided on two systems at once: the steps that some states have, and those that all have, for which one
state of an abstraction stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import Diagnostic
from vsym.engines.explicit.deciding import NAME, decide
from vsym.engines.explicit.engine import reached
from vsym.engines.explicit.exploration import Exploration, explore
from vsym.engines.explicit.graph import Graph
from vsym.engines.explicit.stepping import Stepper
from vsym.engines.explicit.table import StateTable
from vsym.engines.protocol import Answer, mixed_logics, open_parameters, raise_refusals
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import Verdict
from vsym.system.system import ModalSystem

_BATCH = 2**14


@frozen
class ModalEngine:
    """The explicit engine on two systems; the predicates of properties and fairness constraints may have two bounds.

    A path of a verdict is one of the system of certain steps.
    """

    name: str = NAME

    def accepts(self, subject: ModalSystem, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL, and for systems with parameters."""
        return mixed_logics(prop) or open_parameters(subject.may, prop)

    def verify(self, subject: ModalSystem, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Explore all possible steps, as far as the limits allow, and decide the properties on the result."""
        raise_refusals(self, subject, properties)
        exploration = explore(subject.may, budget, report)
        if not exploration.complete:
            reason = REASONS[exploration.interrupted or "time"]
            return Answer(tuple(Verdict("unknown", self.name, 0.0, reason) for _ in properties), reached(exploration))
        report.say("evaluating the properties")
        stepper = Stepper.of(subject.must)
        certain = _certain(exploration, stepper, budget)
        verdicts = decide(replace(exploration, stepper=stepper), properties, budget, self.name, certain)
        return Answer(verdicts, reached(exploration))


def _certain(exploration: Exploration, stepper: Stepper, budget: Budget) -> Graph:
    """The certain steps between the states of a complete exploration of all possible steps."""
    table = StateTable(stepper.layout.words)
    table.add(exploration.keys)
    stuck = np.zeros(exploration.states, dtype=np.bool_)
    stuck[exploration.deadlocked] = True
    degrees, targets = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int32)]
    for start in range(0, exploration.states, _BATCH):
        budget.check()
        end = min(start + _BATCH, exploration.states)
        step = stepper.successors(exploration.keys[start:end])
        numbers, _ = table.add(step.keys)
        # A state whose steps are only possible gets no self-loop.
        stays = step.deadlocked & ~stuck[start:end]
        targets.append(numbers[~np.repeat(stays, step.degrees)])
        degrees.append(np.where(stays, 0, step.degrees))
    offsets = np.zeros(exploration.states + 1, dtype=np.int64)
    np.cumsum(np.concatenate(degrees), out=offsets[1:])
    return Graph(offsets, np.concatenate(targets), exploration.states)
