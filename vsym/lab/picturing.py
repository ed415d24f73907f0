"""Pictures of a model whose nodes can be chosen: its local states, its states in their orbits, and why a step is
broken."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.checking.question import Question, Subject
from vsym.lab import states
from vsym.lab.protocol import Places, Record
from vsym.languages import registry
from vsym.show.pictures.drawing import marked
from vsym.show.pictures.registry import Drawn, PictureRequest, drawn, gallery
from vsym.system.report import Silence

if TYPE_CHECKING:
    from vsym.lab import shapes


def answer(source: Source, values: Record, budget: Budget) -> shapes.Picture:
    """A picture with the meaning of its nodes and edges; raises RefusedError where there is none, or no Graphviz."""
    model, what = registry.parsed(source, budget).at(values.get("parameters", {}), budget), values["what"]
    if what not in ("states", "quotient", "witness"):
        raise RefusedError(f"`{what}` is not a picture")
    chosen = what if what in gallery(model.kind).pictures else "states"
    drawing = _drawn(
        chosen, PictureRequest(Question(Subject(model), budget=budget), Silence(), values.get("transition"))
    )
    picture, places = drawing.picture, Places(source.text)
    naming = registry.language(source.name).named(source, budget)
    declared = {one.name: places.stretch(one.place) for one in naming.names if one.kind == "local state"}
    spans = {edge: places.stretch(span) for edge, span in drawing.places.items()}
    return {
        "title": picture.title,
        "svg": marked(replace(picture, caption=(), left_out=())),
        "caption": [*picture.caption],
        "left_out": [*picture.left_out],
        "nodes": [
            {
                "name": node.name,
                "label": " ".join(node.label.split()),
                "initial": node.initial,
                "place": declared.get(node.name) if what == "states" else None,
                "state": states.written(model, drawing.states[node.name]) if node.name in drawing.states else None,
            }
            for node in picture.nodes
            if node.shape != "text"
        ],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "label": " ".join(edge.label.split()),
                "place": spans.get((edge.source, edge.target)),
            }
            for edge in picture.edges
        ],
    }


def _drawn(what: str, request: PictureRequest) -> Drawn:
    """The picture; of a witness that there is not, raises RefusedError in the words of the page."""
    if what != "witness":
        return drawn(what, replace(request, transition=None))
    try:
        return drawn(what, request)
    except (RefusedError, UndecidedError) as error:
        label = request.transition
        said = "no local transition is broken" if label is None else f"`{label}` is not known to be broken"
        raise RefusedError(said) from error
