"""What the NuSMV tests share: the real NuSMV, and the check of a trace."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.engines.explicit.reference import Reference
from vsym.basics.limits import Budget
from vsym.engines.nusmv import engine as nusmv
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Silence
from vsym.system.result import SystemPath, Verdict
from vsym.system.system import System


def program() -> Path:
    """NuSMV; fails the test, which is not skipped, with the way to install it where it is missing."""
    found = nusmv.find()
    assert found is not None, "these tests run a real NuSMV: install it with scripts/install-nusmv.sh"
    return found


def assert_is_path(reference: Reference, trace: SystemPath) -> None:
    """The trace is a path from an initial state, by the transitions that it names, and its loop closes."""
    assert trace.states[0] in reference.initial
    for state, step, target in zip(trace.states[:-1], trace.steps, trace.states[1:], strict=True):
        if step is None:
            assert state in reference.deadlocked
            assert target == state
        else:
            assert (step, target) in reference.steps[state]
    if trace.loop is not None:
        assert trace.loop < len(trace.states) - 1
        assert trace.states[trace.loop] == trace.states[-1]


def verdicts(
    system: System, properties: Sequence[Property], seconds: float | None = None, with_program: Path | None = None
) -> tuple[Verdict, ...]:
    """What NuSMV, or another program in its place, says of properties of a system."""
    budget = Budget(deadline=None if seconds is None else time.monotonic() + seconds)
    engine = nusmv.NusmvEngine(with_program or program())
    return engine.verify(system, properties, budget, Silence()).verdicts


def verify(
    counters: CounterSystem, properties: Sequence[Property], seconds: float | None = None
) -> tuple[Verdict, ...]:
    """The same of properties over the counts of a counter system."""
    asked = lowered(replace(counters, properties=tuple(properties)))
    return verdicts(asked, asked.properties, seconds)
