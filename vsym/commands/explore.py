"""`vsym explore`: the reachable states, by one method or by all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from rich.text import Text

from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, RefusedError, worst
from vsym.checking.answer import Checked
from vsym.checking.check import explore as explored_as_wished
from vsym.checking.check import methods
from vsym.checking.question import Question
from vsym.commands.answer import Answer
from vsym.commands.task import Task, extent, refuse_store
from vsym.engines.disk.planning import StoreSettings
from vsym.reductions.protocol import Method
from vsym.show import record
from vsym.show.text import story
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.show.shapes.documents import EstimateDocument, ExploreDocument, MethodsDocument

_ESTIMATED_BY: Mapping[str, str | None] = MappingProxyType({"program": None})
"""The engine whose states an estimate counts, by the kind of model: None is the requested engine; for other kinds it is
`compiled`."""


def explore(task: Task, *, method: Method | Literal["counter", "all"], estimate: bool) -> Answer:
    """The states, with a path to a deadlock; raises RefusedError for a method that the model does not have."""
    options, question = task.options, task.question
    if method == "all":
        return _by_all_methods(task, question)
    if method != "counter":
        question = replace(question, wishes=replace(question.wishes, method=method))
    if estimate:
        return _estimated(task, question)
    checked = explored_as_wished(question, task.narrator)
    lines = story.exploration(checked, task.trace, everything=options.verbose, quiet=options.quiet)
    document: ExploreDocument = {**record.header(checked, task.file), **record.explored(checked)}
    return Answer(extent(checked), tuple(lines), document)


def _estimated(task: Task, question: Question[Any]) -> Answer:
    """The memory and the disk space that an exploration takes."""
    from vsym.checking.estimating import estimate
    from vsym.show.text.explorations import estimate_lines, estimate_record

    refuse_store(task.options)
    own = _ESTIMATED_BY.get(task.model.kind, "compiled")
    if question.wishes.method is not None and own is not None:
        raise RefusedError(f"--estimate needs counter states, and --method {question.wishes.method} explores others")
    engine = own or question.wishes.engine
    explorations: list[Checked] = []

    def run(store: StoreSettings | None, budget: Budget) -> Reached | None:
        wishes = replace(question.wishes, engine=engine, store=store)
        explorations.append(explored_as_wished(Question(question.subject, wishes, budget), task.narrator))
        return explorations[-1].reached

    estimated = estimate(run, task.budget)
    heading = [] if task.options.quiet else [*story.heading(explorations[0]), Text("")]
    document: EstimateDocument = {
        **record.header(explorations[0], task.file),
        "estimate": estimate_record(estimated),
    }
    return Answer(HOLDS, (*heading, *estimate_lines(estimated)), document)


def _by_all_methods(task: Task, question: Question[Any]) -> Answer:
    """Every method, those with the fewest states first, so that a limit leaves as much as possible known."""
    if question.wishes.group is not None:
        raise RefusedError(f"--group {question.wishes.group} needs counter states, and --method all explores others")
    if question.wishes.store is not None:
        raise RefusedError("--method all keeps no states on disk: plain, orbit and counter do")
    checked: list[Checked] = []
    for one in methods(question, task.narrator):
        checked.append(one)
        if one.main is not None and one.main.interrupted:
            break
    from vsym.show.text.processes import EXACT_FOR, methods_table

    ordered = [
        one.main for method in EXACT_FOR for one in checked if one.main is not None and one.main.method == method
    ]
    table = methods_table(ordered)
    document: MethodsDocument = {
        **record.header(task.model, task.file),
        "methods": [record.exploration(one) for one in ordered],
    }
    return Answer(
        worst(*map(extent, checked)),
        (table,) if task.options.quiet else (*story.heading(checked[0]), Text(""), table),
        document,
    )
