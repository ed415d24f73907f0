"""The pictures of a model: a table of pictures for each kind, and its states for all others.

A picture is made from a question, which gives the group, the strategy and the time limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.checking.question import Question
from vsym.checking.state_graph import state_graph
from vsym.show.pictures.picture import Picture
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.basics.source import Span


@frozen
class Drawn:
    """A picture with notes on it, the states that its nodes stand for, and the places of its edges in the source."""

    picture: Picture
    notes: tuple[str, ...] = ()
    states: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[tuple[str, str], Span] = field(default_factory=dict)


@frozen
class PictureRequest:
    """A request to draw the model of a question, or one `transition` of it; `report` receives the progress."""

    question: Question[Any]
    report: Report
    transition: str | None = None

    @property
    def model(self) -> Any:
        """The model."""
        return self.question.subject.model


Draw: TypeAlias = Callable[[PictureRequest], Drawn]


def refuse_strategies(_what: str, request: PictureRequest) -> None:
    """Raise RefusedError for a strategy: only programs have a picture of the states that one keeps."""
    option = request.question.wishes.strategy.given
    if option is not None:
        raise RefusedError(f"{option} is for pictures of programs (.m): --what representatives draws orbits")


@frozen
class Gallery:
    """The `pictures` of a kind of model, by their names; `missing` is the message on a name without a picture.

    `require` raises RefusedError for wishes that a picture has no use for. `unasked` is the note on the picture that
    vsym draws if no name is given.
    """

    pictures: Mapping[str, Draw]
    missing: Callable[[str], str]
    require: Callable[[str, PictureRequest], None] = refuse_strategies
    unasked: str | None = None


_KINDS: Mapping[str, str] = MappingProxyType(
    {"processes": "vsym.show.pictures.process_pictures", "program": "vsym.show.pictures.program_pictures"}
)
"""The module that has the `GALLERY` of a kind."""


def gallery(kind: str) -> Gallery:
    """The pictures of a kind of model; of one that has none of its own, its states."""
    if kind not in _KINDS:
        missing = "--what {} is for other kinds of models: of this one, draw states"
        return Gallery(MappingProxyType({"states": states}), missing.format)
    own: Gallery = import_module(_KINDS[kind]).GALLERY
    return own


def drawn(what: str, request: PictureRequest) -> Drawn:
    """The picture of a name; raises RefusedError where there is nothing to draw, and UndecidedError at a limit."""
    own = gallery(request.model.kind)
    own.require(what, request)
    if what not in own.pictures:
        raise RefusedError(own.missing(what))
    return own.pictures[what](request)


def states(request: PictureRequest) -> Drawn:
    """The states nearest to the start, and the steps between them."""
    from vsym.show.pictures.programs import STATES, model_states

    graph = state_graph(request.model.semantics, STATES, request.question.budget)
    nodes = {f"s{place}": state for place, state in enumerate(graph.states)}
    return Drawn(model_states(request.model, graph), states=nodes)


def drawing_of(kind: str) -> Callable[[Any], Picture] | None:
    """The function that draws a loaded model of a kind; it may raise UndecidedError. None where a line says as much."""
    return _LOADED.get(kind)


def _local_states(model: Any) -> Picture:
    from vsym.checking.views.starts import initial_local_states
    from vsym.show.pictures.local_states import local_states

    return local_states(model, initial_local_states(model))


_LOADED: Mapping[str, Callable[[Any], Picture]] = MappingProxyType({"processes": _local_states})
