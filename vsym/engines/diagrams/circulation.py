"""Which events a path can take for ever: those that move a token between variables with a constant sum, on cycles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from vsym.logic.terms import Linear
from vsym.system.system import Event, System, Term

Move: TypeAlias = tuple[int, int]
"""A token moves from one variable to another, both by their places in a vector."""


def token_moves(system: System) -> tuple[tuple[Move, ...], ...]:
    """The moves of each event, in the sums that change in no other way: one token of one sum moves at a time.

    An event moves a token in a sum where it changes its variables by `v := v - 1` and `w := w + 1` alone. A sum that
    some event, other than an error, changes in any other way counts for none.
    """
    sum_of = {place: number for number, total in enumerate(system.sums) for place in total.places}
    changes = [_changes(system, event, sum_of) if event.error is None else {} for event in system.events]
    other = {number for changed in changes for number, shifts in changed.items() if _move(shifts) is None}
    return tuple(
        tuple(move for number, shifts in changed.items() if number not in other and (move := _move(shifts)) is not None)
        for changed in changes
    )


def _changes(system: System, event: Event, sum_of: Mapping[int, int]) -> dict[int, dict[int, int | None]]:
    """By how much an event shifts the variables of each sum that it changes, None for what is no shift."""
    changed: dict[int, dict[int, int | None]] = {}
    for name, term in event.update:
        place = system.places[name]
        shift = _shift(system, place, term)
        if place in sum_of and shift != 0:
            changed.setdefault(sum_of[place], {})[place] = shift
    return changed


def _shift(system: System, place: int, term: Term) -> int | None:
    shifted = isinstance(term, Linear) and term.terms == ((system.variables[place].atom, 1),)
    return term.constant if shifted and isinstance(term, Linear) else None


def _move(shifts: Mapping[int, int | None]) -> Move | None:
    places = {shift: place for place, shift in shifts.items()}
    return (places[-1], places[1]) if len(shifts) == 2 and places.keys() == {-1, 1} else None


def on_cycles(moves: Sequence[Iterable[Move]], numbers: Iterable[int]) -> frozenset[int]:
    """Those of some events whose every move lies between moves of others of them, into its source and from its target.

    A path that stays among finitely many states repeats some of them, and from one to the next time it all variables
    come back to their values. Where a sum only changes by moves of single tokens, the moves in between enter each of
    its variables as often as they leave it (they are a circulation). So a path that takes none but these events takes
    for ever only those that are left here: an event without a successor or a predecessor among the moves is taken a
    limited number of times. Events that move no token are always left.
    """
    kept = set(numbers)
    while True:
        sources = {source for number in kept for source, _ in moves[number]}
        targets = {target for number in kept for _, target in moves[number]}
        smaller = {n for n in kept if all(source in targets and target in sources for source, target in moves[n])}
        if smaller == kept:
            return frozenset(kept)
        kept = smaller
