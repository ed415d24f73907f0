"""The adaptive engine: questions of reachability, decided on states annotated with partitions of the processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from vsym.basics.limits import REASONS, Budget, Interruption, LimitReachedError, check
from vsym.basics.source import Diagnostic
from vsym.engines.adaptive.reached import Node, Part
from vsym.engines.adaptive.search import Search
from vsym.engines.adaptive.stepper import ErrorPart, Explored, Subject
from vsym.engines.protocol import Answer, raise_refusals
from vsym.logic.formula import atoms
from vsym.logic.properties import Property, is_enough
from vsym.logic.reachability import Question, reachability
from vsym.models.program.faults import OWN_FAULT
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Path, Reached, Verdict

NAME = "adaptive"


class AdaptiveEngine:
    """Adaptive symmetry reduction; its paths are those of the model."""

    name = NAME

    def accepts(self, subject: Subject, prop: Property) -> Diagnostic | None:
        """The reason against deciding a property: VS403 unless it is a question of reachability. None where it can."""
        question = reachability(prop)
        message = hint = None
        if question is None:
            message = f"the adaptive engine decides only reachability, and `{prop.name}` is more than that"
            hint = "--prop picks what it takes: `invariant`, `AG`, `EF` and `G` of a condition; --engine auto takes all"
        elif subject.fair and (question.kind != "initially never" or prop.logic == "ltl"):
            message = f"the adaptive engine sees no cycles, so it cannot tell which paths are fair for `{prop.name}`"
            hint = "--engine auto decides properties under fairness"
        elif question.kind == "reached" and subject.has_several_starts:
            message = f"`{prop.name}` needs a path from each of several initial states, and the adaptive engine "
            message += "records only what at least one of them reaches"
            hint = "use --engine auto, or a single initial state"
        return None if message is None else Diagnostic("VS403", prop.span, message, hint)

    def verify(self, subject: Subject, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, as far as the states found suffice; raises as the protocol says."""
        raise_refusals(self, subject, properties)
        explored = search(subject, budget, report, enough=partial(_is_enough, properties, budget, report))
        report.say("evaluating the properties")
        verdicts = decide(explored, properties, budget.deadline)
        return Answer(tuple(verdicts), reached(explored))

    def explore(self, subject: Subject, budget: Budget, report: Report) -> Reached:
        """The annotated states; raises as the protocol says."""
        return reached(search(subject, budget, report))


def search(
    subject: Subject,
    budget: Budget,
    report: Report,
    most: int | None = None,
    dropped: Callable[[Node], None] | None = None,
    enough: Callable[[Explored], bool] | None = None,
) -> Explored:
    """The annotated states within the limits, until `most` are expanded or those found are `enough`.

    `dropped` is called on each state subsumed by an earlier one. Raises ErrorReached with a path of the model.
    """
    report.say("exploring the annotated states")
    try:
        return Search(
            subject, budget.deadline, report.explored, budget.max_bytes, most, dropped, enough, budget.spare
        ).run()
    except ErrorPart as error:
        raise ErrorReached(error.edge, error.explored.lifted(error.part, "counterexample")) from error


def _is_enough(properties: Sequence[Property], budget: Budget, report: Report, explored: Explored) -> bool:
    """Tells if the states found so far decide the properties, and reports the violated ones."""
    verdicts = decide(explored, properties, budget.deadline)
    for prop, verdict in zip(properties, verdicts, strict=True):
        if verdict.outcome == "violated":
            report.decided(prop.name, verdict)
    answers = {"holds": True, "violated": False}
    return is_enough((prop, answers.get(one.outcome)) for prop, one in zip(properties, verdicts, strict=True))


def reached(explored: Explored) -> Reached:
    """The figures of a search."""
    return Reached(
        len(explored.reached.nodes),
        explored.depth,
        len(explored.deadlocked),
        explored.complete,
        explored.interrupted,
        explored.seconds,
        stuck=explored.lifted(explored.deadlocked[0], "witness") if explored.deadlocked else None,
    )


def decide(explored: Explored, properties: Sequence[Property], deadline: float | None) -> list[Verdict]:
    """The verdict on each property that `accepts` admits, with a path as evidence where there is one.

    A property is an edge to an error state, read with the partition that it respects, so it may tell processes apart.
    An incomplete search decides the properties for which its states suffice.
    """
    verdicts: list[Verdict] = []
    stopped = False
    for prop in properties:
        question = reachability(prop)
        if question is None:
            raise ValueError(f"{prop.name} is not a question of reachability")
        started = time.monotonic()
        interruption: Interruption | None = "keyboard" if stopped else None
        part: Part | None = None
        try:
            if interruption is None:
                part = _first(explored, question, deadline)
        except LimitReachedError as limit:
            interruption = limit.interruption
        except KeyboardInterrupt:
            interruption, stopped = "keyboard", True
        outcome, path = _verdict(explored, question, part, interruption)
        reason = None if outcome != "unknown" else REASONS[interruption or explored.interrupted or "time"]
        verdict = Verdict(outcome, NAME, time.monotonic() - started, reason, path)
        verdicts.append(_but_for_faults(explored, prop, verdict))
    return verdicts


def _but_for_faults(explored: Explored, prop: Property, verdict: Verdict) -> Verdict:
    """The verdict, unless a condition of the property ends in an error in some state."""
    violated = verdict.outcome == "violated" and prop.logic == "invariant"
    if violated or explored.stepper.faults.isdisjoint(atoms(prop.formula)):
        return verdict
    return replace(verdict, outcome="unknown", reason=OWN_FAULT, path=None)


def _verdict(
    explored: Explored, question: Question, part: Part | None, interruption: Interruption | None
) -> tuple[Literal["holds", "violated", "unknown"], Path[Any, Any] | None]:
    if explored.stepper.start_fault and explored.stepper.ending(question.target) == "faulty":
        return "violated", Path("counterexample", (), ())
    if part is not None:
        if question.kind == "reached":
            return "holds", explored.lifted(part, "witness")
        return "violated", explored.lifted(part, "counterexample")
    if interruption is not None or not (
        explored.all_initial if question.kind == "initially never" else explored.complete
    ):
        return "unknown", None
    if question.kind == "reached" and explored.initial:
        start = explored.reached.nodes[0]
        return "violated", explored.lifted(Part(0, start.partition, start.counts), "counterexample")
    # Without an initial state, everything holds in all of them.
    return "holds", None


def _first(explored: Explored, question: Question, deadline: float | None) -> Part | None:
    """The first part found that satisfies the target: one at the smallest distance."""
    nodes, initial = explored.reached.nodes, question.kind == "initially never"
    match explored.stepper.ending(question.target):
        case "deadlocked" if not initial:
            return next(iter(explored.deadlocked), None)
        case "faulty" if not initial:
            return next(iter(explored.faulty), None)
    for number, node in enumerate(nodes[: explored.initial] if initial else nodes):
        check(deadline)
        hit = explored.stepper.reading(node, question.target)
        for counts in hit.satisfying(node.counts, node.shared, deadline):
            return Part(number, hit.partition, counts)
    return None


ENGINE = AdaptiveEngine()
