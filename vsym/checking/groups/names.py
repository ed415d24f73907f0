"""The values of `--group`, and the engines that can explore a model of processes up to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.platform import ARRAYS
from vsym.basics.source import did_you_mean
from vsym.checking.choice import AUTO as LEFT_TO_US

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.models.program.renaming import Factor

AUTO, DECLARED, DETECTED, VIRTUAL, NONE = GROUPS = ("auto", "declared", "detected", "virtual", "none")
"""The permutations up to which states are one: all that are known, those that the model declares, those that are
detected, those that are virtual symmetries, or none. Counters already merge the states that the declared symmetry of a
model of processes makes one."""

DEFAULT = DECLARED


@frozen
class CounterQuotient:
    """The quotient by a group that keeps the properties and the fairness constraints, None without one, and notes."""

    quotient: Quotient | None = None
    notes: tuple[str, ...] = ()

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The factors of the group."""
        return () if self.quotient is None else self.quotient.factors

    @property
    def virtual(self) -> bool:
        """True where the group is one of virtual symmetry."""
        return self.quotient is not None and self.quotient.virtual


QUOTIENT_ENGINES = ("compiled", "mdd")
"""The engines that explore counter states up to a group."""


def engine_for(group: str | None, engine: str, *, every_size: bool = False) -> str:
    """The engine for exploring counter states, or those of a system, up to a group; for `auto`, the first that can.

    Raises RefusedError where the chosen engine cannot do it, and for an unknown group.
    """
    if group in (None, DECLARED, NONE, AUTO):
        return engine
    if group not in (DETECTED, VIRTUAL):
        hint = did_you_mean(group or "", GROUPS) or "generators are for programs (.m)"
        raise RefusedError(f"--group {group}: for .gsst models, give one of {', '.join(GROUPS)}; {hint}")
    if every_size:
        raise RefusedError(f"--group {group} explores the states of one size, and --for-all is about all sizes")
    if engine == LEFT_TO_US:
        return QUOTIENT_ENGINES[0] if ARRAYS else "mdd"
    if engine not in QUOTIENT_ENGINES:
        able = " and ".join(f"--engine {name}" for name in QUOTIENT_ENGINES)
        raise RefusedError(f"--engine {engine} explores no .gsst model up to {group} symmetries; {able} can")
    return engine
