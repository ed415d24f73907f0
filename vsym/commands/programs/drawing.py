"""`vsym draw` on a program: its states and the rules between them."""

from __future__ import annotations

from dataclasses import asdict

from vsym.basics.options import HOLDS, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.drawing import written
from vsym.commands.programs.task import Task
from vsym.composition.program_states import state_graph
from vsym.show.pictures.program_states import STATES, program_states
from vsym.show.programs import record


def draw(task: Task) -> Answer:
    """The picture; raises RefusedError for pictures of processes, UndecidedError where a limit ends the work."""
    what = task.options.what or "states"
    if what != "states":
        raise RefusedError(f"--what {what} is for .gsst models; of a program, --what states is drawn")
    picture = program_states(task.program, state_graph(task.program, STATES, task.budget))
    task.narrator.say("drawing")
    raw = written(picture, task.options.format, task.budget.deadline)
    notes = tuple(f"the picture shows {line}" for line in picture.left_out)
    document = {**record.header(task.program, task.file), "picture": {"what": what, **asdict(picture)}}
    return Answer(HOLDS, record=document, raw=raw, notes=() if task.options.quiet else notes)
