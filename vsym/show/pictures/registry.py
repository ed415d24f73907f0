"""What can be drawn of a model: a table of pictures for each kind, and its states for all others.

A picture is made of a question, as it says up to which group, by which strategy and how long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.checking.question import Question
from vsym.checking.state_graph import StateGraph, state_graph
from vsym.models.protocol import AnyModel
from vsym.show.pictures.picture import Edge, Node, Picture
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.basics.source import Span

STATES = 30
"""Up to how many states a picture shows."""

_ROWS = 8
_STEPS = 4


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
        return Hints(None, lambda what: f"--what {what} is for other kinds of models; of this one, --what states is drawn")
    hints: Hints = import_module(KINDS[kind]).HINTS
    return hints


def states(wanted: Wanted) -> Drawn:
    """The states nearest to the start, and the steps between them."""
    graph = state_graph(wanted.model.semantics, STATES, wanted.question.budget)
    nodes = {f"s{place}": state for place, state in enumerate(graph.states)}
    return Drawn(state_picture(wanted.model, graph), states=nodes)


def state_picture(model: AnyModel, graph: StateGraph[Any, Any]) -> Picture:
    """A node for each state, with the variables that are not the same in all of them, and an edge for each two states
    that steps lead from one to the other."""
    words = model.words
    values = [dict(words.columns(state)) for state in graph.states]
    varying = [name for name in (values[0] if values else ()) if len({state[name] for state in values}) > 1]
    nodes = []
    for place, state in enumerate(values):
        rows = [f"{name} = {state[name]}" for name in varying[:_ROWS]]
        nodes.append(Node(f"s{place}", "\n".join(rows) or "the only state", "box", initial=place in graph.starts))
    between: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for source, step, target in graph.steps:
        between[source, target].append(words.step(step))
    edges = tuple(Edge(f"s{source}", f"s{target}", _label(steps)) for (source, target), steps in between.items())
    left_out = []
    if not graph.complete:
        left_out.append(f"the {len(graph.states)} states nearest to the start: there are more")
    if len(varying) > _ROWS:
        left_out.append(f"{_ROWS} of the {len(varying)} variables that are not the same in all of them")
    caption = [START]
    constant = len(values[0]) - len(varying) if values else 0
    if constant:
        caption.append(f"{constant} other variables have the same value in every state shown.")
    return Picture(f"{model.name}: its states", tuple(caption), tuple(nodes), edges, left_out=tuple(left_out))


START = "A double border marks where the program starts."


def _label(steps: Sequence[str]) -> str:
    more = [f"… {len(steps) - _STEPS} more"] if len(steps) > _STEPS else []
    return "\n".join([*steps[:_STEPS], *more])
