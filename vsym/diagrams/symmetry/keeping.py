"""Whether an action maps the steps of some events onto themselves: only then is it a symmetry of what they do.

The events are compared first, one by one, as they are written; where that does not show it, all pairs of a vector and
one that a step leads to, as one set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.diagrams.case import Case
from vsym.diagrams.constraints import Linear, ordered
from vsym.diagrams.events import Event, Move, Put, Update
from vsym.diagrams.nodes import EMPTY, ONE
from vsym.diagrams.space import Space, StateSet
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.values import EVERY_VALUE, Values, both, contains, interval


def keeps_steps(space: Space, events: Iterable[Event], action: Action) -> bool:
    """Whether an action maps the set of all steps of events onto itself.

    Raises ValueError if the action is not one on the space, and OutOfNodes where the set of steps is too large.
    """
    action.check(space.sizes)
    every = tuple(events)
    images = [_image(space.sizes, event, action) for event in every]
    if None not in images and {*images} == {_normal(space.sizes, event) for event in every}:
        return True
    steps = _steps(space, every)
    return steps.permuted(_on_pairs(action)) is steps


def _image(sizes: Sequence[int], event: Event, action: Action) -> Event | None:
    """What an event is taken to; None where it adds to or compares numbers that the action maps."""
    target = action.inverse.levels
    sums = tuple(
        Linear(tuple((target[level], by) for level, by in one.coefficients), one.low, one.high)
        for one in event.guard.sums
    )
    moved = [update.level for update in event.updates if isinstance(update, Move)]
    added = {target[level] for level in moved} | {level for one in sums for level, _ in one.coefficients}
    if any(action.values[level] is not None for level in added):
        return None
    masks = tuple(
        (target[level], _mapped(values, sizes[level], action.values[target[level]]))
        for level, values in event.guard.masks
    )
    updates: list[Update] = []
    for update in event.updates:
        level = target[update.level]
        images = action.values[level]
        if isinstance(update, Move):
            updates.append(Move(level, update.by))
        elif images is None or not 0 <= update.value < len(images):
            updates.append(Put(level, update.value))
        else:
            updates.append(Put(level, images[update.value]))
    return _normal(sizes, Event(Case(masks, sums), tuple(updates)))


def _mapped(values: Values, size: int, images: Sequence[int] | None) -> Values:
    if images is None:
        return values
    allowed = [contains(values, value) for value in range(size)]
    mapped = [False] * size
    for value, image in enumerate(images):
        mapped[image] = allowed[value]
    changes = [value for value in range(size) if mapped[value] != (value > 0 and mapped[value - 1])]
    return tuple(changes) if len(changes) % 2 == 0 else (*changes, size)


def _normal(sizes: Sequence[int], event: Event) -> Event:
    """The event with everything in one order, and masks about values of their levels alone."""
    inside = {level: both(values, interval(0, sizes[level] - 1)) for level, values in event.guard.masks}
    masks = sorted((level, values) for level, values in inside.items() if values != (0, sizes[level]))
    updates = sorted(event.updates, key=lambda update: update.level)
    return Event(Case(tuple(masks), tuple(sorted(map(ordered, event.guard.sums), key=repr))), tuple(updates))


def _on_pairs(action: Action) -> Action:
    """The same action on both vectors of a pair, whose levels alternate."""
    levels = [2 * source + end for source in action.levels for end in (0, 1)]
    maps = {2 * level + end: images for level, images in enumerate(action.values) if images for end in (0, 1)}
    return Action.of(levels, maps)


def _steps(space: Space, events: Iterable[Event]) -> StateSet:
    """All pairs of a vector and the one that an event leads to from there; each level is followed by its new value."""
    pairs = space.beside([size for size in space.sizes for _ in range(2)])
    found = pairs.empty
    for event in events:
        masks, updates = dict(event.guard.masks), {update.level: update for update in event.updates}
        node = ONE
        for level in reversed(range(len(space.sizes))):
            values, update = masks.get(level, EVERY_VALUE), updates.get(level)
            arcs = [(value, _next(space, level, value, update, node)) for value in range(space.sizes[level])]
            node = space.nodes.listed([(value, down) for value, down in arcs if contains(values, value)])
        sums = tuple(
            Linear(tuple((2 * level, by) for level, by in one.coefficients), one.low, one.high)
            for one in event.guard.sums
        )
        found |= pairs.wrap(node).enabling([Event(Case((), sums))])
    return found


def _next(space: Space, level: int, value: int, update: Update | None, node: int) -> int:
    """What continues a level's old value: the new one, if it is in range, and the node."""
    match update:
        case Move(by=by):
            value += by
        case Put(value=put):
            value = put
        case None:
            pass
    return space.nodes.cell(value, node, EMPTY) if 0 <= value < space.sizes[level] else EMPTY
