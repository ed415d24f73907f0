"""The adaptive engine: questions of reachability, decided on states annotated with partitions of the processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.engines.adaptive.explored import ErrorPart, Explored
from vsym.engines.adaptive.lifting import lift
from vsym.engines.adaptive.properties import NAME, accepts, decide
from vsym.engines.adaptive.reached import Node
from vsym.engines.adaptive.search import Search
from vsym.engines.adaptive.subject import Annotated
from vsym.engines.protocol import Answer
from vsym.engines.refusals import raise_refusals
from vsym.logic.properties import Property, is_enough
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Reached


class AdaptiveEngine:
    """Adaptive symmetry reduction; its paths are those of the model."""

    name = NAME

    def accepts(self, subject: Annotated, prop: Property) -> Diagnostic | None:
        """Why it cannot decide a property: VS403 where it is not a question of reachability; None where it can."""
        return accepts(subject, prop)

    def verify(self, subject: Annotated, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, as far as the states found suffice; raises as the protocol says."""
        raise_refusals(self, subject, properties)
        explored = search(subject, budget, report, enough=partial(_is_enough, subject, properties, budget, report))
        report.say("evaluating the properties")
        verdicts = decide(explored, properties, subject.respected, budget.deadline)
        return Answer(tuple(verdicts), reached(explored))

    def explore(self, subject: Annotated, budget: Budget, report: Report) -> Reached:
        """The annotated states; raises as the protocol says."""
        return reached(search(subject, budget, report))


ENGINE = AdaptiveEngine()


def search(
    subject: Annotated,
    budget: Budget,
    report: Report,
    most: int | None = None,
    dropped: Callable[[Node], None] | None = None,
    enough: Callable[[Explored], bool] | None = None,
) -> Explored:
    """All annotated states, as far as the limits allow, until `most` are expanded or what is found is `enough`.

    `dropped` is told of each state that one found before subsumes. Raises ErrorReached with a path of the model.
    """
    report.say("exploring the annotated states")
    try:
        return Search(
            subject, budget.deadline, report.explored, budget.max_bytes, most, dropped, enough, budget.spare
        ).run()
    except ErrorPart as error:
        raise ErrorReached(error.edge, lift(error.explored, error.part, "counterexample")) from error


def _is_enough(
    subject: Annotated, properties: Sequence[Property], budget: Budget, report: Report, explored: Explored
) -> bool:
    """Whether what is found so far decides the properties; the report has those that it violates."""
    verdicts = decide(explored, properties, subject.respected, budget.deadline)
    for prop, verdict in zip(properties, verdicts, strict=True):
        if verdict.outcome == "violated":
            report.decided(prop.name, verdict)
    known = {"holds": True, "violated": False}
    return is_enough((prop, known.get(one.outcome)) for prop, one in zip(properties, verdicts, strict=True))


def reached(explored: Explored) -> Reached:
    """How far a search came."""
    return Reached(
        len(explored.reached.nodes),
        explored.depth,
        len(explored.deadlocked),
        explored.complete,
        explored.interrupted,
        explored.seconds,
        stuck=lift(explored, explored.deadlocked[0], "witness") if explored.deadlocked else None,
    )
