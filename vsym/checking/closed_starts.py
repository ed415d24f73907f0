"""A program with so many start states that given maps keep them: what is a symmetry of that one takes steps to steps.

For decision diagrams this is enough. Representatives of all that is reached exist by induction on the steps alone, and
the states in an orbit satisfy the same formulas, as far as the maps keep what these say of states (Barner, Grumberg,
definition 2.16): start states are where a search begins, and need not be alike. But then not all of an orbit need be
reached, and what is true of the start states need not be true of their images.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.given_generators import unproved
from vsym.checking.program_symmetry import ProgramSymmetry, detection_of
from vsym.exchange.generators import Generator
from vsym.models.program.literals import LiteralMap
from vsym.reductions.programs.starts import closed, symmetry_of


@frozen
class ProvedGroup:
    """A program of which given maps are proved to be symmetries, or why no verdict follows; `starts_kept` is whether it
    is the program as it is, and not one with more start states."""

    known: ProgramSymmetry
    unproved: str | None
    starts_kept: bool = True


def proved_group(
    known: ProgramSymmetry, given: Sequence[Generator], file: str, budget: Budget, *, asymmetric: bool
) -> ProvedGroup:
    """What is proved of some generators, where they may be `asymmetric` also with more start states; raises as
    `unproved` and `Detection` do."""
    try:
        return ProvedGroup(known, unproved(known, given, file))
    except (DiagnosticError, RefusedError) as error:
        if not asymmetric:
            raise
        wider = _with_closed_starts(known, [one.map for one in given], budget)
        try:
            return ProvedGroup(wider, unproved(wider, given, file), starts_kept=False)
        except (DiagnosticError, RefusedError):
            # What is said is what is wrong with the program as it is.
            raise error from None


def _with_closed_starts(known: ProgramSymmetry, maps: Sequence[LiteralMap], budget: Budget) -> ProgramSymmetry:
    """The same program with more start states, onto which each map takes these: all that is proved of that one is true
    wherever maps take what the program reaches."""
    lowered = known.lowered
    wider = replace(lowered, system=closed(lowered.system, [*map(symmetry_of, maps)]))
    return replace(known, lowered=wider, detection=detection_of(wider, budget))
