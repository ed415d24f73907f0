"""Invariants that a proof may need: stated ones are assumed, and checked in the search, which is sound where each
exchange keeps them (theory, section 11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vsym.logic.formula import TRUE, Formula, conjunction
from vsym.symmetry.detected.virtual.group import Virtual
from vsym.system.step import holds
from vsym.system.system import System


def with_invariants(
    system: System, invariants: Sequence[Formula], solved: Callable[[Formula], Virtual]
) -> tuple[Virtual, tuple[int, ...]]:
    """The largest group that is found, with the numbers of the invariants that it assumes: none if that is as large.

    Invariants are assumed where a state violates them that has a step without an answer, and the exchange that it
    refutes keeps them; none of them can be left out. `solved` has the group for a predicate that is assumed.
    """
    best = group = solved(TRUE)
    chosen: tuple[int, ...] = ()
    assumed: list[int] = []
    while more := _violated(system, invariants, group, assumed):
        assumed += more
        group = solved(conjunction(invariants[number] for number in assumed))
        if len(group.proved) > len(best.proved):
            best, chosen = group, tuple(assumed)
    for left_out in chosen if len(chosen) > 1 else ():
        # What was violated where something has no answer need not be needed beside the others.
        fewer = tuple(number for number in chosen if number != left_out)
        group = solved(conjunction(invariants[number] for number in fewer))
        if len(group.proved) >= len(best.proved):
            best, chosen = group, fewer
    return best, chosen


def _violated(system: System, invariants: Sequence[Formula], group: Virtual, assumed: Sequence[int]) -> list[int]:
    """The invariants that are false where something has no answer, and that the exchange keeps."""
    witnesses = [(one, refuted.state) for one, refuted in group.refuted.items() if refuted.state is not None]
    return [
        number
        for number, formula in enumerate(invariants)
        if number not in assumed
        and any(
            not holds(system, formula, state) and group.asking.keeps(group.rows.symmetry(candidate), formula, TRUE)
            for candidate, state in witnesses
        )
    ]
