"""The picture one draws on a blackboard: concrete states in their orbits, and the counter abstraction beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from vsym.basics.options import RefusedError
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.reductions.counters.vectors import abstract
from vsym.show.pictures.picture import FAINT, Cluster, Edge, Node, Picture, Stroke, stroke
from vsym.show.pictures.reaching import Orbit, Reached, orbit_size, reached
from vsym.show.pictures.states import is_short, state_text, vector_text
from vsym.show.pictures.stepping import steps_inside
from vsym.symmetry.virtual.identification import Decided
from vsym.system.step import steps

STATES = 30
"""Up to how many concrete states are shown; half as many where each needs several lines."""

PROCESSES = 100
"""Up to how many processes a model can have for this picture."""

Arrow: TypeAlias = tuple[str, str]

# Letters side by side that a page has room for, and nodes.
_WIDE = 110
_SIDE_BY_SIDE = 30


def quotient(decided: Decided, system: CounterSystem) -> Picture:
    """M(P) with its orbits, and beside it the counter abstraction by the same blocks.

    Steps by the same local transition have the same stroke on both sides. An orbit and its counter state have the same
    number, and a dotted line joins them where they stand side by side. Of many states those near the initial ones are
    shown. Raises RefusedError past PROCESSES, and where there is no initial state.
    """
    model = decided.model
    if model.size > PROCESSES:
        raise RefusedError(
            f"the picture of the quotient names every process: it is for at most {PROCESSES} processes, and "
            f"`{model.name}` has {model.size}; smaller parameters (-D) make a smaller model"
        )
    found = reached(model, system, STATES if is_short(model) else STATES // 2)
    if not found.nearest:
        raise RefusedError(f"`{model.name}` has no initial state, so that there are no reachable ones to draw")
    states = {state: f"s{number}" for number, state in enumerate(s for orbit in found.nearest for s in orbit.shown)}
    counters = {orbit.vector: f"q{number}" for number, orbit in enumerate(found.nearest, 1)}
    return _Board(model, system, found, states, counters).picture()


@dataclass(frozen=True)
class _Board:
    """What is drawn: the states and the counter states, each with the name of its node."""

    model: Model
    system: CounterSystem
    found: Reached
    states: Mapping[State, str]
    counters: Mapping[tuple[int, ...], str]

    def picture(self) -> Picture:
        nodes = tuple(node for orbit in self.found.nearest for node in self._nodes(orbit))
        orbits = tuple(self._frame(orbit) for orbit in self.found.nearest)
        clusters = (
            Cluster("concrete", "concrete states", (), orbits),
            Cluster("abstraction", "counter abstraction", tuple(self.counters.values())),
        )
        ranks = self._ranks(orbits)
        letters = {node.name: 5 + max(map(len, node.label.split("\n"))) for node in nodes}
        beside = max(sum(letters[name] for name in rank) for rank in ranks) <= _WIDE
        return Picture(
            f"{self.model.name}: concrete states and counter abstraction",
            tuple(self._caption()),
            nodes,
            (*self._concrete_edges(), *self._abstract_edges(), *(self._guides() if beside else ())),
            clusters,
            direction="down" if beside else "right",
            ranks=ranks if max(map(len, ranks)) <= _SIDE_BY_SIDE else (),
            left_out=tuple(self._left_out()),
        )

    def _guides(self) -> Iterator[Edge]:
        """From each orbit to its counter state; where one side is above the other, they would run across all else."""
        for name in self.counters.values():
            yield Edge(f"orbit {name}", name, "", FAINT, directed=False, ranked=False)

    def _nodes(self, orbit: Orbit) -> Iterator[Node]:
        """The states of an orbit that are shown, how many more there are, and the counter state."""
        name = self.counters[orbit.vector]
        # A state is stuck if and only if its whole orbit is.
        stuck = "\n(deadlock)" if steps_inside(self.model, orbit.shown[0]) == ([], False) else ""
        for state in orbit.shown:
            initial = state in self.found.initial
            yield Node(self.states[state], state_text(self.model, state) + stuck, initial=initial)
        if more := self._more(orbit):
            yield Node(f"more {name}", more, "text")
        text = f"{_number(name)}: {vector_text(self.model, self.system, orbit.vector)}{stuck}"
        yield Node(name, text, initial=orbit.vector in {abstract(self.system, state) for state in self.found.initial})

    def _frame(self, orbit: Orbit) -> Cluster:
        name = self.counters[orbit.vector]
        shown = [self.states[state] for state in orbit.shown]
        more = [f"more {name}"] if self._more(orbit) else []
        return Cluster(f"orbit {name}", _number(name), (*shown, *more), stroke=Stroke("grey"))

    def _more(self, orbit: Orbit) -> str:
        """What is said of the states of an orbit that are not shown."""
        if not self.found.complete and orbit.known < orbit_size(self.system, orbit.vector):
            return "… and more"
        left = orbit.known - len(orbit.shown)
        return f"… {left} more" if left else ""

    def _strokes(self) -> dict[Arrow, Stroke]:
        arrows = dict.fromkeys((transition.source, transition.target) for transition in self.model.transitions)
        return {arrow: stroke(place) for place, arrow in enumerate(arrows)}

    def _concrete_edges(self) -> Iterator[Edge]:
        found, strokes = dict[Edge, None](), self._strokes()
        for state, name in self.states.items():
            for step in steps_inside(self.model, state)[0]:
                if step.target in self.states:
                    taken = strokes[step.transition.source, step.transition.target]
                    found[Edge(name, self.states[step.target], "", taken)] = None
        yield from found

    def _abstract_edges(self) -> Iterator[Edge]:
        found, strokes = dict[Edge, None](), self._strokes()
        abstraction = lowered(self.system)
        for vector, name in self.counters.items():
            for number, after in steps(abstraction, vector):
                if after in self.counters:
                    transition = self.system.transitions[number]
                    taken = strokes[transition.source, transition.target]
                    label = f"{transition.source} -> {transition.target}"
                    found[Edge(name, self.counters[after], label, taken)] = None
        yield from found

    def _ranks(self, orbits: tuple[Cluster, ...]) -> tuple[tuple[str, ...], ...]:
        """What has the same distance from the initial states stands side by side."""
        ranks: dict[int, list[str]] = {}
        for orbit, cluster in zip(self.found.nearest, orbits, strict=True):
            ranks.setdefault(orbit.distance, []).extend([*cluster.nodes, self.counters[orbit.vector]])
        return tuple(tuple(rank) for rank in ranks.values())

    def _caption(self) -> Iterator[str]:
        yield "Each frame is an orbit: states with the same counters. Its counter state has the same number."
        yield "Steps by the same local transition are drawn alike; the initial states have a double border."
        size = sum(orbit_size(self.system, orbit.vector) for orbit in self.found.nearest)
        known = sum(orbit.known for orbit in self.found.nearest)
        if self.found.complete and known < size:
            yield f"Not reachable, and not drawn: {size - known:,} states of these orbits."
        if self.found.outside:
            yield "A step that would leave a shared variable's range is an error, and not drawn."

    def _left_out(self) -> Iterator[str]:
        if not self.found.whole:
            of = "" if self.found.complete else "at least "
            states = f"{len(self.states)} of {of}{self.found.known:,} reachable states"
            orbits = f"{len(self.counters)} of {of}{self.found.orbits:,} orbits"
            yield f"{states} in {orbits}: those nearest to the initial states"


def _number(name: str) -> str:
    return name.removeprefix("q")
