"""Each command as a function from its options to an answer; the command line only prints what comes back."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rich.console import RenderableType
from rich.text import Text

from vsym import methods, pipeline
from vsym.abstraction.counters import CounterSystem, Proof, Verdict
from vsym.abstraction.direct import seen
from vsym.abstraction.lift import lift
from vsym.engines.choice import CERTIFYING_SECONDS, EngineName, choose, smt_first
from vsym.engines.limits import REASONS, Interruption
from vsym.methods import Direct, Prepared
from vsym.model import Model
from vsym.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, Options, RefusedError, worst
from vsym.presburger.solver import Budget, UndecidedError
from vsym.report import methods as compared
from vsym.report import record, story, text, traces, verdicts
from vsym.report.progress import Narrator
from vsym.source import did_you_mean
from vsym.symmetry.decide import Decided


@dataclass(frozen=True)
class Answer:
    """A command's result: for a terminal (`shown`), for a script (`record`) or for another tool (`raw`).

    `files` are texts to be written into the directory that the command was given, by file name; `certificate` is the
    text of the certificate's file.
    """

    status: int
    shown: tuple[RenderableType, ...] = ()
    record: record.Record = field(default_factory=dict)
    raw: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    certificate: str | None = None


@dataclass(frozen=True)
class Task:
    """A model, the name of its file, and until when which solver may be asked about it."""

    options: Options
    model: Model
    file: str
    budget: Budget
    narrator: Narrator

    @property
    def limits(self) -> pipeline.Limits:
        """Until when and with how much memory an engine may work."""
        options = self.options
        return pipeline.Limits(self.budget.deadline, options.memory, options.solver, options.bound)

    @property
    def engine(self) -> EngineName | Literal["auto"]:
        """The engine asked for, where a counter system is to be explored."""
        return "auto" if self.options.engine == "adaptive" else self.options.engine

    def decide(self) -> Decided:
        """Identification; raises what `pipeline.decide` raises."""
        return pipeline.decide(self.model, self.budget, self.narrator.say)

    def reduce(self, decided: Decided) -> CounterSystem:
        """The counter abstraction; raises UndecidedError, and KeyboardInterrupt at once after an interruption."""
        if decided.interrupted:
            raise KeyboardInterrupt
        return pipeline.reduce_model(decided, self.budget, self.narrator.say)

    def prepare(self) -> Prepared:
        """The edges, for the methods that need no verdict on the symmetry; raises what `methods.prepare` raises."""
        return methods.prepare(self.model, self.budget, self.narrator.say)

    def found(self, decided: Decided | None = None) -> record.Record:
        """What the JSON document of every command begins with."""
        header = record.header(self.model, self.file)
        return header if decided is None else {**header, "symmetry": record.symmetry(decided)}


def task(options: Options, model: Model, file: str, narrator: Narrator) -> Task:
    """Start the clock on a model with the properties asked for; raises RefusedError where it does not have one."""
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    asked = restricted(model, options.properties)
    return Task(options, asked, file, Budget(options.solver, deadline), narrator)


def restricted(model: Model, names: tuple[str, ...]) -> Model:
    """The model with the named properties alone (all, if none is named), as the others may tell processes apart.

    Raises RefusedError for a name that no property has.
    """
    known = [prop.name for prop in model.properties]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
            raise RefusedError(f"`{model.name}` has no property `{name}`; {hint}")
    return replace(model, properties=tuple(p for p in model.properties if p.name in names)) if names else model


def symmetry(task: Task) -> Answer:
    """`vsym symmetry`: identification only."""
    from vsym.emit.smtlib import questions

    decided = task.decide()
    status = {True: HOLDS, False: VIOLATED, None: UNDECIDED}[decided.full]
    files = dict(questions(decided)) if task.options.smt2 else {}
    shown = (
        [text.symmetry_line(decided)]
        if task.options.quiet
        else story.identification(decided, everything=task.options.verbose)
    )
    interrupted = INTERRUPTED if decided.interrupted else HOLDS
    return Answer(worst(status, interrupted), tuple(shown), task.found(decided), files=files)


def abstract(task: Task) -> Answer:
    """`vsym abstract`: blocks, counters and guards."""
    decided = task.decide()
    try:
        system = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        line = Text(f"no counter abstraction: {reason}", "yellow")
        return Answer(
            status,
            (*story.identification(decided, everything=task.options.verbose), Text(""), line),
            {**task.found(decided), "abstraction": None},
        )
    invariants = _invariants(task, system) if task.options.invariants else None
    guards = text.transitions_table(decided, system, everything=task.options.verbose)
    counters = text.counters_table(task.model, system)
    shown: tuple[RenderableType, ...] = (
        *story.heading(decided),
        counters,
        Text(""),
        guards,
        Text(""),
        text.reduction_line(task.model, system),
        *([] if invariants is None else text.invariant_lines(invariants)),
    )
    found = {**task.found(decided), "abstraction": record.abstraction(task.model, system, invariants)}
    return Answer(HOLDS, (guards,) if task.options.quiet else shown, found)


def check(task: Task) -> Answer:
    """`vsym check`: the whole story; raises RefusedError where a certificate is asked of an engine that leaves none."""
    if task.options.certificate and task.options.engine not in ("auto", "smt"):
        raise RefusedError(f"--engine {task.options.engine} leaves no certificate; --engine smt does")
    if task.options.engine == "adaptive":
        return _check_adaptively(task)
    decided = task.decide()
    try:
        system = task.reduce(decided)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        outcomes = _unknown(task.model, reason)
        told = [] if task.options.quiet else [*story.identification(decided, everything=task.options.verbose), Text("")]
        told.append(verdicts.properties_table(outcomes, quiet=task.options.quiet))
        found = {**task.found(decided), **record.unverified(task.model, outcomes)}
        return Answer(status, tuple(told), found)
    try:
        checked = _verified(task, decided, system)
    except KeyboardInterrupt:
        checked = pipeline.Checked(decided, system, _unknown(task.model, REASONS["keyboard"]), None, 0.0)
    statuses = [_status(outcome.verdict) for outcome in checked.outcomes]
    if checked.explored is not None and not checked.explored.complete and not checked.outcomes:
        statuses.append(UNDECIDED)
    if checked.explored is not None and checked.explored.interrupted == "keyboard":
        statuses.append(INTERRUPTED)
    shown = story.verification(checked, task.options.trace, everything=task.options.verbose, quiet=task.options.quiet)
    certificate = certified(task, shown, [outcome.verdict.proof for outcome in checked.outcomes])
    found = {**task.found(decided), **record.checked(checked)}
    return Answer(worst(*statuses), tuple(shown), found, certificate=certificate)


def verify_certificate(written: str, file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """`vsym verify-certificate`: every goal put to a solver; raises RefusedError for a text that is no certificate."""
    from vsym.engines.smt.certificate_reading import UnreadableError, recheck

    budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
    try:
        with budget.interruption.heeded():
            checked = list(recheck(written, budget))
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
    valid = all(goal.valid for goal in checked)
    shown = text.certificate_lines([(goal.label, goal.valid) for goal in checked], solver, quiet=quiet)
    return Answer(HOLDS if valid else VIOLATED, tuple(shown))


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
    status = _extent(figures)
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
    return Answer(_extent(figures), tuple(shown), {**task.found(), **found})


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
        worst(*(_extent(one) for one in told)),
        (table,) if task.options.quiet else (*shown, Text(""), table),
        {**task.found(), "methods": [*records]},
    )


def _check_adaptively(task: Task) -> Answer:
    """Reachability properties on annotated states."""
    try:
        verified = methods.verify(task.prepare(), (), task.limits, task.narrator)
    except (UndecidedError, KeyboardInterrupt) as error:
        status, reason = stopped(error)
        outcomes = _unknown(task.model, reason)
        told: list[RenderableType] = [verdicts.properties_table(outcomes, quiet=task.options.quiet)]
        if not task.options.quiet:
            told = [text.system_line(task.model), Text(""), *told]
        return Answer(status, tuple(told), {**task.found(), **record.unverified(task.model, outcomes)})
    statuses = [_status(outcome.verdict) for outcome in verified.outcomes]
    if not verified.outcomes or verified.explored.interrupted == "keyboard":
        statuses.append(_extent(verified.explored))
    shown = compared.verification(
        verified, task.options.trace, everything=task.options.verbose, quiet=task.options.quiet
    )
    return Answer(worst(*statuses), tuple(shown), {**task.found(), **record.verified(verified)})


def _extent(explored: pipeline.Explored) -> int:
    """The status of an exploration by how far it came."""
    if explored.complete:
        return HOLDS
    return INTERRUPTED if explored.interrupted == "keyboard" else UNDECIDED


def _nothing(method: pipeline.Method, status: int) -> pipeline.Explored:
    reason: Interruption = "keyboard" if status == INTERRUPTED else "time"
    return pipeline.Explored(0, None, 0, False, reason, 0.0, None, method=method)


def emit_smv(task: Task) -> Answer:
    """`vsym emit-smv`: a model for NuSMV."""
    from vsym.emit.smv import counter_model, direct_model

    if task.options.direct:
        smv = direct_model(task.model)
        return Answer(HOLDS, record={**task.found(), "model": "direct", "smv": smv}, raw=smv)
    decided = task.decide()
    smv = counter_model(task.reduce(decided))
    return Answer(HOLDS, record={**task.found(decided), "model": "counter", "smv": smv}, raw=smv)


def _verified(task: Task, decided: Decided, system: CounterSystem) -> pipeline.Checked:
    """The verdicts; raises RefusedError where the program that is to be NuSMV is not."""
    engine = choose(task.engine, system)
    seconds = CERTIFYING_SECONDS if task.options.certificate else smt_first(task.engine, system)
    limits = replace(task.limits, smt_first=seconds)
    try:
        return pipeline.verify(decided, system, (), engine, limits, task.narrator)
    except (RuntimeError, OSError) as error:
        from vsym.engines import nusmv

        program = nusmv.find()
        if program is None or engine != "nusmv":
            raise
        try:
            nusmv.version(program)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            raise RefusedError(f"{program} is not NuSMV or nuXmv; `vsym doctor` says how to get it") from error
        raise


def _invariants(task: Task, system: CounterSystem) -> list[str]:
    """Linear invariants as text, none where the time does not suffice."""
    from vsym.engines.smt.engine import invariants

    task.narrator.say("looking for linear invariants")
    try:
        return invariants(system, task.budget)
    except UndecidedError:
        return []


def certified(task: Task, shown: list[RenderableType], proofs: Iterable[Proof | None]) -> str | None:
    """The certificates of all that was proved, in one text, where that is asked for; `shown` says if there are none."""
    from vsym.engines.smt.certificate_text import document

    if not task.options.certificate:
        return None
    scopes = {name: scope for proof in proofs if proof is not None for name, scope in proof.scopes.items()}
    if scopes:
        return document(f"certificate of {task.model.name}", scopes)
    shown.append(Text("no certificate is written: nothing was proved by an invariant", "yellow"))
    return None


def stopped(error: BaseException) -> tuple[int, str]:
    """The status and the reason of work that a limit or Ctrl-C has ended."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, REASONS["keyboard"]
    return UNDECIDED, str(error)


def _unknown(model: Model, reason: str) -> tuple[pipeline.Outcome, ...]:
    nothing = Verdict("unknown", "none", 0.0, reason)
    return tuple(pipeline.Outcome(prop, nothing, None, None) for prop in model.properties)


def _status(verdict: Verdict) -> int:
    if verdict.outcome == "unknown" and verdict.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"holds": HOLDS, "violated": VIOLATED}.get(verdict.outcome, UNDECIDED)
