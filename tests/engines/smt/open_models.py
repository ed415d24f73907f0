"""Systems of models with open sizes, and what the SMT engine says of them."""

from __future__ import annotations

from tests.support.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.engine import ENGINE
from vsym.system.report import Silence
from vsym.system.result import Verdict
from vsym.system.system import System


def opened(text: str, *names: str) -> System:
    """The counter system of a model for all values of some of its parameters."""
    subject = load_open(Source("model.gsst", text), {}, names)
    decided = identified(subject, Budget(), Silence())
    return reduced(subject, decided, Budget(), Silence())[1].system


def verdicts(system: System, budget: Budget) -> tuple[Verdict, ...]:
    """What is said of all properties of a system."""
    return ENGINE.verify(system, system.properties, budget, Silence()).verdicts
