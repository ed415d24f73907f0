"""A model and what is asked of it, and what several commands need."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rich.console import RenderableType
from rich.text import Text

from vsym import pipeline
from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, Options, RefusedError
from vsym.basics.source import did_you_mean
from vsym.engines.choice import EngineName
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show import record
from vsym.show.text.progress import Narrator
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import Proof, Verdict

if TYPE_CHECKING:
    from vsym.methods import Prepared


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
        from vsym import methods

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


def stopped(error: BaseException) -> tuple[int, str]:
    """The status and the reason of work that a limit or Ctrl-C has ended."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, REASONS["keyboard"]
    return UNDECIDED, str(error)


def unknown(model: Model, reason: str) -> tuple[pipeline.Outcome, ...]:
    """No verdict on any property, for one reason."""
    nothing = Verdict("unknown", "none", 0.0, reason)
    return tuple(pipeline.Outcome(prop, nothing, None, None) for prop in model.properties)


def status_of(verdict: Verdict) -> int:
    """The exit status that a verdict asks for."""
    if verdict.outcome == "unknown" and verdict.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"holds": HOLDS, "violated": VIOLATED}.get(verdict.outcome, UNDECIDED)


def extent(explored: pipeline.Explored) -> int:
    """The status of an exploration by how far it came."""
    if explored.complete:
        return HOLDS
    return INTERRUPTED if explored.interrupted == "keyboard" else UNDECIDED


def exported(
    task: Task, system: CounterSystem, outcomes: Sequence[pipeline.Outcome]
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The traces for other tools that are asked for, by file, and what is to be said of those that are not written."""
    if not task.options.out_itf and not task.options.out_xml:
        return {}, ()

    from vsym.commands import exporting

    task.narrator.say("writing traces")
    return exporting.exported(task.options, task.model, system, outcomes)


def certified(task: Task, shown: list[RenderableType], proofs: Iterable[Proof | None]) -> str | None:
    """The certificates of all that was proved, in one text, where that is asked for; `shown` says if there are none."""
    if not task.options.certificate:
        return None

    from vsym.engines.smt.certificate_text import document

    scopes = {name: scope for proof in proofs if proof is not None for name, scope in proof.scopes.items()}
    if scopes:
        return document(f"certificate of {task.model.name}", scopes)
    shown.append(Text("no certificate is written: nothing was proved by an invariant", "yellow"))
    return None
