"""The protocol of reductions: a smaller input for engines, the questions to them, and the way back from their answers.

A reduction is a value that is made once and handed on. It is no engine, and knows none: the tasks go to whichever
engine takes their input, and the verdicts on their questions come back as verdicts on the model's properties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.properties import Property
from vsym.models.program.faults import OWN_FAULT
from vsym.system.result import ErrorReached, Path, Proof, Reached, SystemPath, Verdict

if TYPE_CHECKING:
    from vsym.logic.formula import Formula
    from vsym.models.program.faults import Fault
    from vsym.models.program.semantics import Firing
    from vsym.models.protocol import AnyModel
    from vsym.reductions.counters.abstraction import CounterSystem

Method: TypeAlias = Literal["plain", "orbit", "counter", "adaptive"]
"""The states that an exploration tells apart: concrete ones, orbits, counter states or ones with partitions."""


STATE: Mapping[Method, str] = MappingProxyType(
    {"plain": "concrete state", "orbit": "orbit", "counter": "counter state", "adaptive": "annotated state"}
)
"""The name of one state of a method."""


@frozen
class Ending:
    """The error in which a path ends, and the firing that ends there (None: a guard or a condition does)."""

    fault: Fault
    firing: Firing | None = None


@frozen
class Run:
    """A path of a model, replayed on its semantics: of the model that was checked, or of it at another size.

    Where processes are counted, `counters` is the same path in the counters of `view`.
    """

    model: Any
    path: Path[Any, Any]
    counters: SystemPath | None = None
    view: CounterSystem | None = None
    ending: Ending | None = None


@frozen
class Task:
    """The input of an engine: a structure, and questions about it by names of their own.

    Its states are `counted` where one of them stands for states of the model and nothing else.
    """

    structure: Any
    questions: tuple[Property, ...]
    counted: bool = True


@frozen
class Query:
    """The way in which a property of the model is decided: by a `question` of some task, or for a `reason` not at all.

    Its answer `rests_on` other questions, by their names: where one of these is violated, a condition of the property
    ends in an error. `covered` marks a cover: its question asks whether its condition is never true. A property whose
    `verdict` is known needs no question.
    """

    property: Property
    question: Property | None
    reason: str | None = None
    rests_on: tuple[str, ...] = ()
    covered: bool = False
    verdict: Verdict | None = None


class Reduced(Protocol):
    """A model reduced."""

    @property
    def model(self) -> AnyModel:
        """The model that was reduced."""

    @property
    def method(self) -> Method:
        """The kind of states that the tasks have."""

    @property
    def state(self) -> str:
        """The name of one state while states are counted."""

    @property
    def queries(self) -> tuple[Query, ...]:
        """The query of each of the model's properties, in their order."""

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The inputs of engines; that whose states are counted first."""

    def back(self, task: Task, question: Property, answer: Verdict, /) -> tuple[Verdict, Run | None]:
        """The part of an answer to a question of a task that is about the model, and its path as a run of the model.

        There is no run where the model has no such processes. Raises ReplayError where it has no such path (our bug).
        """

    def shown(self, prop: Property, verdict: Verdict, run: Run, /) -> Run:
        """A run that is to show the verdict on a property; raises ReplayError where it does not (our bug)."""

    def stuck(self, path: Path[Any, Any], /) -> Run:
        """A path of the first task to a deadlock as a run; raises ReplayError as `back` does."""

    def counted(self, reached: Reached, /) -> Reached:
        """The figures of an exploration of the first task that are about the model."""

    def error(self, reached: ErrorReached, /) -> Exception:
        """The error of the model where an event that is an error can be reached."""


class Activation(Protocol):
    """A hint that vsym makes: a condition under which some processes have not moved yet."""

    @property
    def text(self) -> str:
        """The hint in words."""

    def predicate(self, system: Any, /) -> Formula:
        """The hint on the system that a model is."""


class Hinted(Reduced, Protocol):
    """A model reduced to one system, whose search hints can guide."""

    @property
    def hints(self) -> tuple[Property, ...]:
        """The model's hints as predicates of the system; raises DiagnosticError for one that the reduction does not
        keep."""

    def automatic(self) -> tuple[Activation, ...]:
        """Hints that let processes in one by one; raises RefusedError, with a reason, where there are none."""


def verdict(query: Query, answers: Mapping[str, Verdict], engine: str) -> Verdict:
    """The verdict on a property by the answers to questions, by name: the only place that reads one as the other.

    Its path is one of the task that has the question. `engine` names the engine of a verdict that comes from no answer.
    """
    if query.verdict is not None:
        return replace(query.verdict, engine=engine)
    if query.question is None or query.question.name not in answers:
        return Verdict("unknown", engine, 0.0, query.reason)
    answer = answers[query.question.name]
    if answer.outcome == "violated" and query.question.logic == "invariant":
        return _of_cover(answer) if query.covered else answer
    if answer.outcome != "unknown" and query.rests_on:
        errors = [answers[name] for name in query.rests_on]
        if any(one.outcome == "violated" for one in errors):
            return replace(answer, outcome="unknown", path=None, proof=None, reason=OWN_FAULT)
        left = next((one for one in errors if one.outcome == "unknown"), None)
        if left is not None:
            return replace(answer, outcome="unknown", path=None, proof=None, reason=left.reason)
        answer = replace(answer, proof=_together(answer.proof, [one.proof for one in errors]))
    return _of_cover(answer) if query.covered else answer


def _of_cover(answer: Verdict) -> Verdict:
    """The verdict on a cover, from the answer to whether its condition is never true."""
    if answer.outcome == "holds":
        return replace(answer, outcome="violated")
    if answer.outcome == "violated":
        path = None if answer.path is None else replace(answer.path, kind="witness")
        return replace(answer, outcome="holds", path=path)
    return answer


def _together(proof: Proof | None, errors: Sequence[Proof | None]) -> Proof | None:
    """A proof with those that no condition ends in an error; None where one of these is missing."""
    if proof is None or None in errors:
        return None
    scopes = {name: text for one in (*errors, proof) if one is not None for name, text in one.scopes.items()}
    return replace(proof, scopes=scopes)
