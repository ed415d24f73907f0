"""`vsym replay`: a trace of another tool held against the model."""

from __future__ import annotations

from functools import cache

from rich.text import Text

from vsym.basics import files
from vsym.basics.numbers import plural
from vsym.basics.options import HOLDS, Options, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.exchange.itf_reading import read_itf
from vsym.exchange.replay import replayed
from vsym.exchange.smv.reading import read_smv
from vsym.reductions.counters.reduced import Reduced
from vsym.show.recorded_paths import trace
from vsym.show.text import lines as text
from vsym.show.text.traces import path_table
from vsym.symmetry.virtual.identification import Decided


def replay(task: Task) -> Answer:
    """`vsym replay`: the trace as a path of the model; raises RefusedError, with the place, where it is none."""

    @cache
    def decided() -> Decided:
        return task.decide()

    @cache
    def reduced() -> Reduced:
        return task.reduce(decided())

    model, file = task.model, task.options.replayed
    name = "<stdin>" if file == "-" else file
    written = given_trace(task.options)
    task.narrator.say(f"reading {name}")
    reader = read_itf if written.lstrip().startswith("{") else read_smv
    told = reader(model, reduced, written, name)
    decided()
    task.narrator.say(f"replaying {plural(len(told.places) - 1, 'step')}")
    abstract, concrete = replayed(reduced(), told)
    found = {**task.document(decided()), "trace": trace(model, reduced().counters, abstract, concrete)}
    title = Text(f"{name} is a path of {model.name}: {plural(len(concrete.steps), 'step')} from an initial state.")
    if task.options.quiet or task.trace == "off":
        return Answer(HOLDS, (title,), found)
    table = path_table(model, reduced().counters, abstract, concrete, task.trace)
    return Answer(HOLDS, (text.system_line(model), Text(""), title, table), found)


def given_trace(options: Options) -> str:
    """The text of the trace; raises RefusedError where it is too large or none, OSError where it cannot be read."""
    file = options.replayed
    if file == options.file == "-":
        raise RefusedError("only one of the model and the trace can be read from standard input")
    written = files.read_text(file, files.TRACE)
    if not written.strip():
        raise RefusedError(f"{file}: there is nothing in it; a trace is ITF (JSON) or NuSMV's XML")
    return written
