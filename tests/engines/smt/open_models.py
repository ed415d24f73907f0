"""Systems of models with open sizes, the SMT engine's verdicts on them, and the confirmation of its proofs."""

from __future__ import annotations

from tests.support.loading import load_open
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.engine import ENGINE
from vsym.system.report import Silence
from vsym.system.result import Proof, Verdict
from vsym.system.system import System


def opened(text: str, *names: str) -> System:
    """The counter system of a model for all values of some of its parameters."""
    subject = load_open(Source("model.gsst", text), {}, names)
    decided = identified(subject, Budget(), Silence())
    return reduced(subject, decided, Budget(), Silence())[1].system


def verdicts(system: System, budget: Budget) -> tuple[Verdict, ...]:
    """The verdicts on all properties of a system."""
    return ENGINE.verify(system, system.properties, budget, Silence()).verdicts


def is_confirmed(proof: Proof | None) -> bool:
    """True of a proof with a certificate whose goals are valid."""
    return proof is not None and all(goal.valid for goal in recheck(read(document("", proof.scopes)), Budget()))
