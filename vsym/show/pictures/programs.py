"""Pictures of state graphs, by a model's own words or in counters, and of a program's orbits and decision diagrams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.checking.state_graph import StateGraph
from vsym.checking.views.programs import ProgramDiagrams, ProgramOrbits
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.spelling import rule_text, whole
from vsym.models.protocol import AnyModel
from vsym.reductions.process_counters.abstract_state import state_text
from vsym.reductions.process_counters.model import CounterModel
from vsym.show.pictures.picture import Cluster, Edge, Node, Picture, Stroke
from vsym.system.step import Vector
from vsym.system.symmetry import Orbit, Representative

STATES = 30
"""The most states that a picture shows."""

_CALLED = {"program": "program"}
"""The name of a model, by its kind."""

_ROWS = 8
_RULES = 4


def model_states(model: AnyModel, graph: StateGraph[Any, Any]) -> Picture:
    """A node for each state, with the variables that are not the same in all of them, and an edge for each two states
    that steps lead from one to the other."""
    values = [dict(model.words.columns(state)) for state in graph.states]
    varying = [name for name in (values[0] if values else ()) if len({state[name] for state in values}) > 1]
    nodes = []
    for place, state in enumerate(values):
        rows = [f"{name} = {state[name]}" for name in varying[:_ROWS]]
        nodes.append(Node(f"s{place}", "\n".join(rows) or "the only state", "box", initial=place in graph.starts))
    steps = ((f"s{source}", f"s{target}", model.words.step(step)) for source, step, target in graph.steps)
    edges = tuple(_edges(steps, _RULES))
    left_out = []
    if not graph.complete:
        left_out.append(f"the {len(graph.states)} states nearest to the start: there are more")
    if len(varying) > _ROWS:
        left_out.append(f"{_ROWS} of the {len(varying)} variables that are not the same in all of them")
    caption = [f"A double border marks where the {_CALLED.get(model.kind, 'system')} starts."]
    constant = len(values[0]) - len(varying) if values else 0
    if constant:
        caption.append(f"{constant} other variables have the same value in every state shown.")
    return Picture(f"{model.name}: its states", tuple(caption), tuple(nodes), edges, left_out=tuple(left_out))


def _edges(steps: Iterable[tuple[str, str, str]], most: int) -> Iterator[Edge]:
    """An edge for each two nodes that steps lead from one to the other, with the first of these."""
    between: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for source, target, said in steps:
        between[source, target].append(said)
    for (source, target), labels in between.items():
        more = [f"… {len(labels) - most} more"] if len(labels) > most else []
        yield Edge(source, target, "\n".join([*labels[:most], *more]))


def counter_states(model: CounterModel, graph: StateGraph[Vector, int]) -> Picture:
    """A node for each counter state, with its counters and shared variables, and an edge for each two of them where
    rules lead from one to the other."""
    starts, states = graph.starts, graph.states
    nodes = tuple(
        Node(f"s{place}", "\n".join(_rows(model, state)), "box", initial=place in starts)
        for place, state in enumerate(states)
    )
    events = model.system.events
    steps = dict.fromkeys((f"s{source}", f"s{target}", events[number].label) for source, number, target in graph.steps)
    edges = tuple(_edges(steps, len(steps)))
    caption = [
        f"How many elements of {model.slots.scalarset.name} are in each local state. A double border marks where the "
        "program starts."
    ]
    if model.slots.pointers:
        caption.append("& marks the element that a pointer points at.")
    left_out = () if graph.complete else (f"the {len(states)} states nearest to the start: there are more",)
    return Picture(f"{model.program.name}: its counter states", tuple(caption), nodes, edges, left_out=left_out)


def _rows(model: CounterModel, state: Vector) -> Iterator[str]:
    slots = model.slots
    codes, counts = state[: len(slots.shared)], state[len(slots.shared) :]
    for local, count in zip(model.states, counts, strict=True):
        if count:
            yield f"{count} {state_text(slots, local)}"
    for (key, of), code in zip(slots.shared, codes, strict=True):
        yield f"{slots.text(key)} = {of.text(of.value(code)) if code else 'undefined'}"


ORBIT_STATES = 60
"""The most states that a picture of orbits shows."""

_STEPS = 3

_KEPT = Stroke("vermilion", "bold")
_STANDS_FOR = Stroke("blue", "dashed")


def program_representatives(program: Program, orbits: ProgramOrbits, by: str) -> Picture:
    """A frame for each orbit, in the order in which a strategy, named `by`, has met them: its representatives have a
    thick border and lead by dashed lines to the states that they stand for, which is the representative relation ξ
    (Barner, Grumberg, definition 2.15). Steps are those that the search takes, from representatives."""
    return _Board(program, orbits, by).picture()


@frozen
class _Board:
    """The states and orbits that are drawn."""

    program: Program
    quotient: ProgramOrbits
    by: str

    def picture(self) -> Picture:
        nodes = [node for orbit in self.quotient.orbits for node in self._nodes(orbit)]
        frames = tuple(self._frame(number, orbit) for number, orbit in enumerate(self.quotient.orbits, 1))
        many = f"{plural(len(self._names), 'state')} in {plural(len(frames), 'orbit')}"
        return Picture(
            f"{self.program.name}: representatives of its orbits ({self.by})",
            tuple(self._caption()),
            tuple(nodes),
            (*self._stand_for(), *self._steps()),
            (Cluster("all", many, clusters=frames),),
            ranks=tuple(self._ranks()),
        )

    @cached_property
    def _names(self) -> Mapping[State, str]:
        """The nodes of the states that are shown: those that can be reached, and representatives."""
        states = [
            state
            for orbit in self.quotient.orbits
            for state in dict.fromkeys((*(one.state for one in orbit.representatives), *orbit.states))
            if state in self.quotient.reachable or state in self._kept
        ]
        return {state: f"s{number}" for number, state in enumerate(states)}

    @cached_property
    def _kept(self) -> Mapping[State, Representative]:
        return {one.state: one for orbit in self.quotient.orbits for one in orbit.representatives}

    def _nodes(self, orbit: Orbit) -> Iterator[Node]:
        for state in self._shown(orbit):
            one = self._kept.get(state)
            beyond = "" if state in self.quotient.reachable else "\n(cannot be reached itself)"
            note = "" if one is None else self._met(one)
            stroke = Stroke("grey") if one is None else _KEPT
            text = "\n".join(f"{name} = {value}" for name, value in self._parts(state) if name in self._varying)
            label = (text or "the only state") + beyond
            yield Node(self._names[state], label, "box", state in self.quotient.starts, stroke, note)

    def _shown(self, orbit: Orbit) -> list[State]:
        return [state for state in self._names if state in {*orbit.states}]

    def _parts(self, state: State) -> list[tuple[str, str]]:
        """The variables with their values."""
        offsets = self.program.layout.offsets
        return [(one.name, whole(one.type, state, offsets[one])) for one in self.program.variables]

    @cached_property
    def _varying(self) -> set[str]:
        """The variables that are not the same in all states."""
        values: defaultdict[str, set[str]] = defaultdict(set)
        for state in self._names:
            for name, value in self._parts(state):
                values[name].add(value)
        return {name for name, different in values.items() if len(different) > 1}

    def _frame(self, number: int, orbit: Orbit) -> Cluster:
        inside = tuple(self._names[state] for state in self._shown(orbit))
        return Cluster(f"orbit {number}", f"orbit {number}", inside, stroke=Stroke("grey"))

    def _ranks(self) -> Iterator[tuple[str, ...]]:
        """The representatives of each layer, and after them the states that these stand for."""
        layers: defaultdict[int, list[Orbit]] = defaultdict(list)
        for orbit in self.quotient.orbits:
            layers[orbit.representatives[0].layer or 0].append(orbit)
        for layer in layers.values():
            yield tuple(self._names[orbit.representatives[0].state] for orbit in layer)
            if others := tuple(self._names[state] for orbit in layer for state in self._shown(orbit)[1:]):
                yield others

    def _met(self, one: Representative) -> str:
        """The position at which a representative was met."""
        layer = "" if one.layer is None else f"layer {one.layer}"
        if not self.quotient.hints or not one.layer:
            return layer
        number, of = (len(self.quotient.hints) if one.hint is None else one.hint) + 1, len(self.quotient.hints) + 1
        return f"{layer}, hint {number} of {of}"

    def _stand_for(self) -> Iterator[Edge]:
        """The representative relation, without the states that stand for themselves."""
        for orbit in self.quotient.orbits:
            first = orbit.representatives[0].state
            for state in self._shown(orbit):
                if state != first:
                    yield Edge(self._names[first], self._names[state], stroke=_STANDS_FOR)

    def _steps(self) -> Iterator[Edge]:
        steps = (
            (self._names[before], self._names[after], rule_text(self.program, firing))
            for before, firing, after in self.quotient.steps
            if after in self._names
        )
        return _edges(steps, _STEPS)

    def _caption(self) -> Iterator[str]:
        yield "A frame is an orbit. A thick border marks its states that vsym keeps; dashed lines lead to the others,"
        yield "which they stand for. Solid lines are the steps from kept states. A double border marks a start."
        if any(one.layer for one in self._kept.values()):
            yield "Layer n is what is new after n steps of the search."
        if not self.quotient.proved:
            yield "The permutations are not proved to be symmetries: orbits may be missing."
        if not self.quotient.starts_kept:
            yield "The group does not map starts to starts: each orbit shows only its reachable and its kept states."
        if self.quotient.hints:
            for number, hint in enumerate((*self.quotient.hints, "true"), 1):
                yield f"Hint {number}: steps begin where this is true: {hint}"


NODES = 40
"""The most nodes that a picture shows of each diagram."""


def program_diagrams(program: Program, diagrams: ProgramDiagrams) -> Picture:
    """Both diagrams, level by level: a node is labelled with the variable of its level, and a path from the top to the
    bottom is one state, or several where its arcs have several values."""
    of = "one for each orbit" if diagrams.minimal else "one or several for each orbit"
    titles = {"all": "all states", "canonical": f"canonical states, {of}"}
    ranks: list[list[str]] = [[] for _ in range(len(diagrams.variables) + 1)]
    nodes, edges, frames = [], [], []
    for side, one in (("all", diagrams.all), ("canonical", diagrams.canonical)):
        names = [f"{side} {place}" for place in range(len(one.levels))]
        many = f"{plural(one.states, 'state')} in {plural(len(names), 'node')}"
        frames.append(Cluster(side, f"{many}: {titles[side]}", tuple(names)))
        for name, level in zip(names, one.levels, strict=True):
            ends = level == len(diagrams.variables)
            nodes.append(Node(name, "end" if ends else diagrams.variables[level], "box" if ends else "round"))
            ranks[level].append(name)
        edges += [Edge(names[source], names[target], "\n".join(values)) for source, values, target in one.arcs]
    caption = (
        "A path from the top to the bottom is a state: its arcs are the values of the variables.",
        "vsym stores shared parts of states once: the number of nodes is the cost of an exploration.",
    )
    title = f"{program.name}: decision diagrams"
    return Picture(title, caption, tuple(nodes), tuple(edges), tuple(frames), ranks=tuple(map(tuple, ranks)))
