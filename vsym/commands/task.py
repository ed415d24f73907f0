"""A model and what is asked of it, and what several commands need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.basics.options import HOLDS, INTERRUPTED, UNDECIDED, VIOLATED, Options, TraceStyle
from vsym.checking.asked_store import asked_store
from vsym.checking.choice import AUTO
from vsym.checking.results import Checked, Explored, Prepared
from vsym.checking.stages import identified, prepared, reduced
from vsym.checking.subject import Subject
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.show import record
from vsym.show.json_values import Record
from vsym.show.text.progress import Narrator
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import RankVerdict, Verdict

if TYPE_CHECKING:
    from vsym.checking.counter_quotient import CounterQuotient
    from vsym.engines.disk.planning import StoreSettings


@frozen
class Task:
    """A model, the name of its file, and until when which solver may be asked about it."""

    options: Options
    subject: Subject
    file: str
    budget: Budget
    narrator: Narrator

    @property
    def model(self) -> Model:
        """The model, with the properties asked for."""
        return self.subject.model

    @property
    def engine(self) -> str:
        """The engine asked for, where a counter system is to be explored."""
        return AUTO if self.options.engine == "adaptive" else self.options.engine

    @property
    def store(self) -> StoreSettings | None:
        """Where states are to be kept, if not in memory; raises RefusedError for what has no meaning with that."""
        return asked_store(self.options)

    @property
    def trace(self) -> TraceStyle:
        """How much of each state a trace shows."""
        return self.options.trace or "full"

    def decide(self) -> Decided:
        """Identification; raises what `identified` raises."""
        return identified(self.subject, self.budget, self.narrator)

    def reduce(self, decided: Decided) -> Reduced:
        """The counter abstraction; raises UndecidedError, and KeyboardInterrupt at once after an interruption."""
        return reduced(self.subject, decided, self.budget, self.narrator)[1]

    def quotient(self, reduced: Reduced, engine: str) -> CounterQuotient:
        """The group up to which an engine is to explore counter states; properties say nothing of that.

        Raises RefusedError and UndecidedError where symmetries are asked for and cannot be detected.
        """
        from vsym.checking.counter_quotient import counter_quotient

        system = replace(reduced.system, properties=(), fairness=())
        return counter_quotient(system, self.options.group, engine, self.budget, self.narrator)

    def prepare(self) -> Prepared:
        """The edges, for the methods that need no verdict on the symmetry; raises what `prepared` raises."""
        return prepared(self.model, self.budget, self.narrator)

    def document(self, decided: Decided | None = None) -> Record:
        """What the JSON document of every command begins with."""
        header = record.header(self.model, self.file)
        return header if decided is None else {**header, "symmetry": record.symmetry(decided)}


def task(options: Options, subject: Subject, file: str, budget: Budget, narrator: Narrator) -> Task:
    """What is asked of a model with the properties asked for; raises RefusedError where it does not have one."""
    return Task(options, subject.restricted(options.properties), file, budget, narrator)


def stopped(error: BaseException) -> tuple[int, str]:
    """The status and the reason of work that a limit or Ctrl-C has ended."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, REASONS["keyboard"]
    return UNDECIDED, str(error)


def status_of(verdict: Verdict) -> int:
    """The exit status that a verdict asks for."""
    if verdict.outcome == "unknown" and verdict.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"holds": HOLDS, "violated": VIOLATED}.get(verdict.outcome, UNDECIDED)


def status_of_rank(verdict: RankVerdict) -> int:
    """The exit status that the verdict on a stated rank asks for."""
    if verdict.outcome == "unknown" and verdict.reason == REASONS["keyboard"]:
        return INTERRUPTED
    return {"proves": HOLDS, "fails": VIOLATED}.get(verdict.outcome, UNDECIDED)


def extent(explored: Explored) -> int:
    """The status of an exploration by how far it came."""
    if explored.complete:
        return HOLDS
    return INTERRUPTED if explored.interrupted == "keyboard" else UNDECIDED


def exported(task: Task, checked: Checked) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The traces for other tools that are asked for, by file, and what is to be said of those that are not written."""
    if checked.counters is None or not (task.options.out_itf or task.options.out_xml):
        return {}, ()

    from vsym.commands import exporting

    task.narrator.say("writing traces")
    return exporting.exported(task.options, Reduced.to(task.model, checked.counters), checked.outcomes)


def certified(
    options: Options, name: str, shown: list[RenderableType], verdicts: Iterable[tuple[Property, Verdict]]
) -> str | None:
    """The certificates of all that was proved, in one text, where that is asked for, of the model of a name; `shown`
    says if there are none, and of what there is none."""
    if not options.certificate:
        return None

    from vsym.engines.smt.certificate_text import document

    known = tuple(verdicts)
    proofs = (verdict.proof for _, verdict in known if verdict.proof is not None)
    scopes = {name: scope for proof in proofs for name, scope in proof.scopes.items()}
    if not scopes:
        shown.append(Text("no certificate is written: no property has a proof", "yellow"))
        return None
    bare = (prop for prop, one in known if one.outcome == "holds" and one.proof is None and one.path is None)
    if left := ", ".join(prop.name for prop in bare):
        shown.append(Text(f"the certificate says nothing of {left}", "yellow"))
    return document(f"certificate of {name}", scopes)
