"""Traces as tables: counters left, processes right, the moving process marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.options import TraceStyle
from vsym.checking.results import Checked, Deadlock, Outcome
from vsym.logic.ctl import is_universal
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath, State, Step, is_deadlocked
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.movers import Movers, arrows, movers_to
from vsym.show.text.columns import MOVED, PROCESSES, at_rest, process_headers
from vsym.show.text.fitting import FirstThatFits, Variant, table
from vsym.system.result import SystemPath

DEADLOCK = "A deadlock is reached by this path:"

_CHANGED = "bold yellow"


@frozen
class Headline:
    """What a trace shows of its property: the verdict, how the sentence goes on, and what is said below the path.

    Without `path`, the sentence says all that there is to show.
    """

    verdict: str
    rest: str
    after: str | None = None
    path: bool = True


def headline(prop: Property, path: PathView) -> Headline:
    """The sentence above a trace and the one below it."""
    if path.concrete.kind == "witness":
        return Headline("holds", ", as this path shows:")
    if prop.logic != "ctl" or is_universal(prop.formula):
        return Headline("is violated", ", as this path shows:")
    if not path.concrete.steps:
        start = ", ".join(path.changes(0))
        rest = f": it asks for something to be possible, and from the start ({start}) it is not. No path shows this."
        return Headline("is violated", rest, path=False)
    after = "What the formula asks to be possible is not possible from there. No path shows more."
    return Headline("is violated", " at the end of this path:", after)


def trace_table(model: Model, system: CounterSystem, outcome: Outcome, style: TraceStyle) -> Group:
    """The trace of a property: `full` shows every counter, `diff` those that a step changes."""
    abstract, concrete, prop = outcome.path, outcome.trace, outcome.property
    if abstract is None or concrete is None or style == "off":
        return Group()
    told = headline(prop, PathView(model, system, abstract, concrete))
    color = "green" if told.verdict == "holds" else "red"
    shown: list[RenderableType] = [Text.assemble((prop.name, "bold"), (f" {told.verdict}", color), told.rest)]
    if told.path:
        shown.append(path_table(model, system, abstract, concrete, style))
    if told.after is not None:
        shown.append(Text(f" {told.after}", "dim"))
    return Group(*shown)


def unseen_deadlock(checked: Checked) -> Deadlock | None:
    """The deadlock that was reached, unless the path that shows a violated property ends in one."""
    violated = (outcome.trace for outcome in checked.outcomes if outcome.verdict.outcome == "violated")
    seen = any(trace is not None and is_deadlocked(checked.model, trace.states[-1]) for trace in violated)
    return None if seen else checked.deadlock


def way_to_deadlock(
    model: Model, system: CounterSystem, deadlock: Deadlock | None, style: TraceStyle
) -> list[RenderableType]:
    """A path to a deadlock below its headline; nothing where there is none."""
    if deadlock is None or style == "off":
        return []
    table = path_table(model, system, deadlock.path, deadlock.trace, style)
    return [Text(""), Text(DEADLOCK), table]


def path_table(
    model: Model, system: CounterSystem, abstract: SystemPath, concrete: ModelPath, style: TraceStyle, *, first: int = 0
) -> RenderableType:
    """One row per state, the first of which has the number `first`, with the step that leads to it.

    On a narrow terminal the columns of processes that never move go first, then those of unchanged counters, then all.
    """
    path = PathView(model, system, abstract, concrete, first)
    moving = moving_processes(concrete)
    everyone = tuple(range(1, model.size + 1)) if model.size <= PROCESSES else moving
    if concrete.times is not None:
        everyone = moving = ()
    moving = moving if len(moving) <= PROCESSES else ()
    choices = [(everyone if len(everyone) <= PROCESSES else moving, style), (moving, style), (moving, "diff")]
    variants = [path.shown(processes, full=chosen == "full") for processes, chosen in dict.fromkeys(choices)]
    last = path.shown((), full=False)
    repeats: list[Text] = []
    if concrete.loop is not None:
        said = f" ↻ State {len(concrete.states) - 1} has the counters of state {concrete.loop}: "
        repeats.append(Text(f"{said}what lies between can repeat for ever.", "dim"))
    return Group(FirstThatFits((*variants, last)), *repeats)


@frozen
class PathView:
    """A path in counters and in processes, and the ways to show it."""

    model: Model
    system: CounterSystem
    abstract: SystemPath
    concrete: ModelPath
    first: int = 0

    @cached_property
    def names(self) -> list[str]:
        """What the entries of a state's vector are called."""
        counters = [self.spelling.count(counter) for counter in self.system.counters]
        return [*counters, *(variable.name for variable in self.system.shared)]

    @cached_property
    def spelling(self) -> Spelling:
        """How the model's names are written."""
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

        Where processes have columns, who is counted alone has no counters beside them.
        """
        names = self.names
        entries = [place for place in self.used if not (processes and place in self.lone)]
        counted = [names[place] for place in entries] if full else []
        found = table("", "step", *counted, *(str(process) for process in processes), *([] if full else ["changes"]))
        found.columns[0].justify = "right"
        for column in found.columns[2 : 2 + len(counted)]:
            column.justify = "right"
        process_headers(found, self.model, processes, first=2 + len(counted))
        for number, vector in enumerate(self.abstract.states):
            before = self.abstract.states[number - 1] if number else vector
            cells = [
                Text(self.value(place, vector[place]), _CHANGED if vector[place] != before[place] else "")
                for place in (entries if full else [])
            ]
            step = self.concrete.steps[number - 1] if number else None
            last = [] if full else [Text(", ".join(self._changed(number, entries)))]
            movers = movers_to(self.concrete, number)
            located = _located(self.concrete.states[number], movers, processes)
            found.add_row(self._number(number), Text(_said(self.model, step, number, movers)), *cells, *located, *last)
        return Variant(found, at_rest(self.model, self.concrete.states[0], processes) if processes else ())

    def changes(self, number: int) -> Iterator[str]:
        """What a step changes, or in the first state, what is not 0."""
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

    def _entries(self, number: int, entries: Sequence[int], told: Callable[[int, int], bool]) -> Iterator[str]:
        """The entries of a state that are to be told; of who is counted alone, where it is."""
        vector = self.abstract.states[number]
        for place in entries:
            if told(place, vector[place]):
                if place not in self.lone:
                    yield f"{self.names[place]} = {self.value(place, vector[place])}"
                elif vector[place]:
                    yield " in ".join(self.lone[place])

    def value(self, place: int, value: int) -> str:
        """An entry of a vector as the language writes it."""
        at = place - len(self.system.counters)
        return str(value) if at < 0 else self.system.shared[at].spelled(value)

    def _number(self, number: int) -> str:
        loop = self.concrete.loop
        repeated = loop is not None and number in (loop, len(self.concrete.states) - 1)
        return f"↻ {self.first + number}" if repeated else str(self.first + number)


def moving_processes(path: ModelPath) -> tuple[int, ...]:
    """The processes that move in some step of a path; of those that are moved in great numbers, the first ones."""
    found: set[int] = set()
    for number in range(1, len(path.states)):
        movers = movers_to(path, number)
        if movers is not None:
            taking = (movers.mover, *([] if movers.partner is None else [movers.partner]))
            found.update((*taking, *islice(movers.others, PROCESSES)))
    return tuple(sorted(found))


def _said(model: Model, step: Step | None, number: int, movers: Movers | None) -> str:
    if number == 0:
        return ""
    if step is None or movers is None:
        return "(nothing can move)"
    one_by_one = ", one by one" if movers.times > 1 else ""
    return f"{movers.named(Spelling(model).process)}{one_by_one}: {', '.join(map(str, arrows(step)))}{movers.more}"


def _located(state: State, movers: Movers | None, processes: Sequence[int]) -> Iterator[Text]:
    for process in processes:
        location = state.locations[process - 1]
        sign = None if movers is None else movers.sign(process)
        yield Text(location) if sign is None else Text(f"{location}{sign}", MOVED)
