"""The pictures of the page, as far as there is time and Graphviz for them: a page is complete without any."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from vsym.model import Model
from vsym.pictures.drawing import svg
from vsym.pictures.graphviz import DrawingError
from vsym.pictures.local_states import local_states
from vsym.pictures.picture import Picture
from vsym.presburger.solver import UndecidedError
from vsym.report.page.values import Figure

SECONDS = 10.0
"""How long one picture may take; what a person can read takes less than one second."""


@dataclass(frozen=True)
class Pictures:
    """The pictures that could be drawn; `interrupted` says that Ctrl-C ended the drawing."""

    states: Figure | None = None
    quotient: Figure | None = None
    witnesses: Mapping[str, Figure] = field(default_factory=lambda: MappingProxyType({}))
    interrupted: bool = False


Wanted = tuple[str, str, Callable[[], Picture]]
"""The place of a picture in the page, its caption and how to make it."""


def pictures(wanted: list[Wanted], deadline: float | None, say: Callable[[str], None]) -> Pictures:
    """Draw one picture after another: `states`, `quotient`, and any others as witnesses by their labels."""
    found: dict[str, Figure] = {}
    interrupted = False
    try:
        for place, figure in _drawn(wanted, deadline, say):
            found[place] = figure
    except KeyboardInterrupt:
        interrupted = True
    states, quotient = found.pop("states", None), found.pop("quotient", None)
    return Pictures(states, quotient, MappingProxyType(found), interrupted)


def picture_of_states(model: Model) -> Wanted:
    """The local states of a process."""
    return "states", "The local states of one process, with the guards of its steps.", lambda: local_states(model)


def _drawn(wanted: list[Wanted], deadline: float | None, say: Callable[[str], None]) -> Iterator[tuple[str, Figure]]:
    for place, caption, make in wanted:
        seconds = SECONDS if deadline is None else min(SECONDS, deadline - time.monotonic())
        if seconds <= 0:
            return
        say("drawing")
        try:
            yield place, Figure(svg(make(), seconds), caption)
        except (DrawingError, UndecidedError):
            continue
