"""What can be drawn of a model: a table of pictures for each kind, and its states for all others.

A picture is made of a question, as it says up to which group, by which strategy and how long.
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
    """A picture with what is to be said of it, the states that nodes are, and where edges stand in the text."""

    picture: Picture
    notes: tuple[str, ...] = ()
    states: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[tuple[str, str], Span] = field(default_factory=dict)


@frozen
class Wanted:
    """A picture of the model of a question; that of a `transition` where one is named. `report` is told of the work."""

    question: Question[Any]
    report: Report
    transition: str | None = None

    @property
    def model(self) -> Any:
        """The model."""
        return self.question.subject.model


Draw: TypeAlias = Callable[[Wanted], Drawn]

KINDS: Mapping[str, str] = MappingProxyType(
    {"processes": "vsym.show.pictures.process_pictures", "program": "vsym.show.pictures.program_pictures"}
)
"""The module for models of a kind, which has `PICTURES` by their names, `require` (it raises RefusedError for wishes
that a picture has no use for) and `HINTS` (what is said of a picture that there is for other kinds, and where none is
asked for)."""


@frozen
class Hints:
    """What is said where no picture was asked for, and of one that there is not."""

    unasked: str | None
    missing: Callable[[str], str]


def drawn(what: str, wanted: Wanted) -> Drawn:
    """The picture of a name; raises RefusedError where there is nothing to draw, and UndecidedError at a limit."""
    pictures, hints = pictures_of(wanted.model.kind), hints_of(wanted.model.kind)
    if wanted.model.kind in KINDS:
        import_module(KINDS[wanted.model.kind]).require(what, wanted)
    if what not in pictures:
        raise RefusedError(hints.missing(what))
    return pictures[what](wanted)


def pictures_of(kind: str) -> Mapping[str, Draw]:
    """The pictures that there are for a kind of model, by their names."""
    if kind not in KINDS:
        return MappingProxyType({"states": states})
    pictures: Mapping[str, Draw] = import_module(KINDS[kind]).PICTURES
    return pictures


def hints_of(kind: str) -> Hints:
    """What is said of pictures of a kind of model."""
    if kind not in KINDS:
        return Hints(None, lambda what: f"--what {what} is for other kinds of models: of this one, draw states")
    hints: Hints = import_module(KINDS[kind]).HINTS
    return hints


def states(wanted: Wanted) -> Drawn:
    """The states nearest to the start, and the steps between them."""
    from vsym.show.pictures.programs import STATES, model_states

    graph = state_graph(wanted.model.semantics, STATES, wanted.question.budget)
    nodes = {f"s{place}": state for place, state in enumerate(graph.states)}
    return Drawn(model_states(wanted.model, graph), states=nodes)


def drawing_of(kind: str) -> Callable[[Any], Picture] | None:
    """What draws a loaded model of a kind; it may raise UndecidedError. None where one line says as much."""
    return _LOADED.get(kind)


def _local_states(model: Any) -> Picture:
    from vsym.checking.views.starts import initial_local_states
    from vsym.show.pictures.local_states import local_states

    return local_states(model, initial_local_states(model))


_LOADED: Mapping[str, Callable[[Any], Picture]] = MappingProxyType({"processes": _local_states})
