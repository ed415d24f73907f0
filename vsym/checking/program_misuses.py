"""What tells elements of a program's scalarsets apart: by its text, and by what turns of loops
do where the text does not show whether their order is indifferent."""

from __future__ import annotations

from collections.abc import Collection

from vsym.basics.limits import Budget
from vsym.models.program.program import Program
from vsym.models.program.statements import For
from vsym.symmetry.declared.soundness import Misuse, misuses


def misused_scalarsets(program: Program, budget: Budget) -> tuple[Misuse, ...]:
    """Every use that tells elements apart, or is not known not to."""

    def exchangeable(loop: For, scratch: Collection[int]) -> bool:
        # PySMT is loaded for this alone, which few programs need.
        from vsym.reductions.programs.commuting import turns_commute

        return turns_commute(program, loop, scratch, budget)

    return misuses(program, exchangeable)
