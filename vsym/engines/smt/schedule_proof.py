"""Proof of an `EF` at every size, as a certificate: on the schedules' paths one step is chosen, and fewer are left.

The certificate is one of steps to choose (rule B), whose rank is the number of steps left in the schedule. The choice
of the schedule depends on the parameters alone: it is the first one that is a path for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.engines.smt.certificate import scope_of, scope_text
from vsym.engines.smt.linear import Sum
from vsym.engines.smt.liveness.certificate import StrategyCertificate
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable_sum
from vsym.engines.smt.schedules import ONCE, Schedule, SymbolicState, Word, after, repeated_changes, substituted
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.z3_queries import failing_goal
from vsym.system.result import Proof

PLACES = 80
"""The most places on schedules with a certificate."""

SECONDS = 10.0
"""The most seconds of the check of a certificate: the verdict, which needs none, must not be lost with it."""


@frozen
class Served:
    """A schedule with the condition on the parameters under which it is a path to the goal."""

    schedule: Schedule
    condition: FNode


@frozen
class Place:
    """The states in which a schedule takes one step of a word: the predicate `where` of them, and the number of steps
    `left` from there. Both are about the variables and the parameters; there is such a state for each time that the
    word is taken."""

    step: int
    where: FNode
    left: FNode


def schedule_proof(
    problem: Problem, name: str, goal: FNode, begin: SymbolicState, served: Sequence[Served]
) -> Proof | None:
    """The proof that schedules which together serve all sizes lead to a goal, checked by an independent solver; without
    any, that the goal holds from the start. None where it cannot be written in this way.

    Raises UndecidedError, and AssertionError where it is not valid (our bug).
    """
    system = problem.transitions
    needed = _needed(problem, begin, served) if served else ()
    places = [way for one in needed if (way := _places(system, begin, one.schedule)) is not None]
    if len(places) < len(needed) or sum(map(len, places)) > PLACES:
        return None
    said = "; or ".join(_said(one.schedule) for one in needed) or _said(Schedule((), ()))
    return strategy_proof(problem, name, _certificate(system, goal, needed, places), said)


def _needed(problem: Problem, begin: SymbolicState, served: Sequence[Served]) -> Sequence[Served]:
    """Some of the schedules, the first ones rather than the last, that serve all sizes together."""
    system = problem.transitions
    schedules = list(served)
    with Session(system.environment, problem.budget) as session:
        session.add([substituted(system, system.domain, begin)])
        for one in reversed(served):
            others = [other for other in schedules if other is not one]
            if not session.satisfiable(*(system.manager.Not(other.condition) for other in others)):
                schedules = others
    return schedules


def _places(system: TransitionSystem, begin: SymbolicState, schedule: Schedule) -> Sequence[Place] | None:
    """The places of a schedule in the order of the path; None where states do not show how often a word was taken."""
    time = system.manager.Symbol("time of a schedule", INT)
    segments: list[tuple[Word, SymbolicState, Sum]] = []
    state = begin
    for word, times in zip(schedule.words, schedule.times, strict=True):
        segments.append((word, state, ONCE))
        state = after(word.step, state)
        if times != ONCE:
            changes, more = repeated_changes(word.step, state), times.plus(ONCE, -1)
            assert changes is not None
            each = {variable: state[variable].plus(Sum({time: 1}), by) for variable, by in changes.items()}
            segments.append((word, {**state, **each}, more))
            state = {**state, **{variable: state[variable].plus(more, by) for variable, by in changes.items()}}
    places: list[Place] = []
    left = Sum({})
    for word, first, count in reversed(segments):
        of_word = list(_of_word(system, word, first, count, time, left))
        if len(of_word) < len(word.numbers):
            return None
        places = [*of_word, *places]
        left = left.plus(count, len(word.numbers))
    return places


def _of_word(
    system: TransitionSystem, word: Word, first: SymbolicState, count: Sum, time: FNode, left: Sum
) -> Iterator[Place]:
    """The places of a word that is taken `count` times, with `left` steps after it; `time` is the number of times so
    far. They end where a state does not show this number."""
    manager, state = system.manager, first
    for place, number in enumerate(word.numbers):
        times = Sum({}) if count == ONCE else _times(system, state, time)
        if times is None:
            return
        here = {variable: value.after({time: times}) for variable, value in state.items()}
        within = [
            manager.LE(manager.Int(0), times.term(system.environment)),
            manager.LT(times.term(system.environment), count.term(system.environment)),
        ]
        same = [manager.Equals(variable, here[variable].term(system.environment)) for variable in system.variables]
        rest = count.plus(times, -1)
        steps = left.plus(rest, len(word.numbers)).plus(Sum({}, place), -1)
        yield Place(number, manager.And([*same, *within]), steps.term(system.environment))
        state = after(system.steps[number], state)


def _times(system: TransitionSystem, state: SymbolicState, time: FNode) -> Sum | None:
    """The times that a word was taken, by the value of a variable that each time changes by 1; None if there is
    none."""
    for variable in system.variables:
        by = state[variable].coefficients.get(time, 0)
        if abs(by) == 1:
            rest = state[variable].after({time: Sum({})})
            return Sum({variable: 1}).plus(rest, -1).times(by)
    return None


def _certificate(
    system: TransitionSystem, goal: FNode, needed: Sequence[Served], places: Sequence[Sequence[Place]]
) -> StrategyCertificate:
    manager = system.manager
    region: list[FNode] = []
    chosen: dict[int, list[FNode]] = {}
    ranked: list[tuple[FNode, FNode]] = []
    for number, (one, way) in enumerate(zip(needed, places, strict=True)):
        before = [manager.Not(other.condition) for other in needed[:number]]
        later: list[FNode] = []
        # A state that is on the path twice is left for good where it comes last.
        for place in reversed(way):
            there = manager.And([one.condition, *before, place.where])
            region.append(there)
            ranked.append((there, place.left))
            chosen.setdefault(place.step, []).append(manager.And([there, *later]))
            later.append(manager.Not(place.where))
    rank = manager.Int(0)
    for there, left in reversed(ranked):
        rank = manager.Ite(there, left, rank)
    steps = {step: manager.Or(several) for step, several in sorted(chosen.items())}
    return StrategyCertificate(system, Awaited(None, goal), (), (rank,), manager.Or(region), steps)


def _said(schedule: Schedule) -> str:
    """A schedule in words."""
    parts = []
    for word, times in zip(schedule.words, schedule.times, strict=True):
        steps = ", ".join(f"`{label.partition(': ')[0]}`" for label in word.labels)
        often = "" if times == ONCE else f" {readable_sum(times)} times"
        parts.append(f"({steps}){often}" if often and len(word.labels) > 1 else f"{steps}{often}")
    return ", then ".join(parts) or "it is so from the start"


def strategy_proof(problem: Problem, name: str, certificate: StrategyCertificate, said: str) -> Proof | None:
    """The proof of an `EF` of a name, once an independent solver has found its certificate valid; `said` is its claim
    in words. None where that takes longer than SECONDS, or fairness asks for more.

    Raises AssertionError where the certificate is not valid (our bug).
    """
    # Whether a fair path is left from the goal is another question.
    if problem.system.fairness or not certificate.system.steps:
        return None
    # The rule has a step; where none is needed, one is chosen nowhere.
    chosen = certificate.chosen or {0: problem.transitions.manager.FALSE()}
    scope = scope_of(name, replace(certificate, chosen=chosen))
    try:
        failing = failing_goal([scope], problem.budget.within(SECONDS))
    except UndecidedError:
        return None
    if failing is not None:
        raise AssertionError(f"a certificate by steps to choose is not valid: {failing}")
    return Proof(None, {**problem.ranges(), name: scope_text(scope)}, said)


def covering_proof(
    problem: Problem, name: str, goal: FNode, leading: Sequence[tuple[FNode, FNode | None]]
) -> Proof | None:
    """The proof by predicates, the nearest to the goal first, from each of which a step leads to one nearer than it.
    The rank is the place of the first that holds. None, and raises, as with `strategy_proof`."""
    system = problem.transitions
    manager = system.manager
    chosen: dict[int, list[FNode]] = {}
    nearer: list[FNode] = []
    for here, then in leading:
        if then is not None:
            only = [here, *map(manager.Not, nearer)]
            for number, step in enumerate(system.steps):
                chosen.setdefault(number, []).append(manager.And([*only, step.guard, system.before(step, then)]))
        nearer.append(here)
    rank = manager.Int(len(nearer))
    for place in reversed(range(len(nearer))):
        rank = manager.Ite(nearer[place], manager.Int(place), rank)
    steps = {number: manager.Or(several) for number, several in chosen.items()}
    certificate = StrategyCertificate(system, Awaited(None, goal), (), (rank,), manager.Or(nearer), steps)
    return strategy_proof(problem, name, certificate, f"a step leads nearer from each of {len(nearer)} markings")
