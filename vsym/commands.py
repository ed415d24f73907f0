"""Each command as a function from its options to an answer; the command line only prints what comes back."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.text import Text

from vsym import pipeline
from vsym.abstraction.counters import CounterSystem
from vsym.emit.smtlib import questions
from vsym.emit.smv import counter_model, direct_model
from vsym.engines import explicit
from vsym.model import Model
from vsym.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, Options, RefusedError, worst
from vsym.presburger.solver import Budget, UndecidedError
from vsym.report import record, text, traces
from vsym.report.progress import Narrator
from vsym.source import did_you_mean
from vsym.symmetry.decide import Decided, decide_symmetry


@dataclass(frozen=True)
class Answer:
    """A command's result: for a terminal (`shown`), for a script (`record`) or for another tool (`raw`).

    `files` are texts to be written into the directory that the command was given, by file name.
    """

    status: int
    shown: tuple[RenderableType, ...] = ()
    record: record.Record = field(default_factory=dict)
    raw: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """A model, the name of its file, and until when which solver may be asked about it."""

    options: Options
    model: Model
    file: str
    budget: Budget
    narrator: Narrator

    @property
    def header(self) -> record.Record:
        """What every JSON document begins with."""
        return record.header(self.model, self.file)

    def decide(self) -> Decided:
        """Identification; raises what `decide_symmetry` raises."""
        return decide_symmetry(self.model, self.budget, self.narrator.say)

    def reduce(self, decided: Decided) -> CounterSystem:
        """The counter abstraction; raises UndecidedError."""
        return pipeline.reduce_model(decided, self.budget, self.narrator.say)


def task(options: Options, model: Model, file: str, narrator: Narrator) -> Task:
    """Start the clock; raises RefusedError for a property that the model does not have."""
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    known = [prop.name for prop in model.properties]
    for name in options.properties:
        if name not in known:
            hint = did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
            raise RefusedError(f"`{model.name}` has no property `{name}`; {hint}")
    return Task(options, model, file, Budget(options.solver, deadline), narrator)


def symmetry(task: Task) -> Answer:
    """`vsym symmetry`: identification only."""
    decided = task.decide()
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    shown = [text.transitions_table(decided, None, everything=task.options.verbose), *_witnesses(decided)]
    files = dict(questions(decided)) if task.options.smt2 else {}
    return Answer(
        worst(status, INTERRUPTED if decided.interrupted else HOLDS),
        (*_heading(task, decided), *([] if task.options.quiet else shown)),
        {**task.header, "symmetry": record.symmetry(decided)},
        files=files,
    )


def abstract(task: Task) -> Answer:
    """`vsym abstract`: blocks, counters and guards."""
    decided = task.decide()
    system = task.reduce(decided)
    shown = (
        *_heading(task, decided),
        text.counters_table(task.model, system),
        Text(""),
        text.transitions_table(decided, system, everything=task.options.verbose),
        text.reduction_line(task.model, system),
    )
    found = {
        **task.header,
        "symmetry": record.symmetry(decided),
        "abstraction": record.abstraction(task.model, system),
    }
    return Answer(HOLDS, shown, found)


def check(task: Task) -> Answer:
    """`vsym check`: the whole story."""
    decided = task.decide()
    found = {**task.header, "symmetry": record.symmetry(decided)}
    if decided.interrupted:
        return Answer(INTERRUPTED, _heading(task, decided), found)
    try:
        system = task.reduce(decided)
    except UndecidedError as error:
        reason = Text(f"no property was verified: the counter abstraction was not finished ({error})", "yellow")
        return Answer(UNDECIDED, (*_heading(task, decided), reason), found)
    checked = pipeline.verify(
        decided,
        system,
        task.options.properties,
        task.options.engine,
        task.budget.deadline,
        task.narrator.say,
        task.narrator.explored,
    )
    statuses = [_status(outcome) for outcome in checked.outcomes]
    if checked.explored is not None and checked.explored.interrupted == "keyboard":
        statuses.append(INTERRUPTED)
    return Answer(worst(*statuses), tuple(_story(task, decided, checked)), {**found, **record.checked(checked)})


def explore(task: Task) -> Answer:
    """`vsym explore`: the reachable counter states."""
    decided = task.decide()
    system = task.reduce(decided)
    exploration = pipeline.explore(task.model, system, task.budget.deadline, task.narrator.explored)
    found = pipeline.summary(exploration)
    status = HOLDS if found.complete else INTERRUPTED if found.interrupted == "keyboard" else UNDECIDED
    shown = [*_heading(task, decided), text.reduction_line(task.model, system), text.explored_line(found)]
    stuck = explicit.deadlock_trace(exploration)
    if stuck is not None and task.options.trace != "off":
        path = pipeline.lift(task.model, system, stuck)
        shown += [
            Text("a deadlock is reached by:"),
            traces.path_table(task.model, system, stuck, path, task.options.trace),
        ]
    return Answer(status, tuple(shown), {**task.header, **record.exploration(found)})


def emit_smv(task: Task) -> Answer:
    """`vsym emit-smv`: a model for NuSMV."""
    if task.options.direct:
        return Answer(HOLDS, raw=direct_model(task.model))
    decided = task.decide()
    system = task.reduce(decided)
    return Answer(HOLDS, raw=counter_model(system))


def _status(outcome: pipeline.Outcome) -> int:
    return {"holds": HOLDS, "violated": VIOLATED}.get(outcome.verdict.outcome, UNDECIDED)


def _heading(task: Task, decided: Decided) -> tuple[RenderableType, ...]:
    return (text.system_line(task.model), text.symmetry_line(decided), Text(""))


def _witnesses(decided: Decided) -> list[RenderableType]:
    found: list[RenderableType] = []
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        if witness is not None:
            label = decided.model.transitions[decision.relation.origins[0]].label
            found += [Text(""), traces.witness_table(decided.model, label, witness)]
    return found


def _story(task: Task, decided: Decided, checked: pipeline.Checked) -> list[RenderableType]:
    model, system = task.model, checked.system
    figures: list[RenderableType] = [text.reduction_line(model, system)]
    if checked.explored is not None:
        figures.append(text.explored_line(checked.explored))
    story: list[RenderableType] = [*_heading(task, decided)]
    if not task.options.quiet:
        story += [text.transitions_table(decided, system, everything=task.options.verbose), *_witnesses(decided)]
        story += [Text(""), *figures, Text("")]
    if checked.outcomes:
        story.append(text.properties_table(checked))
    for outcome in checked.outcomes:
        wanted = outcome.verdict.outcome == "violated" or task.options.verbose
        if outcome.trace is not None and wanted and task.options.trace != "off":
            story += [Text(""), traces.trace_table(model, system, outcome, task.options.trace)]
    return story
