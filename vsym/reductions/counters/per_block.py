"""Assigned values with their counts split into one per block."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.logic.formula import Comparison
from vsym.logic.terms import Linear
from vsym.models.counting.model import Assignment, LocalTransition
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.project import per_block
from vsym.symmetry.virtual.updates import Update


def assignments_per_block(
    blocks: Sequence[Processes], origin: LocalTransition, update: Update
) -> tuple[Assignment, ...]:
    """The update of a step with its counts split into one per block."""
    return tuple(Assignment(name, term_per_block(term, blocks), origin.span) for name, term in update)


def term_per_block(term: Linear, blocks: Sequence[Processes]) -> Linear:
    """A term with its counts split into one per block."""
    split = per_block(Comparison(Linear(term.terms), "=", 0), blocks).left
    return Linear(split.terms, term.constant)
