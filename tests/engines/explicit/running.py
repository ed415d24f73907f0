"""The explicit engine on counter systems, as the tests generate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.explicit import exploration
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.engine import ENGINE
from vsym.engines.explicit.exploration import Exploration
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Report, Silence
from vsym.system.result import Verdict

FREE = Budget()


@frozen
class Bytes(Budget):
    """A limit of few bytes."""

    bytes: int = 0

    @property
    def max_bytes(self) -> int:
        return self.bytes


def explore(system: CounterSystem, budget: Budget = FREE, report: Report | None = None) -> Exploration:
    """The exploration of a counter system."""
    return exploration.explore(lowered(system), budget, report or Silence())


def verify(system: CounterSystem, properties: Sequence[Property]) -> tuple[Verdict, ...]:
    """The verdicts of the engine."""
    subject = lowered(replace(system, properties=tuple(properties)))
    return ENGINE.verify(subject, subject.properties, FREE, Silence()).verdicts


def decided(
    system: CounterSystem, properties: Sequence[Property], found: Exploration, budget: Budget = FREE
) -> tuple[Verdict, ...]:
    """The verdicts on an exploration of a system, perhaps under other limits than those of the exploration."""
    return decide(found, lowered(replace(system, properties=tuple(properties))).properties, budget)
