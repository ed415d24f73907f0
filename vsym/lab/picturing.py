"""Pictures of a model whose nodes can be chosen: its local states, its states in their orbits, and why a step is
broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.lab import states
from vsym.lab.places import Places
from vsym.lab.protocol import Record
from vsym.languages import registry
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.show.pictures.drawing import marked
from vsym.show.pictures.graphviz import DrawingError
from vsym.show.pictures.picture import Picture
from vsym.system.report import Silence


def answer(source: Source, values: Record, budget: Budget) -> Record:
    """A picture with what its nodes and edges stand for; raises RefusedError where there is none."""
    model, what = registry.parsed(source, budget).at(values.get("parameters", {}), budget), values["what"]
    if what not in ("states", "quotient", "witness"):
        raise RefusedError(f"`{what}` is no picture")
    known: dict[str, Any] = {}
    if isinstance(model, Program):
        picture = _program(model, known, budget)
    elif what == "states":
        picture = _local_states(model, budget)
    elif what == "witness":
        picture = _witness(model, values.get("transition"), budget)
    else:
        picture = _quotient(model, known, budget)
    places, naming = Places(source.text), registry.language(source.name).named(source, budget)
    declared = {one.name: places.stretch(one.place) for one in naming.names if one.kind == "local state"}
    try:
        drawn = marked(replace(picture, caption=(), left_out=()))
    except DrawingError as error:
        raise RefusedError(str(error)) from error
    return {
        "title": picture.title,
        "svg": drawn,
        "caption": [*picture.caption],
        "left_out": [*picture.left_out],
        "nodes": [
            {
                "name": node.name,
                "label": " ".join(node.label.split()),
                "initial": node.initial,
                "place": declared.get(node.name) if what == "states" else None,
                "state": states.written(known[node.name]) if node.name in known else None,
            }
            for node in picture.nodes
            if node.shape != "text"
        ],
        "edges": [
            {"source": edge.source, "target": edge.target, "label": " ".join(edge.label.split()), "place": place}
            for edge in picture.edges
            for place in [_place(model, edge.source, edge.target, places) if what == "states" else None]
        ],
    }


def _place(model: Model | Program, source: str, target: str, places: Places) -> dict[str, int] | None:
    """Where the first local transition between two local states stands."""
    if isinstance(model, Program):
        return None
    found = (one for one in model.transitions if (one.source, one.target) == (source, target))
    return next((places.stretch(one.span) for one in found), None)


def _local_states(model: Model, budget: Budget) -> Picture:
    from vsym.checking.starts import check_start, initial_local_states
    from vsym.show.pictures.local_states import local_states

    check_start(model, budget)
    return local_states(model, initial_local_states(model, budget))


def _witness(model: Model, label: str | None, budget: Budget) -> Picture:
    """Why the transition of a label is broken, or else the first one that is."""
    from vsym.checking.stages import identified
    from vsym.checking.subject import Subject
    from vsym.show.pictures.witness import witness

    decided = identified(Subject(model), budget, Silence())
    for decision, found in zip(decided.decisions, decided.witnesses, strict=True):
        named = decided.model.label(decision.relation.origins)
        if found is not None and label in (None, named):
            return witness(model, named, found)
    raise RefusedError("no local transition is broken" if label is None else f"`{label}` is not known to be broken")


def _quotient(model: Model, known: dict[str, Any], budget: Budget) -> Picture:
    from vsym.checking.neighbourhood import neighbourhood
    from vsym.checking.stages import identified, reduced
    from vsym.checking.subject import Subject
    from vsym.show.pictures.quotient import quotient, room

    subject = Subject(model)
    smaller = reduced(subject, identified(subject, budget, Silence()), budget, Silence())[1]
    near = neighbourhood(smaller, room(smaller.model), budget)
    members = [state for orbit in near.orbits for state in orbit.members]
    known |= {f"s{number}": state for number, state in enumerate(members)}
    known |= {f"q{number}": orbit.members[0] for number, orbit in enumerate(near.orbits, 1) if orbit.members}
    return quotient(smaller, near)


def _program(program: Program, known: dict[str, Any], budget: Budget) -> Picture:
    from vsym.checking.state_graph import state_graph
    from vsym.show.pictures.program_states import STATES, program_states

    graph = state_graph(program, STATES, budget)
    known |= {f"s{place}": state for place, state in enumerate(graph.states)}
    return program_states(program, graph)
