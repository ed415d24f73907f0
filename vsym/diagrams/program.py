"""An event made ready for its way down the levels: what happens at each, forward, backward, or as a guard alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.diagrams.constraints import Linear
from vsym.diagrams.events import Event, Move, Put, check_levels
from vsym.diagrams.values import EVERY_VALUE, Values, both, either, interval, moved

Direction = Literal["forward", "backward", "guard"]


@frozen
class Program:
    """What an event does at each level between the first, `top`, and the last, `bottom`, that it reads or changes.

    Each mapping is by level and has no entry where nothing is to do. In this order:
    `released`: only vectors with this value there go on, and the value becomes every one of the domain;
    `rooms`: only values below this go on; `masks`: only these values go on;
    `sums`: the values met on the way satisfy all of them;
    `assigned`: every value becomes this one; `moves`: every value grows by this much, and stays at least 0.
    """

    sizes: tuple[int, ...]
    top: int
    bottom: int
    released: Mapping[int, int] = field(default_factory=dict)
    rooms: Mapping[int, int] = field(default_factory=dict)
    masks: Mapping[int, Values] = field(default_factory=dict)
    sums: tuple[Linear, ...] = ()
    assigned: Mapping[int, int] = field(default_factory=dict)
    moves: Mapping[int, int] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Whether the program changes any value."""
        return bool(self.released or self.assigned or self.moves)

    @property
    def local_bottom(self) -> int:
        """The last level at which more happens than that a sum is read."""
        parts = (self.released, self.rooms, self.masks, self.assigned, self.moves)
        return max((level for part in parts for level in part), default=-1)


def compile_event(sizes: Sequence[int], event: Event, direction: Direction) -> Program | None:
    """The program of an event: its steps forward, its steps backward, or the filter of where it is enabled.

    None if the event is plainly never enabled. Backward, the guard is about the vector that is reached last: where a
    level was moved by d, its old value is its value less d, so the bounds are shifted; where a level was set, its old
    value is any that satisfies the guard.
    """
    check_levels(sizes, event)
    masks = dict(event.guard.masks)
    if any(isinstance(update, Put) and not 0 <= update.value < sizes[update.level] for update in event.updates):
        return None
    moves = {update.level: update.by for update in event.updates if isinstance(update, Move) and update.by}
    puts = {update.level: update.value for update in event.updates if isinstance(update, Put)}
    sums = event.guard.sums
    backward = direction == "backward"
    if backward:
        masks = {level: moved(mask, moves.get(level, 0)) for level, mask in masks.items()}
        sums = tuple(_substituted(linear, moves) for linear in sums)
    steps = {level: -by if backward else by for level, by in moves.items()}
    rooms = {level: max(sizes[level] - by, 0) for level, by in steps.items() if by > 0}
    only_guard = direction == "guard"
    for level, by in steps.items():
        if by < 0:
            mask = masks.get(level, EVERY_VALUE)
            masks[level] = both(mask, interval(-by, None)) if only_guard else either(mask, interval(0, -by - 1))
    for level, mask in masks.items():
        length = rooms.get(level, sizes[level])
        if not both(mask, interval(0, length - 1)):
            return None
        # What no value of the level can be makes no difference, and many a bound is the domain's own.
        masks[level] = either(mask, interval(length, None))
    masks = {level: mask for level, mask in masks.items() if mask != EVERY_VALUE}
    levels = [*masks, *moves, *puts, *(level for linear in sums for level, _ in linear.coefficients)]
    return Program(
        sizes=tuple(sizes),
        top=min(levels, default=0),
        bottom=max(levels, default=-1),
        released=puts if backward else {},
        rooms=rooms,
        masks=masks,
        sums=sums,
        assigned=puts if direction == "forward" else {},
        moves={} if only_guard else steps,
    )


def _substituted(linear: Linear, moves: Mapping[int, int]) -> Linear:
    """The sum's bounds when each moved level stands for its value after the move."""
    change = sum(coefficient * moves.get(level, 0) for level, coefficient in linear.coefficients)
    low = None if linear.low is None else linear.low + change
    high = None if linear.high is None else linear.high + change
    return Linear(linear.coefficients, low, high)
