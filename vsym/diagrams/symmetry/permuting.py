"""The image of a set under an action: levels rise one by one past those above them, values change their places."""

from __future__ import annotations

from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.diagrams.combination import Algebra
from vsym.diagrams.symmetry.action import Action, Images


@frozen(eq=False)
class _Stage:
    """What is done at a level and below: the level that stands so many levels below comes here, past those between,
    its values are mapped, and the rest is done to what continues them. Each exists once, with what it has computed."""

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
        found = stage.done.get(node)
        if found is None:
            nodes = self._nodes
            nodes.work()
            top = self.raised(node, stage.distance) if stage.distance else node
            rest = stage.rest
            arcs = nodes.arcs(top)
            if rest is not None:
                arcs = [(value, self._at(rest, down)) for value, down in arcs]
            if stage.images is not None:
                arcs = sorted((stage.images[value], down) for value, down in arcs)
            found = stage.done[node] = nodes.listed(arcs)
        return found

    def raised(self, node: int, distance: int) -> int:
        """The node with the level that stands so many levels below brought up to its own, past those between."""
        done = self._raised[distance]
        found = done.get(node)
        if found is None:
            nodes = self._nodes
            nodes.work()
            below: dict[int, list[tuple[int, int]]] = {}
            for value, down in nodes.arcs(node):
                for other, rest in nodes.arcs(self.raised(down, distance - 1) if distance > 1 else down):
                    below.setdefault(other, []).append((value, rest))
            found = done[node] = nodes.listed([(other, nodes.listed(below[other])) for other in sorted(below)])
        return found
