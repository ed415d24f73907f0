"""The real NuSMV and its verdicts, for all tests of NuSMV."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from vsym.basics.limits import Budget
from vsym.engines.nusmv import engine as nusmv
from vsym.logic.properties import Property
from vsym.system.report import Silence
from vsym.system.result import Verdict
from vsym.system.system import System


def program() -> Path:
    """NuSMV; fails the test, which is not skipped, with the way to install it where it is missing."""
    found = nusmv.find()
    assert found is not None, "these tests run a real NuSMV: install it with scripts/install-nusmv.sh"
    return found


def verdicts(
    system: System, properties: Sequence[Property], seconds: float | None = None, with_program: Path | None = None
) -> tuple[Verdict, ...]:
    """The verdicts of NuSMV, or of another program in its place, on properties of a system."""
    budget = Budget(deadline=None if seconds is None else time.monotonic() + seconds)
    engine = nusmv.NusmvEngine(with_program or program())
    return engine.verify(system, properties, budget, Silence()).verdicts
