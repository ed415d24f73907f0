"""The picture of a program whose processes are counted: its counter states, and the rules between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from vsym.checking.counter_states import CounterGraph
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.world import state_text
from vsym.show.pictures.picture import Edge, Node, Picture
from vsym.system.step import Vector

STATES = 30
"""Up to how many states a picture shows."""


def counter_states(model: CounterModel, graph: CounterGraph) -> Picture:
    """A node for each counter state, with how many processes are where and what all share, and an edge for each two of
    them that rules lead from one to the other."""
    starts, states = graph.starts, graph.states
    nodes = tuple(
        Node(f"s{place}", "\n".join(_rows(model, state)), "box", initial=place in starts)
        for place, state in enumerate(states)
    )
    between: defaultdict[tuple[int, int], dict[str, None]] = defaultdict(dict)
    for source, number, target in graph.steps:
        between[source, target][model.system.events[number].label] = None
    edges = tuple(Edge(f"s{source}", f"s{target}", "\n".join(rules)) for (source, target), rules in between.items())
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
