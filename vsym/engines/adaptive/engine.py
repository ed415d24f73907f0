"""The adaptive engine: questions of reachability, decided on states annotated with partitions of the processes.

A state that was found is lifted to a concrete path that leads to it, which is replayed on the semantics.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Literal

from vsym.basics.limits import REASONS, Budget, Interruption, LimitReachedError, check
from vsym.basics.source import Diagnostic
from vsym.engines.adaptive.partitions import Counts
from vsym.engines.adaptive.predicates import Reading, reading
from vsym.engines.adaptive.reached import Annotated, ErrorPart, Explored, Node, Part
from vsym.engines.adaptive.search import Search
from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.protocol import Answer, raise_refusals
from vsym.logic.formula import Formula
from vsym.logic.properties import Property, is_enough
from vsym.logic.reachability import Question, reachability
from vsym.models.counting.counts import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, Replay, State, Step, step_of
from vsym.models.protocol import ReplayError
from vsym.system.report import Report
from vsym.system.result import ErrorReached, PathKind, Reached, Verdict

NAME = "adaptive"


class AdaptiveEngine:
    """Adaptive symmetry reduction; its paths are those of the model."""

    name = NAME

    def accepts(self, subject: Annotated, prop: Property) -> Diagnostic | None:
        """The reason against deciding a property: VS403 unless it is a question of reachability. None where it can."""
        question = reachability(prop)
        message = hint = None
        if question is None:
            message = f"the adaptive engine decides only reachability, and `{prop.name}` is more than that"
            hint = "--prop picks what it takes: `invariant`, `AG`, `EF` and `G` of a condition; --engine auto takes all"
        elif subject.model.fairness and (question.kind != "initially never" or prop.logic == "ltl"):
            message = f"the adaptive engine sees no cycles, so it cannot tell which paths are fair for `{prop.name}`"
            hint = "--engine auto decides properties under fairness"
        elif question.kind == "reached" and _starts(subject) > 1:
            message = f"`{prop.name}` needs a path from each of several initial states, and the adaptive engine "
            message += "records only what at least one of them reaches"
            hint = "use --engine auto, or a single initial state"
        return None if message is None else Diagnostic("VS403", prop.span, message, hint)

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


def search(
    subject: Annotated,
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
        raise ErrorReached(error.edge, lift(error.explored, error.part, "counterexample")) from error


def _is_enough(
    subject: Annotated, properties: Sequence[Property], budget: Budget, report: Report, explored: Explored
) -> bool:
    """Tells if what is found so far decides the properties; the report has those that it violates."""
    verdicts = decide(explored, properties, subject.respected, budget.deadline)
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
        stuck=lift(explored, explored.deadlocked[0], "witness") if explored.deadlocked else None,
    )


def _starts(subject: Annotated) -> int:
    """The number of initial states, where 2 stands for any larger number."""
    width = len(subject.model.states)
    number = 0
    for vectors in initial_vectors(subject.starts):
        for vector in islice(vectors.tolist(), 2):
            counts = (vector[place * width : (place + 1) * width] for place in range(len(subject.cells)))
            number += 1 if all(sum(map(bool, count)) == 1 for count in counts) else 2
        if number > 1:
            return 2
    return number


def decide(
    explored: Explored,
    properties: Sequence[Property],
    respected: Callable[[Formula], Sequence[Processes]],
    deadline: float | None,
) -> list[Verdict]:
    """The verdict on each property that `accepts` admits, with a path as evidence where there is one.

    A property is an edge to an error state, read with the partition that it respects (given by `respected`), so it may
    tell processes apart. An incomplete search decides the properties for which its states suffice.
    """
    verdicts: list[Verdict] = []
    stopped = False
    deadlock = deadlocked(explored.model)
    for prop in properties:
        question = reachability(prop)
        if question is None:
            raise ValueError(f"{prop.name} is not a question of reachability")
        question = replace(question, target=with_meaning(question.target, deadlock))
        started = time.monotonic()
        interruption: Interruption | None = "keyboard" if stopped else None
        part: Part | None = None
        try:
            if interruption is None:
                part = _first(explored, question, respected(question.target), deadline)
        except LimitReachedError as limit:
            interruption = limit.interruption
        except KeyboardInterrupt:
            interruption, stopped = "keyboard", True
        outcome, path = _verdict(explored, question, part, interruption)
        reason = None if outcome != "unknown" else REASONS[interruption or explored.interrupted or "time"]
        verdicts.append(Verdict(outcome, NAME, time.monotonic() - started, reason, path))
    return verdicts


def _verdict(
    explored: Explored, question: Question, part: Part | None, interruption: Interruption | None
) -> tuple[Literal["holds", "violated", "unknown"], ModelPath | None]:
    if part is not None:
        if question.kind == "reached":
            return "holds", lift(explored, part, "witness")
        return "violated", lift(explored, part, "counterexample")
    if interruption is not None or not (
        explored.all_initial if question.kind == "initially never" else explored.complete
    ):
        return "unknown", None
    if question.kind == "reached" and explored.initial:
        start = explored.reached.nodes[0]
        return "violated", lift(explored, Part(0, start.partition, start.counts), "counterexample")
    # Without an initial state, everything holds in all of them.
    return "holds", None


def _first(
    explored: Explored, question: Question, respected: Sequence[Processes], deadline: float | None
) -> Part | None:
    """The first part found that satisfies the target: one at the smallest distance."""
    partitions, nodes = explored.reached.partitions, explored.reached.nodes
    states = {state: place for place, state in enumerate(explored.model.states)}
    shared = {variable.name: place for place, variable in enumerate(explored.model.shared)}
    cells = partitions.number(respected)
    readings: dict[int, Reading] = {}
    for number in range(explored.initial if question.kind == "initially never" else len(nodes)):
        check(deadline)
        node = nodes[number]
        if node.partition not in readings:
            readings[node.partition] = reading(partitions, node.partition, cells, question.target, states, shared)
        hit = readings[node.partition]
        for counts in hit.satisfying(node.counts, node.shared, deadline):
            return Part(number, hit.partition, counts)
    return None


def lift(explored: Explored, part: Part, kind: PathKind) -> ModelPath:
    """A path as short as the search found it, from an initial state to a state of `part`.

    Backwards, any process of the mover's cell in the edge's target may have moved: exchanging it with another of the
    cell keeps the orbit. Raises ReplayError where the model has no such path.
    """
    model, nodes, partitions = explored.model, explored.reached.nodes, explored.reached.partitions
    node = nodes[part.node]
    locations = _locations(model, partitions.cells[part.partition], part.counts)
    moved: list[tuple[int, int]] = []
    start = list(locations)
    while node.parent >= 0:
        edge = explored.edges[node.edge]
        cell = partitions.cells[node.moved][node.mover]
        process = next(process for process in cell if start[process - 1] == edge.target)
        start[process - 1] = edge.source
        moved.append((process, node.edge))
        node = nodes[node.parent]
    replay = Replay(model, _state(model, start, node.shared))
    for process, place in reversed(moved):
        replay.take(_step(explored, replay.state, process, place))
    if replay.state != _state(model, locations, nodes[part.node].shared):
        raise ReplayError("the path does not lead to the state that was reached")
    return replay.path(kind)


def _locations(model: Model, cells: Sequence[Processes], counts: Counts) -> list[str]:
    """One of the states with these counts."""
    locations = [""] * model.size
    for cell, count in zip(cells, counts, strict=True):
        ordered = [state for state, size in zip(model.states, count, strict=True) for _ in range(size)]
        for process, location in zip(cell, ordered, strict=True):
            locations[process - 1] = location
    return locations


def _state(model: Model, locations: Sequence[str], shared: Sequence[int]) -> State:
    values = zip(model.shared, shared, strict=True)
    return State(tuple(locations), tuple((variable.name, value) for variable, value in values))


def _step(explored: Explored, state: State, process: int, place: int) -> Step:
    for origin in explored.edges[place].origins:
        step = step_of(explored.model, state, process, explored.model.transitions[origin])
        if step is not None:
            return step
    raise ReplayError(f"process {process} cannot move where the search says that it can")


ENGINE = AdaptiveEngine()
