"""`vsym draw` on a program: its states and the rules between them, or its symmetries."""

from __future__ import annotations

from dataclasses import asdict
from typing import assert_never

from vsym.basics.options import HOLDS, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.drawing import written
from vsym.commands.programs.task import Task
from vsym.composition.group_table import group_table
from vsym.composition.program_states import state_graph
from vsym.composition.program_symmetry import program_symmetry
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.program_group import ROOM, program_group
from vsym.show.pictures.program_states import STATES, program_states
from vsym.show.programs import record


def draw(task: Task) -> Answer:
    """The picture; raises RefusedError for pictures of processes and for programs that symmetries are not detected of,
    UndecidedError where a limit ends the work."""
    what = task.options.what or "states"
    match what:
        case "states":
            picture = program_states(task.program, state_graph(task.program, STATES, task.budget))
        case "group":
            picture = _group(task)
        case "quotient" | "witness" | "adaptive":
            raise RefusedError(f"--what {what} is for .gsst models; of a program, --what states or group is drawn")
        case _:
            assert_never(what)
    task.narrator.say("drawing")
    raw = written(picture, task.options.format, task.budget.deadline)
    notes = tuple(f"the picture shows {line}" for line in picture.left_out)
    document = {**record.header(task.program, task.file), "picture": {"what": what, **asdict(picture)}}
    return Answer(HOLDS, record=document, raw=raw, notes=() if task.options.quiet else notes)


def _group(task: Task) -> Picture:
    task.narrator.say("looking for symmetries")
    symmetry = program_symmetry(task.program, task.budget)
    if not symmetry.maps:
        raise RefusedError(
            f"no symmetry of `{task.program.name}` but the identity was detected: nothing is to be drawn"
        )
    return program_group(task.program, group_table(symmetry, ROOM))
