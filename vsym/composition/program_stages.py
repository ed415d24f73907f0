"""The stages before any verdict on a program: which scalarsets are sound, and which engine explores."""

from __future__ import annotations

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.composition.choice import AUTO
from vsym.engines.protocol import Engine
from vsym.engines.registry import engine
from vsym.models.program.program import Program
from vsym.models.program.quotient import Quotient

ENGINES = ("compiled", "interpreted")
"""The engines that explore programs."""


def symmetric(program: Program, budget: Budget) -> Quotient:
    """The program up to permutations of its scalarsets; raises DiagnosticError where one is used unsoundly."""
    budget.check()
    return Quotient(program, program.scalarsets)


def program_engine(name: str) -> Engine[Quotient]:
    """The engine of a name, or the one that is best where it is left to us; raises RefusedError for another name."""
    if name not in (AUTO, *ENGINES):
        raise RefusedError(f"--engine {name} is for .gsst models; programs have {' and '.join(ENGINES)}")
    return engine("compiled" if name == AUTO else name)
