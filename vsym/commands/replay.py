"""`vsym replay`: a trace of another tool held against the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from rich.text import Text

from vsym.basics import files
from vsym.basics.numbers import plural
from vsym.basics.options import HOLDS, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.reductions.protocol import Run
from vsym.show import record
from vsym.show.text.lines import system_line
from vsym.show.text.traces import path_table

if TYPE_CHECKING:
    from vsym.show.shapes.documents import ReplayDocument
    from vsym.symmetry.virtual.identification import Decided

Replayed: TypeAlias = "tuple[Run, str, Decided | None]"
"""The run, the name of the state that it begins in, and the symmetry where it was decided."""


def replay(task: Task, *, replayed: str) -> Answer:
    """The trace as a path of the model; raises RefusedError, with the place, where it is none, or for a kind of model
    whose traces no other tool writes."""
    name = "<stdin>" if replayed == "-" else replayed
    reader = _BY_KIND.get(task.model.kind)
    if reader is None:
        raise RefusedError(f"no other tool writes traces of models such as {task.file}; `vsym check` shows its own")
    run, start, decided = reader(task, _written(replayed, task.options.file), name)
    document: ReplayDocument = {**record.header(task.model, task.file, decided), "trace": record.trace(run)}
    steps = plural(len(run.path.steps), "step")
    title = Text(f"{name} is a path of {task.model.name}: {steps} from {start}.")
    if task.options.quiet or task.trace == "off":
        return Answer(HOLDS, (title,), document)
    return Answer(HOLDS, (system_line(task.model), Text(""), title, path_table(run, task.trace)), document)


def _of_processes(task: Task, written: str, name: str) -> Replayed:
    from vsym.checking.stages import identified, reduced
    from vsym.exchange.itf import read_itf
    from vsym.exchange.replay import replayed
    from vsym.exchange.smv.reading import read_smv
    from vsym.reductions.counters.reduced import Reduced

    @cache
    def decided() -> Decided:
        return identified(task.subject, task.budget, task.narrator)

    @cache
    def smaller() -> Reduced:
        return reduced(task.subject, decided(), task.budget, task.narrator)[1]

    task.narrator.say(f"reading {name}")
    reader = read_itf if written.lstrip().startswith("{") else read_smv
    trace = reader(task.model, smaller, written, name)
    decided()
    task.narrator.say(f"replaying {plural(len(trace.places) - 1, 'step')}")
    counters, path = replayed(smaller(), trace)
    run = Run(task.model, path, counters, smaller().counters)
    return run, "an initial state", decided()


def _of_program(task: Task, written: str, name: str) -> Replayed:
    from vsym.exchange.documents import trace_in
    from vsym.exchange.program_itf import read
    from vsym.exchange.smv.programs import read_program_smv
    from vsym.reductions.programs.slots import system_for_export

    if written.lstrip().startswith("{"):
        path = read(task.model, trace_in(written, name), name)
    else:
        path = read_program_smv(system_for_export(task.model, task.budget)[0], written, name)
    return Run(task.model, path), "a start state", None


_BY_KIND: Mapping[str, Callable[[Task, str, str], Replayed]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The reader of a kind's traces: it gives the run, the name of its start, and further keys of the document."""


def _written(file: str, model: str) -> str:
    """The text of the trace; raises RefusedError where it is too large or none, OSError where it cannot be read."""
    if file == model == "-":
        raise RefusedError("the model and the trace cannot both come from standard input")
    written = files.read_text(file, files.TRACE)
    if not written.strip():
        raise RefusedError(f"{file}: this file is empty; a trace is ITF (JSON) or NuSMV's XML")
    return written
