"""`vsym explore` on a program: the reachable states, counted."""

from __future__ import annotations

from dataclasses import replace

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, Options, RefusedError
from vsym.checking.asked_store import refuse_store
from vsym.checking.group_names import NONE
from vsym.checking.program_check import asked_for_deadlocks, explore_program
from vsym.checking.programs import CheckedProgram
from vsym.commands.answer import Answer
from vsym.commands.programs.task import Task
from vsym.engines.disk.planning import StoreSettings
from vsym.models.program.program import ERRORS
from vsym.show.json_values import Record
from vsym.show.programs import record, text
from vsym.show.programs.extent import reached_line, sizes_table
from vsym.system.result import Reached


def explore(task: Task) -> Answer:
    """The states or orbits, with a path to a deadlock; raises RefusedError for methods that are for processes."""
    method = task.options.method
    if method in ("adaptive", "all"):
        raise RefusedError(f"--method {method} is for .gsst models; programs have plain and orbit")
    program = asked_for_deadlocks(task.program)
    explored = replace(task, program=program, options=replace(task.options, group=_group(task.options)))
    if task.options.estimate:
        return _estimated(explored)
    checked = explored.checked(explore_program)
    shown: list[RenderableType] = []
    if not task.options.quiet:
        shown += [text.program_line(task.program), text.symmetry_line(checked), Text("")]
    if checked.reached is None:
        shown.append(Text(f"nothing was explored: {_why(checked)}", "yellow"))
    else:
        shown.append(reached_line(checked, checked.reached, everything=task.options.verbose))
        if task.options.verbose and checked.reached.levels:
            shown.append(text.levels_line(task.program, checked.reached.levels))
        sizes = sizes_table(checked.reached) if task.options.verbose and not task.options.quiet else None
        shown += [] if sizes is None else [Text(""), sizes]
    shown += [Text(f" {note}", "dim") for note in checked.notes] if not task.options.quiet else []
    for outcome in checked.outcomes:
        if outcome.path is None or task.trace == "off" or task.options.quiet:
            continue
        if outcome.property.name == ERRORS:
            shown += [Text(""), text.trace(task.program, outcome, outcome.path, task.trace)]
        else:
            table = text.path_table(task.program, outcome.path, task.trace)
            shown += [Text(""), Text("A deadlock is reached by this path:"), table]
    return Answer(_extent(checked), tuple(shown), _document(task, checked))


def _estimated(task: Task) -> Answer:
    """What an exploration takes, in memory and on disk."""

    def run(store: StoreSettings | None, budget: Budget) -> Reached | None:
        options = task.options if store is None else replace(task.options, store=store.place)
        return replace(task, options=options, budget=budget).checked(explore_program).reached

    from vsym.checking.estimating import estimate
    from vsym.show.estimates import estimate_lines, estimate_record

    refuse_store(task.options)
    found = estimate(run, task.budget)
    heading = [] if task.options.quiet else [text.program_line(task.program), Text("")]
    document = {**record.header(task.program, task.file), "estimate": estimate_record(found)}
    return Answer(HOLDS, (*heading, *estimate_lines(found)), document)


def _group(options: Options) -> str | None:
    """The group that is asked for; raises RefusedError where the method asks for another one."""
    if options.method == "plain" and options.group not in (None, NONE):
        raise RefusedError(f"--method plain explores every state by itself, and not up to --group {options.group}")
    if options.method == "orbit" and options.group == NONE:
        raise RefusedError("--method orbit explores orbits, and --group none every state by itself")
    return NONE if options.method == "plain" else options.group


def _why(checked: CheckedProgram) -> str:
    """Why nothing was explored, or not all."""
    if checked.reached is not None and checked.reached.interrupted is not None:
        return REASONS[checked.reached.interrupted]
    reasons = (outcome.verdict.reason for outcome in checked.outcomes)
    return checked.stopped or next((reason for reason in reasons if reason), REASONS["time"])


def _extent(checked: CheckedProgram) -> int:
    """The status of an exploration by how far it came."""
    if checked.reached is not None and checked.reached.complete:
        return HOLDS
    return INTERRUPTED if _why(checked) == REASONS["keyboard"] else UNDECIDED


def _document(task: Task, checked: CheckedProgram) -> Record:
    return {**record.header(task.program, task.file), **record.explored(checked)}
