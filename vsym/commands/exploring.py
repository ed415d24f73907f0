"""`vsym explore`: the reachable states, by one method or by all of them."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from vsym import methods, pipeline
from vsym.basics.limits import Interruption, UndecidedError
from vsym.basics.options import INTERRUPTED, worst
from vsym.commands.answer import Answer
from vsym.commands.task import Task, extent, stopped
from vsym.engines.choice import choose
from vsym.methods import Direct, Prepared
from vsym.reductions.counters.lifting import lift
from vsym.reductions.direct import seen
from vsym.show import record
from vsym.show.text import lines as text
from vsym.show.text import methods as compared
from vsym.show.text import story, traces


def explore(task: Task) -> Answer:
    """`vsym explore`: the reachable states, by one method or by all of them."""
    match task.options.method:
        case "counter":
            return _explore_counters(task)
        case "all":
            return _explore_all(task)
        case method:
            return _explore_directly(task, method)


def _explore_counters(task: Task) -> Answer:
    decided = task.decide()
    try:
        system = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        line = Text(f"nothing was explored: {reason}", "yellow")
        found = {**task.found(decided), **record.exploration(_nothing("counter", status)), "trace": None}
        return Answer(status, (*story.heading(decided), line), found)
    engine = choose(task.engine, system)
    figures, stuck = pipeline.explore(task.model, system, engine, task.limits, task.narrator)
    status = extent(figures)
    shown: list[RenderableType] = [text.explored_line(figures)]
    if not task.options.quiet:
        shown = [*story.heading(decided), text.reduction_line(task.model, system), *shown]
    if task.options.verbose and figures.levels:
        shown.append(text.levels_line(task.model, system, figures.levels))
    path = None if stuck is None else lift(task.model, system, stuck)
    if stuck is not None and path is not None and task.options.trace != "off" and not task.options.quiet:
        table = traces.path_table(task.model, system, stuck, path, task.options.trace)
        shown += [Text(""), Text("A deadlock is reached by this path:"), table]
    found = record.exploration(figures)
    return Answer(
        status, tuple(shown), {**task.found(decided), **found, "trace": record.trace(task.model, system, stuck, path)}
    )


def _explore_directly(task: Task, method: Direct) -> Answer:
    """`plain`, `orbit` and `adaptive`: methods that need no verdict on the symmetry."""
    try:
        prepared = task.prepare()
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        line = Text(f"nothing was explored: {reason}", "yellow")
        found = {**task.found(), **record.exploration(_nothing(method, status)), "trace": None}
        return Answer(status, (text.system_line(task.model), line), found)
    figures, path = methods.explore(prepared, method, task.limits, task.narrator)
    shown: list[RenderableType] = [text.explored_line(figures)]
    if not task.options.quiet:
        if task.options.verbose:
            shown = [compared.edges_table(prepared, everything=True), Text(""), *shown]
        shown = [*compared.heading(prepared), *shown]
    system = methods.counted_together(task.model)
    counted = None if path is None else seen(system, path)
    if path is not None and counted is not None and task.options.trace != "off" and not task.options.quiet:
        table = traces.path_table(task.model, system, counted, path, task.options.trace)
        shown += [Text(""), Text("A deadlock is reached by this path:"), table]
    found = {**record.exploration(figures), "trace": record.trace(task.model, system, counted, path)}
    return Answer(extent(figures), tuple(shown), {**task.found(), **found})


def _explore_all(task: Task) -> Answer:
    """Every method, those with the fewest states first, so that a limit leaves as much as possible known."""
    figures: dict[pipeline.Method, pipeline.Explored] = {}
    order: tuple[pipeline.Method, ...] = ("counter", "adaptive", "orbit", "plain")
    shown = [text.system_line(task.model)]
    prepared: Prepared | None = None
    for method in order:
        try:
            if method == "counter":
                decided = task.decide()
                shown.append(text.symmetry_line(decided))
                system = task.reduce(decided)
                engine = choose("auto", system)
                figures[method], _ = pipeline.explore(task.model, system, engine, task.limits, task.narrator)
            else:
                prepared = prepared or task.prepare()
                figures[method], _ = methods.explore(prepared, method, task.limits, task.narrator)
        except (UndecidedError, KeyboardInterrupt) as error:
            figures[method] = _nothing(method, stopped(error)[0])
        if figures[method].interrupted == "keyboard":
            break
    told = [figures[method] for method in compared.EXACT_FOR if method in figures]
    table = compared.methods_table(told)
    records = [record.exploration(one) for one in told]
    return Answer(
        worst(*(extent(one) for one in told)),
        (table,) if task.options.quiet else (*shown, Text(""), table),
        {**task.found(), "methods": [*records]},
    )


def _nothing(method: pipeline.Method, status: int) -> pipeline.Explored:
    reason: Interruption = "keyboard" if status == INTERRUPTED else "time"
    return pipeline.Explored(0, None, 0, False, reason, 0.0, None, method=method)
