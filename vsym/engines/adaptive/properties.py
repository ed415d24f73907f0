"""Properties that are questions of reachability, and their verdicts on what an adaptive search has found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from vsym.basics.limits import REASONS, Interruption, LimitReachedError, check
from vsym.basics.source import Diagnostic
from vsym.engines.adaptive.lifting import lift
from vsym.engines.adaptive.reading import Reading, reading
from vsym.engines.adaptive.search import Explored, Part
from vsym.engines.explicit.initial import initial_vectors
from vsym.logic.formula import Formula, Not, Temporal, is_predicate, negate
from vsym.logic.properties import Property
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.direct import direct_system
from vsym.system.result import Verdict

NAME = "adaptive"


@dataclass(frozen=True)
class Asked:
    """`never`: no reachable state satisfies `target`; `initially never`: no initial one does; `reached`: from the
    initial state one that satisfies it can be reached."""

    kind: Literal["never", "initially never", "reached"]
    target: Formula


def asked(prop: Property) -> Asked | None:
    """What a property asks, where it is a question of reachability; else None."""
    if prop.logic == "invariant":
        return Asked("never", negate(prop.formula))
    return _asked(prop.formula)


def _asked(formula: Formula) -> Asked | None:
    match formula:
        case _ if is_predicate(formula):
            return Asked("initially never", negate(formula))
        case Temporal("AG" | "G", (operand,)) if is_predicate(operand):
            return Asked("never", negate(operand))
        case Not(Temporal("EF" | "F", (operand,))) if is_predicate(operand):
            return Asked("never", operand)
        case Temporal("EF", (operand,)) if is_predicate(operand):
            return Asked("reached", operand)
        case Not(Temporal("AG", (operand,))) if is_predicate(operand):
            return Asked("reached", negate(operand))
    return None


def accepts(model: Model, prop: Property) -> Diagnostic | None:
    """Why this engine cannot decide a property: VS403 where it is no question of reachability; None where it can."""
    found = asked(prop)
    message = hint = None
    if found is None:
        message = f"the adaptive engine decides reachability, and `{prop.name}` asks for more"
        hint = "it takes `invariant`, `AG`, `EF` and `G` of a condition, which --prop picks; --engine auto takes all"
    elif model.fairness and found.kind != "initially never":
        message = f"the adaptive engine knows no cycles, so that it cannot tell which paths are fair for `{prop.name}`"
        hint = "--engine auto decides properties under fairness"
    elif found.kind == "reached" and _starts(model) > 1:
        message = f"`{prop.name}` asks for a path from each of several initial states, and the adaptive engine "
        message += "knows only what is reached from one of them"
        hint = "--engine auto decides it; one initial state would do"
    return None if message is None else Diagnostic("VS403", prop.span, message, hint)


def _starts(model: Model) -> int:
    """How many initial states there are, where 2 stands for any larger number."""
    cells = refine([model.processes, *named_sets(model.initial)])
    width = len(model.states)
    found = 0
    for vectors in initial_vectors(direct_system(model, (), cells)):
        for vector in islice(vectors.tolist(), 2):
            counts = (vector[place * width : (place + 1) * width] for place in range(len(cells)))
            found += 1 if all(sum(map(bool, count)) == 1 for count in counts) else 2
        if found > 1:
            return 2
    return found


def decide(
    explored: Explored,
    properties: Sequence[Property],
    respected: Callable[[Formula], Sequence[Processes]],
    deadline: float | None,
) -> list[tuple[Verdict, ModelPath | None]]:
    """The verdict on each property that `accepts` lets pass, with the path that tells why where one does.

    A property is an edge to an error state: it is read with the partition that it respects (`respected` tells), so that
    it may tell processes apart. On an incomplete search a verdict is given where the states found suffice for it.
    """
    found: list[tuple[Verdict, ModelPath | None]] = []
    stopped = False
    for prop in properties:
        question = asked(prop)
        if question is None:
            raise ValueError(f"{prop.name} is no question of reachability")
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
        verdict, trace = _verdict(explored, question, part, interruption)
        found.append(
            (Verdict(verdict, NAME, time.monotonic() - started, _reason(explored, verdict, interruption)), trace)
        )
    return found


def _reason(explored: Explored, verdict: str, interruption: Interruption | None) -> str | None:
    return None if verdict != "unknown" else REASONS[interruption or explored.interrupted or "time"]


def _verdict(
    explored: Explored, question: Asked, part: Part | None, interruption: Interruption | None
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


def _first(explored: Explored, question: Asked, respected: Sequence[Processes], deadline: float | None) -> Part | None:
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
