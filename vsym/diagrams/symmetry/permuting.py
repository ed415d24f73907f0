"""Actions on sets: the image, for which levels rise one by one past those above them, and the vectors that
it makes smaller or leaves as they are.

For the latter, an image and its vector are compared place by place. A place is settled once the later of the two levels
that it is about is read; until then the value of the other one is remembered. A place that is settled and differs makes
all later ones irrelevant.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.diagrams.nodes import EMPTY, Algebra
from vsym.diagrams.symmetry.action import Action, Images


@frozen(eq=False)
class _Stage:
    """The work at a level and below. The level `distance` levels below comes up here, past those between, and its
    values are mapped; `rest` is the work on the nodes that continue them. Each stage exists once, with its results."""

    distance: int
    images: Images | None
    rest: _Stage | None
    done: dict[int, int] = field(default_factory=dict)


class Permuting:
    """Images of nodes under actions. No level's size is needed, so that all tables serve all levels."""

    def __init__(self, algebra: Algebra) -> None:
        self._nodes = algebra.nodes
        self._raised: list[dict[int, int]] = [{}]
        self._stages: dict[tuple[int, Images | None, _Stage | None], _Stage] = {}
        self._first: dict[Action, _Stage | None] = {}

    def permuted(self, action: Action, node: int) -> int:
        """The image of a node at the first level."""
        if action not in self._first:
            self._first[action] = self._stage(action)
        return self._at(self._first[action], node)

    def _stage(self, action: Action) -> _Stage | None:
        order = list(range(len(action.levels)))
        steps: list[tuple[int, Images | None]] = []
        last = max(action.moved, default=-1)
        for source, images in zip(action.levels[: last + 1], action.values, strict=False):
            distance = order.index(source)
            del order[distance]
            steps.append((distance, images))
        stage: _Stage | None = None
        for distance, images in reversed(steps):
            if stage is not None or distance or images is not None:
                key = (distance, images, stage)
                if key not in self._stages:
                    self._stages[key] = _Stage(*key)
                stage = self._stages[key]
        while len(self._raised) <= max((distance for distance, _ in steps), default=0):
            self._raised.append({})
        return stage

    def _at(self, stage: _Stage | None, node: int) -> int:
        if stage is None or not node:
            return node
        result = stage.done.get(node)
        if result is None:
            nodes = self._nodes
            nodes.work()
            top = self.raised(node, stage.distance) if stage.distance else node
            rest = stage.rest
            arcs = nodes.arcs(top)
            if rest is not None:
                arcs = [(value, self._at(rest, down)) for value, down in arcs]
            if stage.images is not None:
                arcs = sorted((stage.images[value], down) for value, down in arcs)
            result = stage.done[node] = nodes.listed(arcs)
        return result

    def raised(self, node: int, distance: int) -> int:
        """The node with the level that stands so many levels below brought up to its own, past those between."""
        done = self._raised[distance]
        result = done.get(node)
        if result is None:
            nodes = self._nodes
            nodes.work()
            below: dict[int, list[tuple[int, int]]] = {}
            for value, down in nodes.arcs(node):
                for other, rest in nodes.arcs(self.raised(down, distance - 1) if distance > 1 else down):
                    below.setdefault(other, []).append((value, rest))
            result = done[node] = nodes.listed([(other, nodes.listed(below[other])) for other in sorted(below)])
        return result


Order = Literal["less", "equal"]
"""The order of the images to find: less than the vector, or equal to it."""

_Half = tuple[int, bool, int]
"""A place of which one level is read: the place, whether the image's value is known, and the known value."""


@frozen(eq=False)
class _State:
    """The knowledge at a level: places half read, ascending, and the first settled place that differs, if any; `less`
    tells if the image is less there. Each state exists once, with its results."""

    level: int
    halves: tuple[_Half, ...]
    place: int | None
    less: bool
    after: dict[int, _State | None] = field(default_factory=dict)
    done: dict[int, int] = field(default_factory=dict)


class Comparing:
    """The part of a set whose images under one action compare in one way with the vectors themselves."""

    def __init__(self, algebra: Algebra, action: Action, order: Order) -> None:
        self._nodes = algebra.nodes
        self._order = order
        self._action = action
        self._targets = action.inverse.levels
        self._last = max(action.moved, default=-1)
        self._states: dict[tuple[int, tuple[_Half, ...], int | None, bool], _State] = {}
        self._start = self._state(0, (), None, less=False)

    def part(self, node: int) -> int:
        """The part of a node at the first level."""
        return self._part(self._start, node)

    def _state(self, level: int, halves: tuple[_Half, ...], place: int | None, *, less: bool) -> _State:
        key = (level, halves, place, less)
        if key not in self._states:
            self._states[key] = _State(*key)
        return self._states[key]

    def _part(self, state: _State | None, node: int) -> int:
        if state is None or not node:
            return EMPTY
        if not state.halves:
            if state.place is not None:
                return node
            if state.level > self._last:
                return node if self._order == "equal" else EMPTY
        result = state.done.get(node)
        if result is None:
            nodes, after = self._nodes, state.after
            nodes.work()
            arcs = []
            for value, down in nodes.arcs(node):
                if value not in after:
                    after[value] = self._read(state, value)
                arcs.append((value, self._part(after[value], down)))
            result = state.done[node] = nodes.listed(arcs)
        return result

    def _read(self, state: _State, value: int) -> _State | None:
        """The state one level below, having read a value; None if no vector to find goes on from there."""
        level, action = state.level, self._action
        settled: list[tuple[int, int, int]] = []
        halves: list[_Half] = []
        for place, image_known, half in state.halves:
            if image_known and place == level:
                settled.append((place, half, value))
            elif not image_known and action.levels[place] == level:
                settled.append((place, self._image(place, value), half))
            else:
                halves.append((place, image_known, half))
        target = self._targets[level]
        if target == level:
            settled.append((level, self._image(level, value), value))
        else:
            if action.levels[level] > level:
                halves.append((level, False, value))
            if target > level:
                halves.append((target, True, self._image(target, value)))
        return self._next(state, settled, halves)

    def _next(self, state: _State, settled: list[tuple[int, int, int]], halves: list[_Half]) -> _State | None:
        place, less = state.place, state.less
        for settled_place, image, own in settled:
            if image != own and (place is None or settled_place < place):
                place, less = settled_place, image < own
        if place is not None:
            if self._order == "equal":
                return None
            halves = [half for half in halves if half[0] < place]
            if not halves and not less:
                return None
        return self._state(state.level + 1, tuple(sorted(halves)), place, less=less)

    def _image(self, place: int, value: int) -> int:
        images = self._action.values[place]
        return value if images is None else images[value]
