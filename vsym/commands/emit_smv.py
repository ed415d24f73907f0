"""`vsym emit-smv`: a model for NuSMV, of the counters or of the processes, of a program's slots or of a system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from vsym.basics.options import HOLDS, RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.check import road
from vsym.checking.observed import alone
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.show import record

if TYPE_CHECKING:
    from vsym.show.shapes.documents import SmvDocument
    from vsym.symmetry.virtual.identification import Decided

Written: TypeAlias = "tuple[Literal['counter', 'direct'], str, Decided | None]"
"""The model of a text for NuSMV, the text, and the symmetry where it was decided."""


def emit_smv(task: Task, *, direct: bool, steps: Literal["may", "must"] | None) -> Answer:
    """The model as text for NuSMV, with its kind. Raises RefusedError and DiagnosticError for a model that NuSMV cannot
    represent, and what the stages raise."""
    task = replace(task, subject=alone(task.subject))
    if steps is not None:
        return _of_bounds(task, steps, direct=direct)
    kind, smv, decided = _BY_KIND.get(task.model.kind, _of_system)(task, direct)
    document: SmvDocument = {**record.header(task.model, task.file, decided), "model": kind, "smv": smv}
    return Answer(HOLDS, record=document, raw=smv)


def _of_processes(task: Task, direct: bool) -> Written:
    from vsym.checking.stages import identified, reduced
    from vsym.checking.views.starts import check_start
    from vsym.exchange.smv.writing import counter_model, direct_model

    if direct:
        check_start(task.model, task.budget)
        return "direct", direct_model(task.model), None
    decided = identified(task.subject, task.budget, task.narrator)
    smaller = reduced(task.subject, decided, task.budget, task.narrator)[1]
    return "counter", counter_model(smaller.counters), decided


def _of_bounds(task: Task, steps: Literal["may", "must"], *, direct: bool) -> Answer:
    """The counters of a model of processes with the steps that may be possible, or that must be."""
    from vsym.checking.bounds import last_bounds
    from vsym.checking.stages import related
    from vsym.exchange.smv.system import prepare, system_model
    from vsym.logic.bounds import shape
    from vsym.reductions.counters.bounded import Bounded

    if task.model.kind != "processes" or direct or task.subject.open:
        raise RefusedError("--bounds is for counters of a .gsst model at one size")
    hint = "leave it out with --prop; vsym check decides it by both kinds of steps"
    mixed = [
        Diagnostic("VS402", prop.span, f"`{prop.name}` speaks of all paths and of some path", hint)
        for prop in task.model.properties
        if shape(prop) == "mixed"
    ]
    if mixed:
        raise DiagnosticError(mixed)
    decided = related(task.subject, task.budget, task.narrator)
    pair = last_bounds(decided, task.budget, task.narrator)
    title = [f"{task.model.name}, for NuSMV 2.5 to 2.7 and nuXmv: the steps that {steps} be possible."]
    for prop in task.model.properties:
        outcome = "true" if (shape(prop) == "universal") == (steps == "may") else "false"
        title.append(f"{prop.name}: if it is {outcome} here, so it is of the whole system; else nothing follows.")
    smv = system_model(prepare(Bounded(pair, steps).tasks[0].structure, everywhere=True), tuple(title))
    blocks = tuple(block.processes for block in pair.may.blocks)
    header = record.header(task.model, task.file, replace(decided, blocks=blocks, bounds=pair.inexact))
    document: SmvDocument = {**header, "model": steps, "smv": smv}
    return Answer(HOLDS, record=document, raw=smv)


def _of_program(task: Task, direct: bool) -> Written:
    from vsym.exchange.smv.programs import counter_program_model, program_model
    from vsym.reductions.programs.slots import system_for_export

    if direct:
        raise RefusedError("--model direct is for .gsst models; programs have a single model for NuSMV")
    if task.options.counted:
        counters = road(task.model.kind).systems(task.question, task.narrator)
        return "counter", counter_program_model(counters.counters, counters.whole, counters.reasons), None
    task.narrator.say("running the rules symbolically")
    return "direct", program_model(*system_for_export(task.model, task.budget)), None


def _of_system(task: Task, _direct: bool) -> Written:
    """The system that a model of any other kind is."""
    from vsym.exchange.smv.system import prepare, system_model

    reduced = road(task.model.kind).systems(task.question, task.narrator)
    title = (f"{task.model.name}, for NuSMV 2.5 to 2.7 and nuXmv.",)
    return "direct", system_model(prepare(reduced.tasks[0].structure, everywhere=True), title), None


_BY_KIND: Mapping[str, Callable[[Task, bool], Written]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The writer for each kind of model; a model of any other kind is written as its system."""
