"""Traces as tables: the verdict that a path shows, then its states and the steps between them.

The words of a model are enough for a table. The table for processes has counters on the left and processes on the
right, with the moving ones marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.options import TraceStyle
from vsym.checking.answer import Checked, Outcome
from vsym.logic.ctl import is_universal
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath, Step
from vsym.models.counting.spelling import Spelling
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import Run
from vsym.show.movers import MOVED, PROCESSES, Movers, arrows, at_rest, movers_to, process_headers, title
from vsym.show.text.fitting import FirstThatFits, Variant, table
from vsym.show.text.lines import Story, values_text
from vsym.system.result import Path, SystemPath

DEADLOCK = "A deadlock is reached by this path:"

NOTHING: Mapping[str, str] = MappingProxyType({"processes": "nothing can move", "program": "nothing can fire"})
"""The words for a deadlock, by the kind of model."""

_STEP: Mapping[str, str] = MappingProxyType({"program": "rule"})
"""The name of a step, by the kind of model."""

_STYLES: Mapping[str, TraceStyle] = MappingProxyType({"processes": "full"})
"""The part of each state that a trace shows by default. Models of other kinds have large states, so their traces show
only what each step changes."""

_CHANGED = "bold yellow"


@frozen
class Headline:
    """The sentence above a trace: the verdict, the rest of the sentence, and a remark below the path.

    Without `path`, the sentence is all that there is to show.
    """

    verdict: str
    rest: str
    after: str | None = None
    path: bool = True


def headline(prop: Property, run: Run, at: str = "") -> Headline:
    """The sentence above a trace, of the model `at` another size, and the one below it."""
    if run.path.kind == "witness":
        return Headline("holds", f", as this path shows{at}:")
    if prop.logic != "ctl" or is_universal(prop.formula):
        return Headline("is violated", f", as this path shows{at}:")
    if not run.path.steps and (view := PathView.of(run)) is not None:
        start = ", ".join(view.changes(0))
        rest = f": it needs a path that does not exist from the start ({start}), so there is none to show."
        return Headline("is violated", rest, path=False)
    after = "From there, the formula needs a path that does not exist. No path shows more."
    return Headline("is violated", " at the end of this path:", after)


def style_of(model: AnyModel) -> TraceStyle:
    """The part of each state that a trace of a model shows by default."""
    return _STYLES.get(model.kind, "diff")


def trace(checked: Checked, outcome: Outcome, style: TraceStyle) -> Story:
    """The run that shows a verdict, below an empty line; nothing where there is none to show.

    If the run is of the model at another size, the text names that size.
    """
    run = outcome.run
    if run is None or style == "off":
        return []
    at, inside = elsewhere(checked.model, outcome)
    above: Story = [Text(f"{at}:", "dim")] if at else []
    return [Text(""), *above, trace_table(outcome.property, run, style, inside)]


def elsewhere(model: AnyModel, outcome: Outcome) -> tuple[str, str]:
    """The remarks on a run of the model at another size, above the headline and inside it. A run in counters has the
    first one, `at n = 2`; other runs have the second one, ` with n = 2`."""
    run = outcome.run
    if run is None or run.model is model or run.model.parameters == model.parameters:
        return "", ""
    if run.counters is None:
        return "", f" with {values_text(run.model.parameters)}"
    return f"at {values_text((outcome.verdict.values or {}).items())}", ""


def trace_table(prop: Property, run: Run, style: TraceStyle, at: str = "") -> Group:
    """A run below its headline, with the error in which it ends."""
    said = headline(prop, run, at)
    color = "green" if said.verdict == "holds" else "red"
    parts: list[RenderableType] = [Text.assemble((prop.name, "bold"), (f" {said.verdict}", color), said.rest)]
    if said.path:
        parts.append(path_table(run, style))
    if run.ending is not None:
        parts.append(_ending_line(run))
    if said.after is not None:
        parts.append(Text(f" {said.after}", "dim"))
    return Group(*parts)


def _ending_line(run: Run) -> Text:
    """The error in which a run ends, with its place in the text."""
    assert run.ending is not None
    fault, firing = run.ending.fault, run.ending.firing
    who = ""
    if firing is not None:
        from vsym.models.program.spelling import rule_text

        who = f"{rule_text(run.model, firing, start=not run.path.states)}: "
    return Text.assemble(f" {who}", (fault.message, "red"), (f" ({fault.span})", "dim"))


def unseen_deadlock(checked: Checked) -> Run | None:
    """The deadlock that was reached, unless the path that shows a violated property ends in one."""
    if checked.deadlock is None:
        return None
    violated = (one.run for one in checked.outcomes if one.verdict.outcome == "violated" and one.run is not None)
    ends = ((run.model.semantics, run.path.states[-1]) for run in violated if run.path.states)
    stuck = any(next(iter(semantics.steps(state)), None) is None for semantics, state in ends)
    return None if stuck else checked.deadlock


def way_to_deadlock(deadlock: Run | None, style: TraceStyle) -> Story:
    """A run to a deadlock below its headline; nothing where there is none."""
    if deadlock is None or style == "off":
        return []
    return [Text(""), Text(DEADLOCK), path_table(deadlock, style)]


def path_table(run: Run, style: TraceStyle) -> RenderableType:
    """One row per state, with the step that leads to it and its changes, or the whole state (`full`)."""
    view = PathView.of(run)
    return _table_in_words(run, style) if view is None else view.table(style)


def _table_in_words(run: Run, style: TraceStyle) -> RenderableType:
    words, path = run.model.words, run.path
    steps = table("", _STEP.get(run.model.kind, "step"), "state" if style == "full" else "changes")
    steps.columns[0].justify = "right"
    for place, state in enumerate(path.states):
        step = path.steps[place - 1] if place else None
        said = "" if not place else f"({nothing(run)})" if step is None else words.step(step)
        before = path.states[place - 1] if place else None
        values = words.columns(state) if style == "full" else words.changes(before, state)
        cells = ", ".join(f"{name} = {value}" for name, value in values)
        steps.add_row(_number(path, place), Text(said), Text(cells))
    if path.loop is None:
        return steps
    said = f" ↻ State {len(path.states) - 1} is state {path.loop}: the steps between can repeat for ever."
    return Group(steps, Text(said, "dim"))


def _number(path: Path[Any, Any], place: int, first: int = 0) -> str:
    """The number of a state, of which the first one has that of `first`, with a sign for both ends of a loop."""
    repeated = path.loop is not None and place in (path.loop, len(path.states) - 1)
    return f"↻ {first + place}" if repeated else str(first + place)


def nothing(run: Run) -> str:
    """The words for the state in which a run comes to rest."""
    return NOTHING.get(run.model.kind, "nothing is possible")


@frozen
class PathView:
    """A path in counters and in processes, and the ways to show it."""

    model: Model
    system: CounterSystem
    abstract: SystemPath
    concrete: ModelPath
    first: int = 0

    @staticmethod
    def of(run: Run) -> PathView | None:
        """The view of a run of processes; None for one that is not told in counters."""
        if run.view is None or run.counters is None:
            return None
        return PathView(run.model, run.view, run.counters, run.path)

    def table(self, style: TraceStyle) -> RenderableType:
        """One row per state, the first of which has the number `first`, with the step that leads to it.

        On a narrow terminal the columns of processes that never move go first, then those of unchanged counters, then
        all.
        """
        concrete, moving = self.concrete, moving_processes(self.concrete)
        everyone = tuple(range(1, self.model.size + 1)) if self.model.size <= PROCESSES else moving
        if concrete.times is not None:
            everyone = moving = ()
        moving = moving if len(moving) <= PROCESSES else ()
        choices = [(everyone if len(everyone) <= PROCESSES else moving, style), (moving, style), (moving, "diff")]
        variants = [self.shown(processes, full=chosen == "full") for processes, chosen in dict.fromkeys(choices)]
        repeats: list[Text] = []
        if concrete.loop is not None:
            said = f" ↻ State {len(concrete.states) - 1} has the counters of state {concrete.loop}: "
            repeats.append(Text(f"{said}the steps between can repeat for ever.", "dim"))
        return Group(FirstThatFits((*variants, self.shown((), full=False))), *repeats)

    @cached_property
    def names(self) -> list[str]:
        """The names of the entries of a state's vector."""
        counters = [self.spelling.count(counter) for counter in self.system.counters]
        return [*counters, *(variable.name for variable in self.system.shared)]

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling of the model's names."""
        return Spelling(self.model)

    @cached_property
    def lone(self) -> dict[int, tuple[str, str]]:
        """The entries of processes counted alone where each group has one, with the process's name and local state."""
        width = len(self.system.states)
        return {
            number * width + place: (self.spelling.process(block.processes.first), state)
            for number, block in enumerate(self.system.blocks)
            if block.processes.size == 1 and self.spelling.one_each
            for place, state in enumerate(self.system.states)
        }

    @cached_property
    def used(self) -> list[int]:
        """The entries worth a column: a counter that is 0 throughout tells nothing, and a wide model has many."""
        counters = range(len(self.system.counters))
        shared = range(len(counters), len(counters) + len(self.system.shared))
        return [*(place for place in counters if any(vector[place] for vector in self.abstract.states)), *shared]

    def shown(self, processes: Sequence[int], *, full: bool) -> Variant:
        """A table with these processes; without `full`, the counters that a step changes instead of all.

        Where processes have columns, those counted alone have no counters beside them.
        """
        names = self.names
        entries = [place for place in self.used if not (processes and place in self.lone)]
        counted = [names[place] for place in entries] if full else []
        steps = table("", "step", *counted, *(str(process) for process in processes), *([] if full else ["changes"]))
        steps.columns[0].justify = "right"
        for column in steps.columns[2 : 2 + len(counted)]:
            column.justify = "right"
        process_headers(steps, self.model, processes, first=2 + len(counted))
        for number, vector in enumerate(self.abstract.states):
            before = self.abstract.states[number - 1] if number else vector
            cells = [
                Text(self.value(place, vector[place]), _CHANGED if vector[place] != before[place] else "")
                for place in (entries if full else [])
            ]
            step = self.concrete.steps[number - 1] if number else None
            last = [] if full else [Text(", ".join(self._changed(number, entries)))]
            movers = movers_to(self.concrete, number)
            located = []
            for process in processes:
                location = self.concrete.states[number].locations[process - 1]
                sign = None if movers is None else movers.sign(process)
                located.append(Text(location) if sign is None else Text(f"{location}{sign}", MOVED))
            mark = _number(self.concrete, number, self.first)
            steps.add_row(mark, Text(_said(self.model, step, number, movers)), *cells, *located, *last)
        return Variant(steps, at_rest(self.model, self.concrete.states[0], processes) if processes else ())

    def changes(self, number: int) -> Iterator[str]:
        """The changes of a step, or in the first state, the entries that are not 0."""
        return self._changed(number, self.used)

    def nonzero(self, number: int) -> Iterator[str]:
        """The counters of a state that are not 0, and all shared variables."""
        return self._entries(number, self.used, self._present)

    def _changed(self, number: int, entries: Sequence[int]) -> Iterator[str]:
        if number == 0:
            return self._entries(0, entries, self._present)
        before = self.abstract.states[number - 1]
        return self._entries(number, entries, lambda place, value: value != before[place])

    def _present(self, place: int, value: int) -> bool:
        return value != 0 or place >= len(self.system.counters)

    def _entries(self, number: int, entries: Sequence[int], is_listed: Callable[[int, int], bool]) -> Iterator[str]:
        """The listed entries of a state; a process counted alone is shown with its local state."""
        vector = self.abstract.states[number]
        for place in entries:
            if is_listed(place, vector[place]):
                if place not in self.lone:
                    yield f"{self.names[place]} = {self.value(place, vector[place])}"
                elif vector[place]:
                    yield " in ".join(self.lone[place])

    def value(self, place: int, value: int) -> str:
        """An entry of a vector as the language writes it."""
        at = place - len(self.system.counters)
        return str(value) if at < 0 else self.system.shared[at].spelled(value)


def moving_processes(path: ModelPath) -> tuple[int, ...]:
    """The processes that move in some step of a path; of many that one step moves along, only the first ones."""
    processes: set[int] = set()
    for number in range(1, len(path.states)):
        movers = movers_to(path, number)
        if movers is not None:
            taking = (movers.mover, *([] if movers.partner is None else [movers.partner]))
            processes.update((*taking, *islice(movers.others, PROCESSES)))
    return tuple(sorted(processes))


def _said(model: Model, step: Step | None, number: int, movers: Movers | None) -> str:
    if number == 0:
        return ""
    if step is None or movers is None:
        return "(nothing can move)"
    one_by_one = ", one by one" if movers.times > 1 else ""
    ways = [*filter(None, [title(model, step)]), *map(str, arrows(step))]
    return f"{movers.named(Spelling(model).process)}{one_by_one}: {', '.join(ways)}{movers.more}"
