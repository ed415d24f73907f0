"""`vsym replay` on a program: a trace of another tool held against it."""

from __future__ import annotations

from rich.text import Text

from vsym.basics.numbers import plural
from vsym.basics.options import HOLDS
from vsym.checking.program_questions import told
from vsym.commands.answer import Answer
from vsym.commands.programs.task import Task
from vsym.commands.replaying import given_trace
from vsym.exchange.itf_reading import document
from vsym.exchange.program_itf import read
from vsym.exchange.smv.programs import read_program_smv
from vsym.show.programs import record
from vsym.show.programs.text import path_table, program_line


def replay(task: Task) -> Answer:
    """The trace as a path of the program; raises RefusedError, with the place, where it is none."""
    file = task.options.replayed
    name = "<stdin>" if file == "-" else file
    written = given_trace(task.options)
    if written.lstrip().startswith("{"):
        path = read(task.program, document(written, name), name)
    else:
        path = read_program_smv(told(task.program, task.budget)[0], written, name)
    found = {**record.header(task.program, task.file), "trace": record.trace(task.program, path)}
    title = Text(f"{name} is a path of {task.program.name}: {plural(len(path.steps), 'step')} from a start state.")
    if task.options.quiet or task.trace == "off":
        return Answer(HOLDS, (title,), found)
    return Answer(
        HOLDS, (program_line(task.program), Text(""), title, path_table(task.program, path, task.trace)), found
    )
