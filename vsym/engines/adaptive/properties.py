"""Properties that are questions of reachability, and their verdicts on what an adaptive search has found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from vsym.basics.limits import REASONS, Interruption, LimitReachedError, check
from vsym.basics.source import Diagnostic
from vsym.engines.adaptive.explored import Explored, Part
from vsym.engines.adaptive.lifting import lift
from vsym.engines.adaptive.reading import Reading, reading
from vsym.engines.adaptive.subject import Annotated
from vsym.engines.explicit.initial import initial_vectors
from vsym.logic.formula import Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import Question, reachability
from vsym.models.counting.deadlock import deadlocked, with_meaning
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath
from vsym.system.result import Verdict

NAME = "adaptive"


def accepts(subject: Annotated, prop: Property) -> Diagnostic | None:
    """Why this engine cannot decide a property: VS403 where it is not a question of reachability; None where it can."""
    question = reachability(prop)
    message = hint = None
    if question is None:
        message = f"the adaptive engine decides reachability, and `{prop.name}` asks for more"
        hint = "it takes `invariant`, `AG`, `EF` and `G` of a condition, which --prop picks; --engine auto takes all"
    elif subject.model.fairness and (question.kind != "initially never" or prop.logic == "ltl"):
        message = f"the adaptive engine knows no cycles, so that it cannot tell which paths are fair for `{prop.name}`"
        hint = "--engine auto decides properties under fairness"
    elif question.kind == "reached" and _starts(subject) > 1:
        message = f"`{prop.name}` asks for a path from each of several initial states, and the adaptive engine "
        message += "knows only what is reached from one of them"
        hint = "--engine auto decides it; one initial state would do"
    return None if message is None else Diagnostic("VS403", prop.span, message, hint)


def _starts(subject: Annotated) -> int:
    """How many initial states there are, where 2 stands for any larger number."""
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
    """The verdict on each property that `accepts` lets pass, with the path that tells why where one does.

    A property is an edge to an error state: it is read with the partition that it respects (`respected` tells), so that
    it may tell processes apart. On an incomplete search a verdict is given where the states found suffice for it.
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
        reason = _reason(explored, outcome, interruption)
        verdicts.append(Verdict(outcome, NAME, time.monotonic() - started, reason, path))
    return verdicts


def _reason(explored: Explored, verdict: str, interruption: Interruption | None) -> str | None:
    return None if verdict != "unknown" else REASONS[interruption or explored.interrupted or "time"]


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
    candidates: Iterable[int] = range(explored.initial if question.kind == "initially never" else len(nodes))
    for number in candidates:
        check(deadline)
        node = nodes[number]
        if node.partition not in readings:
            readings[node.partition] = reading(partitions, node.partition, cells, question.target, states, shared)
        found = readings[node.partition]
        for counts in found.satisfying(node.counts, node.shared, deadline):
            return Part(number, found.partition, counts)
    return None
