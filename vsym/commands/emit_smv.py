"""`vsym emit-smv`: a model for NuSMV, of the counters or of the processes, of a program's slots or of a system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from vsym.basics.options import HOLDS, RefusedError
from vsym.checking.check import road
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.show import record
from vsym.show.documents import Record


def emit_smv(task: Task, *, direct: bool) -> Answer:
    """The text, with the name of the model that it is; raises RefusedError and DiagnosticError for what NuSMV cannot
    have, and what the stages raise."""
    header = record.header(task.model, task.file)
    kind, smv, more = _BY_KIND.get(task.model.kind, _of_system)(task, direct)
    return Answer(HOLDS, record={**header, **more, "model": kind, "smv": smv}, raw=smv)


def _of_processes(task: Task, direct: bool) -> tuple[str, str, Record]:
    from vsym.checking.stages import identified, reduced
    from vsym.checking.views.starts import check_start
    from vsym.exchange.smv.writing import counter_model, direct_model

    if direct:
        check_start(task.model, task.budget)
        return "direct", direct_model(task.model), {}
    decided = identified(task.subject, task.budget, task.narrator)
    smaller = reduced(task.subject, decided, task.budget, task.narrator)[1]
    return "counter", counter_model(smaller.counters), {"symmetry": record.symmetry(decided)}


def _of_program(task: Task, direct: bool) -> tuple[str, str, Record]:
    from vsym.exchange.smv.programs import counter_program_model, program_model
    from vsym.reductions.programs.slots import system_for_export

    if direct:
        raise RefusedError("--model direct is for .gsst models; a program has one model for NuSMV")
    if task.options.counted:
        counters = road(task.model.kind).systems(task.question, task.narrator)
        return "counter", counter_program_model(counters.counters, counters.whole, counters.reasons), {}
    task.narrator.say("running the rules symbolically")
    return "direct", program_model(*system_for_export(task.model, task.budget)), {}


def _of_system(task: Task, _direct: bool) -> tuple[str, str, Record]:
    """The system that a model of any other kind is."""
    from vsym.exchange.smv.system import prepare, system_model

    reduced = road(task.model.kind).systems(task.question, task.narrator)
    title = (f"{task.model.name}, for NuSMV 2.5 to 2.7 and nuXmv.",)
    return "direct", system_model(prepare(reduced.tasks[0].structure, everywhere=True), title), {}


_BY_KIND: Mapping[str, Callable[[Task, bool], tuple[str, str, Record]]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The writer for each kind of model; a model of any other kind is written as its system."""
