"""The stages before any verdict on a program: which scalarsets are sound, and which engine explores."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.composition.choice import AUTO
from vsym.engines.compiled.compiler import CompilerMissing, find
from vsym.engines.compiled.engine import CompiledEngine
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.settings import PLAIN, Settings
from vsym.engines.interpreted.engine import InterpretedEngine
from vsym.engines.protocol import Engine
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset
from vsym.symmetry.declared.formulas import symmetric_scalarsets
from vsym.symmetry.declared.soundness import misuses

ENGINES = ("compiled", "interpreted")
"""The engines that explore programs."""

INTERPRETED = "no C compiler was found, so that the interpreter explores, slowly; `vsym doctor` says how to get one"


def sound_scalarsets(program: Program) -> tuple[Scalarset, ...]:
    """The scalarsets of a program whose elements no property names; raises DiagnosticError where one is used unsoundly.

    A property that names elements does so where a quantifier stands around temporal operators.
    """
    misused = misuses(program)
    if misused:
        raise DiagnosticError(misuse.diagnostic for misuse in misused)
    symmetric = program.scalarsets
    for formula in (*(one.formula for one in program.properties), *(one.formula for one in program.fairness)):
        symmetric = symmetric_scalarsets(formula, symmetric)
    return symmetric


@frozen
class Explorer:
    """The engine that explores a program, up to permutations of the `symmetric` scalarsets; `note` is what is to be
    said of the choice."""

    engine: Engine[Program]
    symmetric: tuple[Scalarset, ...] = ()
    note: str | None = None


def explorer(name: str, symmetric: tuple[Scalarset, ...], settings: Settings = PLAIN) -> Explorer:
    """The engine of a name, or the best one where it is left to us.

    Raises RefusedError for another name, and for what the interpreter does not have.
    """
    if name not in (AUTO, *ENGINES):
        raise RefusedError(f"--engine {name} is for .gsst models; programs have {' and '.join(ENGINES)}")
    missing = name == AUTO and not _compiler_there()
    if name != "interpreted" and not missing:
        return Explorer(CompiledEngine(replace(settings, quotient=Quotient(symmetric))), symmetric)
    for option, given in (("compact", settings.compact), ("checkpoint", settings.checkpoint)):
        if given:
            raise RefusedError(f"--{option} is for the compiled engine, which needs a C compiler")
    if settings.resume:
        raise RefusedError("--resume is for the compiled engine, which needs a C compiler")
    return Explorer(InterpretedEngine(settings.first), note=INTERPRETED if missing else None)


def _compiler_there() -> bool:
    try:
        find()
    except CompilerMissing:
        return False
    return True
