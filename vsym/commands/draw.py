"""`vsym draw`: a picture of a model, as a drawing or as text for other tools."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, assert_never

from vsym.basics.options import HOLDS, PictureFormat, PictureKind, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.show import record
from vsym.show.pictures.drawing import dot, png, svg
from vsym.show.pictures.graphviz import SECONDS, DrawingError
from vsym.show.pictures.mermaid import fenced, mermaid
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.record import record as recorded
from vsym.show.pictures.registry import PictureRequest, drawn, gallery

if TYPE_CHECKING:
    from vsym.show.shapes.documents import DrawDocument


def draw(task: Task, *, what: PictureKind | None, form: PictureFormat, transition: str | None) -> Answer:
    """`vsym draw`; raises RefusedError where there is nothing to draw, UndecidedError where a limit ends the work."""
    chosen = what or "states"
    drawing = drawn(chosen, PictureRequest(task.question, task.narrator, transition))
    unasked = gallery(task.model.kind).unasked if what is None else None
    notes = [*([unasked] if unasked else []), *drawing.notes]
    notes += [f"the picture shows {line}" for line in drawing.picture.left_out]
    task.narrator.say("drawing")
    raw = _written(drawing.picture, form, task.budget.deadline)
    document: DrawDocument = {
        **record.header(task.model, task.file),
        "picture": recorded(chosen, drawing.picture),
    }
    return Answer(HOLDS, record=document, raw=raw, notes=() if task.options.quiet else tuple(notes))


def _written(picture: Picture, form: PictureFormat, deadline: float | None) -> str | bytes:
    """A picture in a format; raises UndecidedError at the deadline, RefusedError where it cannot be drawn."""
    seconds = SECONDS if deadline is None else max(0.0, deadline - time.monotonic())
    try:
        match form:
            case "svg":
                return svg(picture, seconds)
            case "png":
                return png(picture, seconds)
            case "dot":
                return dot(picture)
            case "mermaid":
                return mermaid(picture)
            case "markdown":
                return fenced(picture)
    except DrawingError as error:
        raise RefusedError(f"{error}; --format dot and --format mermaid need none") from error
    assert_never(form)
