"""The picture of a small program's orbits: which states a strategy keeps, what each stands for, and when it was met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.checking.program_representatives import ProgramOrbits
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.spelling import rule_text, whole
from vsym.show.pictures.picture import Cluster, Edge, Node, Picture, Stroke
from vsym.system.symmetry import Orbit, Representative

STATES = 60
"""Up to how many states a picture shows."""

_RULES = 3

_KEPT = Stroke("vermilion", "bold")
_STEP = Stroke("black")
_STANDS_FOR = Stroke("blue", "dashed")


def program_representatives(program: Program, known: ProgramOrbits, by: str) -> Picture:
    """A frame for each orbit, in the order in which a strategy, named `by`, has met them: its representatives have a
    thick border and lead by dashed lines to the states that they stand for, which is the representative relation ξ
    (Barner, Grumberg, definition 2.15). Steps are those that the search takes, from representatives."""
    return _Board(program, known, by).picture()


@frozen
class _Board:
    """What is drawn."""

    program: Program
    known: ProgramOrbits
    by: str

    def picture(self) -> Picture:
        nodes = [node for orbit in self.known.orbits for node in self._nodes(orbit)]
        frames = tuple(self._frame(number, orbit) for number, orbit in enumerate(self.known.orbits, 1))
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
        shown = [
            state
            for orbit in self.known.orbits
            for state in dict.fromkeys((*(one.state for one in orbit.representatives), *orbit.states))
            if state in self.known.reachable or state in self._kept
        ]
        return {state: f"s{number}" for number, state in enumerate(shown)}

    @cached_property
    def _kept(self) -> Mapping[State, Representative]:
        return {one.state: one for orbit in self.known.orbits for one in orbit.representatives}

    def _nodes(self, orbit: Orbit) -> Iterator[Node]:
        for state in self._shown(orbit):
            one = self._kept.get(state)
            beyond = "" if state in self.known.reachable else "\n(cannot be reached itself)"
            note = "" if one is None else self._met(one)
            stroke = Stroke("grey") if one is None else _KEPT
            yield Node(self._names[state], self._text(state) + beyond, "box", state in self.known.starts, stroke, note)

    def _shown(self, orbit: Orbit) -> list[State]:
        return [state for state in self._names if state in {*orbit.states}]

    def _text(self, state: State) -> str:
        """The variables that are not the same in all states, each in a line."""
        offsets = self.program.layout.offsets
        parts = {one.name: whole(one.type, state, offsets[one]) for one in self.program.variables}
        return "\n".join(f"{name} = {parts[name]}" for name in self._varying) or "the only state"

    @cached_property
    def _varying(self) -> list[str]:
        offsets = self.program.layout.offsets
        return [
            one.name
            for one in self.program.variables
            if len({whole(one.type, state, offsets[one]) for state in self._names}) > 1
        ]

    def _frame(self, number: int, orbit: Orbit) -> Cluster:
        inside = tuple(self._names[state] for state in self._shown(orbit))
        return Cluster(f"orbit {number}", f"orbit {number}", inside, stroke=Stroke("grey"))

    def _ranks(self) -> Iterator[tuple[str, ...]]:
        """The representatives of each layer, and after them what these stand for."""
        layers: defaultdict[int, list[Orbit]] = defaultdict(list)
        for orbit in self.known.orbits:
            layers[orbit.representatives[0].layer or 0].append(orbit)
        for layer in layers.values():
            yield tuple(self._names[orbit.representatives[0].state] for orbit in layer)
            if others := tuple(self._names[state] for orbit in layer for state in self._shown(orbit)[1:]):
                yield others

    def _met(self, one: Representative) -> str:
        """When a representative was met."""
        layer = "" if one.layer is None else f"layer {one.layer}"
        if not self.known.hints or not one.layer:
            return layer
        number, of = (len(self.known.hints) if one.hint is None else one.hint) + 1, len(self.known.hints) + 1
        return f"{layer}, hint {number} of {of}"

    def _stand_for(self) -> Iterator[Edge]:
        """The representative relation, without what stands for itself."""
        for orbit in self.known.orbits:
            first = orbit.representatives[0].state
            for state in self._shown(orbit):
                if state != first:
                    yield Edge(self._names[first], self._names[state], stroke=_STANDS_FOR)

    def _steps(self) -> Iterator[Edge]:
        between: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for before, firing, after in self.known.steps:
            if after in self._names:
                between[self._names[before], self._names[after]].append(rule_text(self.program, firing))
        for (source, target), rules in between.items():
            more = [f"… {len(rules) - _RULES} more"] if len(rules) > _RULES else []
            yield Edge(source, target, "\n".join([*rules[:_RULES], *more]), _STEP)

    def _caption(self) -> Iterator[str]:
        yield "A frame is an orbit. Of its states, those with a thick border are kept; dashed lines lead to the others,"
        yield "which they stand for. Solid lines are the steps from states that are kept. A double border is a start."
        if any(one.layer for one in self._kept.values()):
            yield "Layer n is what is new after n steps of the search."
        if not self.known.proved:
            yield "It is not proved that the permutations are symmetries: orbits may be missing."
        if not self.known.starts_kept:
            yield "Starts are not taken to starts: of an orbit, what can be reached is drawn, and what is kept."
        if self.known.hints:
            for number, hint in enumerate((*self.known.hints, "true"), 1):
                yield f"Hint {number}: steps begin where this is true: {hint}"
