"""`vsym explore`: the reachable states, by one method or by all of them."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.limits import Budget, Interruption, UndecidedError
from vsym.basics.options import HOLDS, INTERRUPTED, RefusedError, worst
from vsym.checking.asked_store import refuse_store
from vsym.checking.choice import AUTO, choose
from vsym.checking.exploration import Exploration, explore_counters, explore_edges, explore_joint
from vsym.checking.group_names import engine_for
from vsym.checking.results import Explored, Method, Prepared
from vsym.commands.answer import Answer
from vsym.commands.task import Task, extent, stopped
from vsym.engines.disk.planning import StoreSettings
from vsym.show import record
from vsym.show.json_values import Value
from vsym.show.recorded_paths import way_to_deadlock
from vsym.show.text import lines as text
from vsym.show.text import methods as compared
from vsym.show.text import story, traces
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import Reached


def explore(task: Task) -> Answer:
    """`vsym explore`: the reachable states, by one method or by all of them."""
    if task.options.method != "counter":
        _refuse_group(task)
    if task.store is not None and task.options.method in ("adaptive", "all"):
        raise RefusedError(f"--method {task.options.method} keeps no states on disk: plain, orbit and counter do")
    if task.options.estimate:
        return _estimated(task)
    match task.options.method:
        case "counter":
            return _explore_counters(task)
        case "all":
            return _explore_all(task)
        case method:
            return _explore_directly(task, method)


def _explore_counters(task: Task) -> Answer:
    engine = engine_for(task.options.group, task.engine)
    decided = task.decide()
    try:
        reduced = task.reduce(decided)
        chosen = task.quotient(reduced, engine)
    except (UndecidedError, KeyboardInterrupt) as error:
        return _not_explored(task, "counter", error, story.heading(decided), decided)
    name = choose(engine, reduced.system)
    found = explore_counters(reduced, name, task.budget, task.narrator, quotient=chosen.quotient, store=task.store)
    heading = [*story.heading(decided), text.reduction_line(task.model, reduced.counters)]
    return _answer(task, found, [*heading, *story.up_to(found.explored, chosen.notes)], decided)


def _estimated(task: Task) -> Answer:
    """What an exploration of counter states takes, in memory and on disk."""
    from vsym.checking.estimating import estimate
    from vsym.show.estimates import estimate_lines, estimate_record

    refuse_store(task.options)
    if task.options.method != "counter":
        raise RefusedError(f"--estimate is for counter states, and --method {task.options.method} explores others")
    decided = task.decide()
    reduced = task.reduce(decided)
    chosen = task.quotient(reduced, "compiled")

    def run(store: StoreSettings | None, budget: Budget) -> Reached:
        found = explore_counters(reduced, "compiled", budget, task.narrator, quotient=chosen.quotient, store=store)
        return found.explored

    estimated = estimate(run, task.budget)
    heading = [] if task.options.quiet else [*story.heading(decided), Text("")]
    document = {**task.document(decided), "estimate": estimate_record(estimated)}
    return Answer(HOLDS, (*heading, *estimate_lines(estimated)), document)


def _refuse_group(task: Task) -> None:
    """Raises RefusedError where states by another method are asked for up to a group."""
    group, method = task.options.group, task.options.method
    if group is not None:
        raise RefusedError(f"--group {group} is for counter states, and --method {method} explores others")


def _explore_directly(task: Task, method: Method) -> Answer:
    """`plain`, `orbit` and `adaptive`: methods that need no verdict on the symmetry."""
    line: story.Story = [text.system_line(task.model)]
    try:
        if task.model.joint and (method == "plain" or method == "orbit"):
            found = explore_joint(task.model, method, task.budget, task.narrator, task.store)
            return _answer(task, found, [*line, Text("")])
        prepared = task.prepare()
    except (UndecidedError, KeyboardInterrupt) as error:
        return _not_explored(task, method, error, line)
    found = explore_edges(prepared, method, task.budget, task.narrator, task.store)
    heading = compared.heading(prepared)
    if task.options.verbose:
        heading += [compared.edges_table(prepared, everything=True), Text("")]
    return _answer(task, found, heading)


def _answer(task: Task, found: Exploration, heading: story.Story, decided: Decided | None = None) -> Answer:
    """What was explored, below a heading, with a path to a deadlock."""
    figures, model = found.explored, task.model
    shown: list[RenderableType] = [text.explored_line(figures)]
    if not task.options.quiet:
        shown = [*heading, *shown]
    if task.options.verbose and figures.levels:
        shown.append(text.levels_line(model, found.counters, figures.levels))
    if not task.options.quiet:
        shown += traces.way_to_deadlock(model, found.counters, found.deadlock, task.trace)
    way = way_to_deadlock(model, found.counters, found.deadlock)
    document = {**task.document(decided), **record.explored(figures), **way}
    return Answer(extent(figures), tuple(shown), document)


def _not_explored(
    task: Task, method: Method, error: BaseException, heading: story.Story, decided: Decided | None = None
) -> Answer:
    """What is said where the work stops before there is anything to explore."""
    status, reason = stopped(error)
    line = Text(f"nothing was explored: {reason}", "yellow")
    document = {**task.document(decided), **record.explored(_nothing(method, status)), "stopped": reason, "trace": None}
    return Answer(status, (*heading, line), document)


def _explore_all(task: Task) -> Answer:
    """Every method, those with the fewest states first, so that a limit leaves as much as possible known."""
    figures: dict[Method, Explored] = {}
    order: tuple[Method, ...] = ("counter", "adaptive", "orbit", "plain")
    shown = [text.system_line(task.model)]
    prepared: Prepared | None = None
    for method in order:
        if task.model.joint and method == "adaptive":
            continue
        try:
            if task.model.joint and (method == "plain" or method == "orbit"):
                figures[method] = explore_joint(task.model, method, task.budget, task.narrator).explored
            elif method == "counter":
                decided = task.decide()
                shown.append(text.symmetry_line(decided))
                reduced = task.reduce(decided)
                engine = choose(AUTO, reduced.system)
                figures[method] = explore_counters(reduced, engine, task.budget, task.narrator).explored
            else:
                prepared = prepared or task.prepare()
                figures[method] = explore_edges(prepared, method, task.budget, task.narrator).explored
        except (UndecidedError, KeyboardInterrupt) as error:
            figures[method] = _nothing(method, stopped(error)[0])
        if figures[method].interrupted == "keyboard":
            break
    explored = [figures[method] for method in compared.EXACT_FOR if method in figures]
    table = compared.methods_table(explored)
    records: list[Value] = [record.exploration(one) for one in explored]
    return Answer(
        worst(*(extent(one) for one in explored)),
        (table,) if task.options.quiet else (*shown, Text(""), table),
        {**task.document(), "methods": records},
    )


def _nothing(method: Method, status: int) -> Explored:
    reason: Interruption = "keyboard" if status == INTERRUPTED else "time"
    return Explored(0, None, 0, False, reason, 0.0, method=method)
