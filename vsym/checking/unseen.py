"""What no reachable state satisfies, of what properties presuppose and steps need: from the engines' answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, alarmed
from vsym.basics.source import Source, Span
from vsym.checking.answer import Checked
from vsym.engines.registry import engine
from vsym.logic.formula import Formula, negate
from vsym.logic.properties import Property
from vsym.system.report import Report, Silence
from vsym.system.step import holds
from vsym.system.system import System

FEW_STATES = 5_000
"""Up to how many states, reachable or not, all are listed where the verdicts did without: that takes no time."""

ASKING_SECONDS = 0.5
"""Seconds of processor time for which the SMT engine is asked about larger systems; what it leaves open is not said."""


@frozen
class Unseen:
    """By property, the numbers of its premises that are never true, and the events that are never enabled, as far as
    these are known."""

    premises: Mapping[str, tuple[int, ...]]
    events: frozenset[int]


def unseen(checked: Checked, system: System, budget: Budget, report: Report) -> Unseen:
    """What the verdicts' own work has shown, and the rest as questions of reachability."""
    verdicts = {outcome.property.name: outcome.verdict for outcome in checked.outcomes}
    known = {name: verdict.vacuous for name, verdict in verdicts.items() if verdict.vacuous is not None}
    open_premises = [
        (prop, number)
        for prop in system.properties
        if verdicts[prop.name].outcome == "holds" and prop.name not in known
        for number in range(len(prop.premises))
    ]
    explored = checked.reached
    idle = None if explored is None else explored.idle
    if (explored is not None and not explored.complete) or (idle is not None and not open_premises):
        return Unseen(known, frozenset(idle or ()))
    report.say("looking for what is never true")
    regular = [number for number, event in enumerate(system.events) if event.error is None and idle is None]
    asked = {("property", prop.name, n): prop.premises[n].formula for prop, n in open_premises}
    asked |= {("event", "", number): system.events[number].guard for number in regular}
    paths = [verdict.path for verdict in verdicts.values() if verdict.path is not None]
    met = {state for path in paths for state in path.states}
    asked = {place: one for place, one in asked.items() if not any(holds(system, one, state) for state in met)}
    never = _never(system, list(asked.values()), budget)
    shown = [place for place, nowhere in zip(asked, never, strict=True) if nowhere]
    for prop, _ in open_premises:
        known[prop.name] = tuple(n for kind, name, n in shown if (kind, name) == ("property", prop.name))
    return Unseen(known, frozenset(idle or (n for kind, _, n in shown if kind == "event")))


def _never(system: System, predicates: list[Formula], budget: Budget) -> list[bool]:
    """Whether each predicate is known to hold in no reachable state, be it on a fair path or not."""
    nowhere = Span(Source(system.name, ""), 0, 0)
    asked = tuple(
        Property(f"never {number}", "invariant", negate(predicate), "", nowhere)
        for number, predicate in enumerate(predicates)
    )
    bare = replace(system, properties=asked, fairness=())
    small = not system.parameters and system.state_count <= FEW_STATES
    if small:
        answer = engine("explicit").verify(bare, asked, budget, Silence())
    else:
        short = replace(budget.of_processor(ASKING_SECONDS), bound=None)
        with alarmed(short):
            answer = engine("smt").verify(bare, asked, short, Silence())
    return [verdict.outcome == "holds" for verdict in answer.verdicts]
