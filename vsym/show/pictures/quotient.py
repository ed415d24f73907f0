"""The picture one draws on a blackboard: concrete states in their orbits, and the counter abstraction beside them.

Layers are put in an order in which few lines cross. The node of a state has its text, which is cut where it is long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.checking.views.quotient import Arrow, Neighbourhood, Orbit
from vsym.models.counting.locations import located
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.show.pictures.picture import Cluster, Edge, Node, Picture, Stroke, stroke
from vsym.system.step import Vector

T = TypeVar("T")

_SWEEPS = 8


def ordered(
    layers: Sequence[Sequence[T]], lines: Iterable[tuple[T, T]], group: Mapping[T, int] | None = None
) -> tuple[tuple[T, ...], ...]:
    """The layers, each in an order in which few of the lines between layers cross (the barycentre heuristic).

    With `group`, elements with smaller numbers stand before those with larger ones.
    """
    layer_of = {one: level for level, layer in enumerate(layers) for one in layer}
    between = [*dict.fromkeys(line for line in lines if layer_of[line[0]] != layer_of[line[1]])]
    best = current = [list(layer) for layer in layers]
    fewest = _crossings(best, layer_of, between)
    for sweep in range(_SWEEPS):
        upward = bool(sweep % 2)
        current = [list(layer) for layer in current]
        for level in reversed(range(len(current))) if upward else range(len(current)):
            centre = _centres(current, layer_of, between, level, upward=upward)
            current[level].sort(key=lambda one: (0 if group is None else group[one], centre[one]))
        crossings = _crossings(current, layer_of, between)
        if crossings < fewest:
            best, fewest = current, crossings
    return tuple(map(tuple, best))


def _places(layers: Sequence[Sequence[T]]) -> dict[T, float]:
    """The place of each element in its layer, from 0 to 1, however many elements the layer has."""
    return {one: (place + 0.5) / len(layer) for layer in layers for place, one in enumerate(layer)}


def _centres(
    layers: Sequence[Sequence[T]],
    layer_of: Mapping[T, int],
    lines: Sequence[tuple[T, T]],
    level: int,
    *,
    upward: bool,
) -> dict[T, float]:
    """For the elements of one layer, the mean place of their neighbours above, or below when `upward`."""
    places = _places(layers)
    joined: dict[T, list[float]] = {one: [] for one in layers[level]}
    for line in lines:
        for one, other in (line, line[::-1]):
            if layer_of[one] == level and (layer_of[other] > level) == upward:
                joined[one].append(places[other])
    return {one: sum(others) / len(others) if others else places[one] for one, others in joined.items()}


def _crossings(layers: Sequence[Sequence[T]], layer_of: Mapping[T, int], lines: Sequence[tuple[T, T]]) -> int:
    """The number of pairs of lines between the same two layers that cross."""
    places = _places(layers)
    bundles: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for line in lines:
        above, below = sorted(line, key=layer_of.__getitem__)
        bundles.setdefault((layer_of[above], layer_of[below]), []).append((places[above], places[below]))
    pairs = (pair for bundle in bundles.values() for pair in combinations(bundle, 2))
    return sum((one[0] - other[0]) * (one[1] - other[1]) < 0 for one, other in pairs)


STATES = 30
"""The most concrete states shown; half that number where each needs several lines."""

PROCESSES = 100
"""The most processes of a model for this picture."""

# Letters side by side that a page has room for.
_WIDE = 110


# Letters in a line: of all processes, and of those in one local state.
_SHORT = 28

_LONGEST = 40


def room(model: Model) -> int:
    """The number of concrete states of a model that the picture has room for; raises RefusedError past PROCESSES."""
    if model.size > PROCESSES:
        raise RefusedError(
            f"the picture of the quotient names every process, at most {PROCESSES}, and `{model.name}` has "
            f"{model.size}; try smaller parameters (-D)"
        )
    return STATES if _is_short(model) else STATES // 2


def quotient(reduced: Reduced, near: Neighbourhood) -> Picture:
    """M(P) with its orbits, and beside it the counter abstraction by the same blocks.

    Steps by the same local transition have the same stroke on both sides. An orbit and its counter state have the same
    number and the same place among the others.
    """
    states = {state: f"s{number}" for number, state in enumerate(s for orbit in near.orbits for s in orbit.members)}
    vectors = {orbit.vector: f"q{number}" for number, orbit in enumerate(near.orbits, 1)}
    return _Board(reduced, near, states, vectors).picture()


@frozen
class _Board:
    """The states and the counter states that are drawn, each with the name of its node."""

    reduced: Reduced
    near: Neighbourhood
    states: Mapping[State, str]
    vectors: Mapping[Vector, str]

    def picture(self) -> Picture:
        nodes = tuple(node for orbit in self.near.orbits for node in self._nodes(orbit))
        clusters = (
            Cluster("concrete", "concrete states", (), tuple(map(self._frame, self.near.orbits))),
            Cluster("abstraction", "counter abstraction", tuple(self.vectors.values())),
        )
        ranks = self._ranks()
        letters = {node.name: 5 + max(map(len, node.label.split("\n"))) for node in nodes}
        beside = max(sum(letters[name] for name in rank) for rank in ranks) <= _WIDE
        return Picture(
            f"{self.reduced.model.name}: concrete states and counter abstraction",
            tuple(self._caption()),
            nodes,
            tuple(dict.fromkeys(self._edges())),
            clusters,
            direction="down" if beside else "right",
            ranks=ranks,
            left_out=tuple(self._left_out()),
        )

    def _nodes(self, orbit: Orbit) -> Iterator[Node]:
        """The states of an orbit that are shown, how many more there are, and the counter state."""
        model, name = self.reduced.model, self.vectors[orbit.vector]
        deadlock = "\n(deadlock)" if orbit.deadlocked else ""
        for state in orbit.members:
            yield Node(self.states[state], _state_text(model, state) + deadlock, initial=state in self.near.initial)
        if more := self._more(orbit):
            yield Node(f"more {name}", more, "text")
        text = f"{_number(name)}: {_vector_text(model, self.reduced.counters, orbit.vector)}{deadlock}"
        yield Node(name, text, initial=orbit.initial)

    def _frame(self, orbit: Orbit) -> Cluster:
        name = self.vectors[orbit.vector]
        members = [self.states[state] for state in orbit.members]
        more = [f"more {name}"] if self._more(orbit) else []
        return Cluster(f"orbit {name}", _number(name), (*members, *more), stroke=Stroke("grey"))

    def _more(self, orbit: Orbit) -> str:
        """The remark on the states of an orbit that are not shown."""
        if not self.near.complete and orbit.reachable < orbit.size:
            return "… and more"
        left = orbit.reachable - len(orbit.members)
        return f"… {left} more" if left else ""

    @cached_property
    def _strokes(self) -> dict[Arrow, Stroke]:
        transitions = self.reduced.model.transitions
        arrows = dict.fromkeys((transition.source, transition.target) for transition in transitions)
        return {arrow: stroke(place) for place, arrow in enumerate(arrows)}

    def _edges(self) -> Iterator[Edge]:
        for move in self.near.moves:
            yield Edge(self.states[move.source], self.states[move.target], "", self._strokes[move.arrow])
        for step in self.near.abstract_moves:
            source, target = self.vectors[step.source], self.vectors[step.target]
            yield Edge(source, target, " -> ".join(step.arrow), self._strokes[step.arrow])

    def _ranks(self) -> tuple[tuple[str, ...], ...]:
        """The nodes that stand side by side: the orbits at the same number of steps from the first, then their counter
        states, both in one order with few crossings."""
        orbits = {orbit.vector: orbit for orbit in self.near.orbits}
        steps = [(move.source, move.target) for move in self.near.abstract_moves]
        layers = ordered(_layers([*orbits], steps), steps)
        group = {state: n for layer in layers for n, vector in enumerate(layer) for state in orbits[vector].members}
        inside = [[state for vector in layer for state in orbits[vector].members] for layer in layers]
        states = ordered(inside, ((move.source, move.target) for move in self.near.moves), group)
        return tuple(
            (*self._with_more(row, layer), *(self.vectors[vector] for vector in layer))
            for row, layer in zip(states, layers, strict=True)
        )

    def _with_more(self, row: Sequence[State], layer: Sequence[Vector]) -> Iterator[str]:
        """The nodes of the states of some orbits, each orbit with a last node for those not shown, if there are any."""
        orbits = {orbit.vector: orbit for orbit in self.near.orbits}
        for vector in layer:
            yield from (self.states[state] for state in row if state in orbits[vector].members)
            if self._more(orbits[vector]):
                yield f"more {self.vectors[vector]}"

    def _caption(self) -> Iterator[str]:
        yield "Each frame is an orbit: states with the same counters. Its counter state has the same number."
        yield "Steps by the same local transition are drawn alike; the initial states have a double border."
        size = sum(orbit.size for orbit in self.near.orbits)
        reachable = sum(orbit.reachable for orbit in self.near.orbits)
        if self.near.complete and reachable < size:
            yield f"Not reachable, and not drawn: {size - reachable:,} states of these orbits."
        if self.near.outside:
            yield "A step that would leave a shared variable's range is an error, and not drawn."

    def _left_out(self) -> Iterator[str]:
        if not self.near.whole:
            of = "" if self.near.complete else "at least "
            states = f"{len(self.states)} of {of}{self.near.reachable:,} reachable states"
            orbits = f"{len(self.vectors)} of {of}{self.near.reachable_orbits:,} orbits"
            yield f"{states} in {orbits}: those nearest to the initial states"


def _layers(vectors: Sequence[Vector], steps: Sequence[tuple[Vector, Vector]]) -> list[list[Vector]]:
    """The vectors by their number of steps from the first one. A vector that it does not lead to begins anew at 0."""
    after: dict[Vector, list[Vector]] = {}
    for source, target in steps:
        after.setdefault(source, []).append(target)
    depth: dict[Vector, int] = {}
    for root in vectors:
        queue = [] if root in depth else [root]
        depth.setdefault(root, 0)
        for vector in queue:
            fresh = [target for target in dict.fromkeys(after.get(vector, ())) if target not in depth]
            depth |= dict.fromkeys(fresh, depth[vector] + 1)
            queue += fresh
    return [[vector for vector in vectors if depth[vector] == level] for level in range(max(depth.values()) + 1)]


def _number(name: str) -> str:
    return name.removeprefix("q")


def _is_short(model: Model) -> bool:
    """True where the local states of all processes fit into one line."""
    return model.size * (1 + max(map(len, model.states))) <= _SHORT


def _state_text(model: Model, state: State) -> str:
    """A concrete state: the local states in the order of the processes, or the processes in each local state."""
    if _is_short(model):
        lines = [" ".join(state.locations)]
    else:
        inside = located(state.locations).by_state
        lines = [_cut(f"{location}: {inside[location]}") for location in model.states if location in inside]
    return _joined([*lines, Spelling(model).values(state.shared)])


def _vector_text(model: Model, system: CounterSystem, vector: Sequence[int]) -> str:
    """A counter state: the counters that are not 0, a line for each block, where each process that has a block of its
    own is, and the shared variables."""
    spelling = Spelling(model)
    width = len(system.states)
    blocks = list(zip(system.blocks, range(0, len(system.counters), width), strict=True))
    lines = []
    for block, first in blocks:
        if block.processes.size != 1 or len(blocks) == 1:
            places = range(first, first + width)
            lines.append(" ".join(f"{spelling.count(system.counters[n])}={vector[n]}" for n in places if vector[n]))
    alone = [
        f"{_alone(spelling.processes(block.processes))} {system.states[place]}"
        for block, first in blocks
        if block.processes.size == 1 and len(blocks) > 1
        for place in range(width)
        if vector[first + place]
    ]
    lines += _filled(alone)
    values = zip((variable.name for variable in system.shared), vector[len(system.counters) :], strict=True)
    return _joined([*lines, spelling.values(values)])


def _alone(processes: str) -> str:
    """The name of one process: `P1` for that of `P[1]`, `W`, or its number."""
    return re.sub(r"[\[\]{}]", "", processes)


def _filled(parts: Sequence[str]) -> list[str]:
    """Lines of the parts with commas between them, each line filled as far as there is room."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 <= _SHORT:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(',')[0]}, …"


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line) or "nobody"
