"""`vsym draw`: a picture of a model, as a drawing or as text for other tools."""

from __future__ import annotations

import time

from typing_extensions import assert_never

from vsym.commands.task import Answer, Task
from vsym.options import HOLDS, PictureFormat, RefusedError
from vsym.pictures.drawing import dot, png, svg
from vsym.pictures.graphviz import SECONDS, DrawingError, DrawingTimeoutError
from vsym.pictures.mermaid import mermaid
from vsym.pictures.picture import Picture
from vsym.presburger.solver import UndecidedError


def draw(task: Task) -> Answer:
    """`vsym draw`; raises RefusedError where there is nothing to draw, UndecidedError where the time ends."""
    picture = _picture(task)
    task.narrator.say("drawing")
    raw = _written(picture, task.options.format, task.budget.deadline)
    return Answer(HOLDS, raw=raw)


def _picture(task: Task) -> Picture:
    match task.options.what:
        case "states":
            from vsym.pictures.local_states import local_states

            return local_states(task.model)
        case what:
            raise RefusedError(f"--what {what} is not there yet")


def _written(picture: Picture, form: PictureFormat, deadline: float | None) -> str | bytes:
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
                return f"```mermaid\n{mermaid(picture)}```\n"
    except DrawingTimeoutError as error:
        raise UndecidedError(str(error)) from error
    except DrawingError as error:
        raise RefusedError(f"{error}; --format dot and --format mermaid need no Graphviz") from error
    assert_never(form)
