"""Ways to explore a program: an engine, a reduction, and a group up to which states are one."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError, refuse_given
from vsym.basics.platform import needing_arrays
from vsym.checking.choice import AUTO
from vsym.engines import registry
from vsym.engines.compiled.compiler import CompilerError, trouble
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.engines.compiled.search import PLAIN, Settings
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.protocol import Engine
from vsym.models.program.program import Program
from vsym.models.program.renaming import Factor
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.as_is import AsIs
from vsym.reductions.protocol import Reduced
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.groups.diagrams import UpTo
    from vsym.reductions.programs.lowering import Lowered

ENGINES = ("compiled", "interpreted")
"""The engines that explore programs as they are."""

OF_SYSTEMS = ("mdd", "explicit", "nusmv", "smt")
"""The engines that explore the systems that programs are."""

INTERPRETED = "vsym interprets the program, slowly, since it cannot compile here: {}"


@frozen
class Way:
    """An engine of a name on a program as it is, or on the systems of its slots if it is one for systems.

    States are one up to permutations of `scalarsets` and `factors` of a group of literal maps; `up_to` is the way of
    decision diagrams to do so. `notes` are about the choice. Where the group is not proved, `unproved` says so, and no
    verdict follows; the group may be one of `virtual` symmetry.
    """

    name: str
    engine: Engine[Any]
    scalarsets: tuple[Scalarset, ...] = ()
    factors: tuple[Factor, ...] = ()
    up_to: UpTo | None = None
    notes: tuple[str, ...] = ()
    unproved: str | None = None
    virtual: bool = False

    @property
    def symbolic(self) -> bool:
        """True where the program's rules are run symbolically."""
        return self.name in OF_SYSTEMS

    def reduced(self, program: Program, budget: Budget, report: Report, lowering: Lowered | None = None) -> Reduced:
        """The program as the engine takes it, from the `lowering` of its rules if they were run symbolically before.

        Raises RefusedError where it cannot be run symbolically, LimitReachedError.
        """
        if not self.symbolic:
            return AsIs(program)
        from vsym.reductions.programs.slots import Slots

        report.say("running the rules symbolically")
        if self.up_to is None:
            return Slots.of(program, budget, lowering=lowering)
        return Slots.of(program, budget, lowering=lowering, beside=self.up_to.hints, images=self.up_to.images)

    def on(self, reduced: Reduced) -> Engine[Any]:
        """The engine; on decision diagrams, one made for the reduced program."""
        if self.up_to is None:
            return self.engine

        from vsym.checking.groups.diagrams import settings_of
        from vsym.engines.diagrams.engine import DiagramsEngine
        from vsym.reductions.programs.slots import Slots

        assert isinstance(reduced, Slots)
        return DiagramsEngine(settings_of(reduced.lowered, self.up_to))


def way(
    name: str,
    quotient: Quotient = PLAIN_STATES,
    settings: Settings = PLAIN,
    up_to: UpTo | None = None,
    store: StoreSettings | None = None,
) -> Way:
    """The engine of a name, or the best one where it is left to us, up to some permutations of a program's literals;
    `up_to` is the way of decision diagrams, `store` the place of the states, if not memory. Raises RefusedError for
    another name, and for a feature that an engine does not have.
    """
    if store is not None:
        with needing_arrays("--store"):
            from vsym.engines.disk.engine import DiskEngine

        return Way(
            "stored", DiskEngine(store, quotient), quotient.scalarsets, quotient.factors, virtual=quotient.virtual
        )
    if name in OF_SYSTEMS:
        return _of_systems(name, quotient, settings, up_to)
    if name not in (AUTO, *ENGINES):
        names = ", ".join((*ENGINES, *OF_SYSTEMS))
        raise RefusedError(f"--engine {name} is for .gsst models; programs have {names}")
    error = _trouble() if name == AUTO else None
    if explores_orbits(name):
        from vsym.engines.compiled.engine import CompiledEngine

        engine = CompiledEngine(replace(settings, quotient=quotient))
        return Way("compiled", engine, quotient.scalarsets, quotient.factors, virtual=quotient.virtual)
    _refuse(settings, ", which needs a C compiler")
    if quotient.factors and error is None:
        raise RefusedError("the interpreter uses no generators; only the compiled engine does")

    from vsym.engines.interpreted import InterpretedEngine

    notes = () if error is None else (INTERPRETED.format(error),)
    return Way("interpreted", InterpretedEngine(), notes=notes)


def explores_orbits(name: str) -> bool:
    """True where the engine of a name explores up to permutations."""
    return name in ("compiled", "mdd") or (name == AUTO and _trouble() is None)


def _of_systems(name: str, quotient: Quotient, settings: Settings, up_to: UpTo | None) -> Way:
    """An engine for systems; `mdd` alone knows permutations."""
    _refuse(settings)
    engine = registry.engine(name)
    if up_to is not None:
        return Way(name, engine, quotient.scalarsets, quotient.factors, up_to, virtual=quotient.virtual)
    if quotient.factors:
        raise RefusedError(f"--engine {name} uses no generators; --engine compiled does")
    moved = [one for one in quotient.scalarsets if one.size > 1]
    note = f"--engine {name} uses no permutations; --engine compiled and mdd do"
    return Way(name, engine, notes=(note,) if moved else ())


def _refuse(settings: Settings, why: str = "") -> None:
    refuse_given({"--compact": settings.compact}, f"is for the compiled engine{why}")


def _trouble() -> CompilerError | None:
    """The reason why no program can be compiled here, asked once for each compiler and place in the environment."""
    return _trouble_of(os.environ.get("CC"), os.environ.get("PATH"), os.environ.get("XDG_CACHE_HOME"))


@cache
def _trouble_of(*_environment: str | None) -> CompilerError | None:
    return trouble()
