"""The picture one draws on a blackboard: concrete states in their orbits, and the counter abstraction beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from vsym.abstraction.counters import AbstractTransition, CounterSystem
from vsym.abstraction.lift import abstract
from vsym.formula import Variable, satisfied, value
from vsym.locations import located
from vsym.model import Model
from vsym.options import RefusedError
from vsym.pictures.picture import FAINT, Cluster, Edge, Node, Picture, Stroke, stroke
from vsym.pictures.reaching import Orbit, Reached, orbit_size, reached, steps_inside
from vsym.semantics import State
from vsym.spelling import Spelling
from vsym.symmetry.decide import Decided

STATES = 50
"""Up to how many concrete states are shown; half as many where each needs several lines."""

PROCESSES = 100
"""Up to how many processes a model can have for this picture."""

Arrow: TypeAlias = tuple[str, str]

# Letters: side by side on a page, in a short line of a node, in any. Nodes of a rank.
_WIDE = 110
_SHORT = 28
_LONGEST = 40
_SIDE_BY_SIDE = 30


def quotient(decided: Decided, system: CounterSystem) -> Picture:
    """M(P) with its orbits on the left, the counter abstraction by the same blocks on the right.

    Steps by the same local transition have the same stroke on both sides, and a dotted line joins each orbit with its
    counter state. Of many states those near the initial ones are shown. Raises RefusedError past PROCESSES.
    """
    model = decided.model
    if model.size > PROCESSES:
        raise RefusedError(
            f"the picture of the quotient names every process: it is for at most {PROCESSES} processes, and "
            f"`{model.name}` has {model.size}; smaller parameters (-D) make a smaller model"
        )
    found = reached(model, system, STATES if _is_short(model) else STATES // 2)
    if not found.nearest:
        raise RefusedError(f"`{model.name}` has no initial state, so that there are no reachable ones to draw")
    strokes = {arrow: stroke(place) for place, arrow in enumerate(_arrows(model))}
    states = {state: f"s{number}" for number, state in enumerate(s for orbit in found.nearest for s in orbit.shown)}
    counters = {orbit.vector: f"q{number}" for number, orbit in enumerate(found.nearest)}
    # A state is stuck if and only if its whole orbit is.
    stuck = {orbit.vector for orbit in found.nearest if steps_inside(model, orbit.shown[0]) == ([], False)}
    nodes = [
        Node(name, _marked(state_text(model, state), orbit.vector in stuck), initial=state in found.initial)
        for orbit in found.nearest
        for state in orbit.shown
        for name in [states[state]]
    ]
    mores = [_more(system, orbit, found) for orbit in found.nearest]
    named = zip(counters.values(), mores, strict=True)
    nodes += [Node(f"more {name}", more, "text") for name, more in named if more]
    starts = {abstract(system, state) for state in found.initial}
    nodes += [
        Node(
            name,
            _marked(f"{number}: {vector_text(model, system, vector)}", vector in stuck),
            initial=vector in starts,
        )
        for number, (vector, name) in enumerate(counters.items(), 1)
    ]
    orbits = tuple(
        Cluster(
            f"orbit {counters[orbit.vector]}",
            str(number),
            (*(states[state] for state in orbit.shown), *([f"more {counters[orbit.vector]}"] if more else [])),
            stroke=Stroke("grey"),
        )
        for number, (orbit, more) in enumerate(zip(found.nearest, mores, strict=True), 1)
    )
    edges = [
        *_concrete_edges(model, states, strokes),
        *_abstract_edges(system, counters, strokes),
        *(Edge(f"orbit {name}", name, "", FAINT, directed=False, ranked=False) for name in counters.values()),
    ]
    concrete = Cluster("concrete", "concrete states", (), orbits)
    abstraction = Cluster("abstraction", "counter abstraction", tuple(counters.values()))
    ranks = _ranks(found, orbits, counters)
    labels = {node.name: node.label for node in nodes}
    return Picture(
        f"{model.name}: concrete states and counter abstraction",
        tuple(_caption(system, found)),
        tuple(nodes),
        tuple(edges),
        (concrete, abstraction),
        direction="down" if max(_width(rank, labels) for rank in ranks) <= _WIDE else "right",
        ranks=ranks if max(map(len, ranks)) <= _SIDE_BY_SIDE else (),
        left_out=tuple(_left_out(found)),
    )


def state_text(model: Model, state: State) -> str:
    """A concrete state by its local states: one after another, or those of many processes by local state."""
    lines = [" ".join(state.locations)] if model.size else []
    if not _is_short(model):
        inside = located(state.locations).by_state
        lines = [_cut(f"{location}: {inside[location]}") for location in model.states if location in inside]
    return "\n".join([*lines, *([Spelling(model).values(state.shared)] if state.shared else [])]) or "nobody"


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(',')[0]}, …"


def _marked(text: str, stuck: bool) -> str:
    return f"{text}\n(deadlock)" if stuck else text


def _is_short(model: Model) -> bool:
    """Whether the local states of all processes fit into one line."""
    return model.size * (1 + max(map(len, model.states))) <= _SHORT


def vector_text(model: Model, system: CounterSystem, vector: tuple[int, ...]) -> str:
    """A counter state by the counters that are not 0, block by block, and the shared variables."""
    spelling = Spelling(model)
    width = len(system.states)
    lines = []
    for number in range(len(system.blocks)):
        places = range(number * width, (number + 1) * width)
        said = [f"{spelling.count(system.counters[place])}={vector[place]}" for place in places if vector[place]]
        lines.append(" ".join(said))
    values = vector[len(system.blocks) * width :]
    shared = [(variable.name, value) for variable, value in zip(system.shared, values, strict=True)]
    return "\n".join([line for line in lines if line] + ([spelling.values(shared)] if shared else [])) or "nobody"


def successors(system: CounterSystem, vector: tuple[int, ...]) -> Iterator[tuple[AbstractTransition, tuple[int, ...]]]:
    """The steps of a counter system from a state, those that leave a range apart, as its definition says."""
    positions = system.positions

    def value_of(variable: Variable) -> int:
        return vector[positions[variable]]

    width = len(system.states)
    for transition in system.transitions:
        if not transition.overflow and satisfied(transition.guard, value_of):
            after = list(vector)
            after[transition.block * width + system.states.index(transition.source)] -= 1
            after[transition.block * width + system.states.index(transition.target)] += 1
            for assignment in transition.update:
                place = next(n for n, variable in enumerate(system.shared) if variable.name == assignment.variable)
                after[len(system.blocks) * width + place] = value(assignment.value, value_of)
            yield transition, tuple(after)


def _arrows(model: Model) -> dict[Arrow, None]:
    return dict.fromkeys((transition.source, transition.target) for transition in model.transitions)


def _concrete_edges(model: Model, states: Mapping[State, str], strokes: Mapping[Arrow, Stroke]) -> Iterator[Edge]:
    found = {}
    for state, name in states.items():
        for step in steps_inside(model, state)[0]:
            if step.target in states:
                arrow = (step.transition.source, step.transition.target)
                found[name, states[step.target], arrow] = Edge(name, states[step.target], "", strokes[arrow])
    yield from found.values()


def _abstract_edges(
    system: CounterSystem, counters: Mapping[tuple[int, ...], str], strokes: Mapping[Arrow, Stroke]
) -> Iterator[Edge]:
    found = {}
    for vector, name in counters.items():
        for transition, after in successors(system, vector):
            if after in counters:
                arrow = (transition.source, transition.target)
                label = f"{transition.source} -> {transition.target}"
                found[name, counters[after], arrow] = Edge(name, counters[after], label, strokes[arrow])
    yield from found.values()


def _more(system: CounterSystem, orbit: Orbit, found: Reached) -> str:
    """What is said of the states of an orbit that are not shown."""
    if not found.complete and orbit.known < orbit_size(system, orbit.vector):
        return "… and more"
    left = orbit.known - len(orbit.shown)
    return f"… {left} more" if left else ""


def _ranks(
    found: Reached, orbits: Sequence[Cluster], counters: Mapping[tuple[int, ...], str]
) -> tuple[tuple[str, ...], ...]:
    """What has the same distance from the initial states stands side by side."""
    ranks: dict[int, list[str]] = {}
    for orbit, cluster in zip(found.nearest, orbits, strict=True):
        ranks.setdefault(orbit.distance, []).extend([*cluster.nodes, counters[orbit.vector]])
    return tuple(tuple(rank) for rank in ranks.values())


def _width(rank: Sequence[str], labels: Mapping[str, str]) -> int:
    """About how many letters wide nodes are side by side."""
    return sum(5 + max(map(len, labels[name].split("\n"))) for name in rank)


def _caption(system: CounterSystem, found: Reached) -> Iterator[str]:
    yield "Each frame is an orbit: states with the same counters. Its counter state has the same number."
    yield "Steps by the same local transition are drawn alike; the initial states have a double border."
    size = sum(orbit_size(system, orbit.vector) for orbit in found.nearest)
    known = sum(orbit.known for orbit in found.nearest)
    if found.complete and known < size:
        yield f"Not reachable, and not drawn: {size - known:,} states of these orbits."
    if found.outside:
        yield "A step that would leave a shared variable's range is an error, and not drawn."


def _left_out(found: Reached) -> Iterator[str]:
    if not found.whole:
        shown = sum(len(orbit.shown) for orbit in found.nearest)
        of = "" if found.complete else "at least "
        yield (
            f"{shown} of {of}{found.known:,} reachable states in {len(found.nearest)} of {of}{found.orbits:,} orbits: "
            "those nearest to the initial states"
        )
