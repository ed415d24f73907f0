"""The SMT engine: properties about reachable states, decided without listing these."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal, assert_never

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.source import Diagnostic
from vsym.engines.protocol import Answer, raise_refusals
from vsym.engines.smt import open_sizes
from vsym.engines.smt.accepts import accepts, is_decided
from vsym.engines.smt.conclusions import HoldsUpTo, Proved, Refuted, Undecided
from vsym.engines.smt.invariants import linear_invariants, with_quotients
from vsym.engines.smt.linear import holds
from vsym.engines.smt.phases.deciding import Phases
from vsym.engines.smt.problem import NAME, RANGE, Problem, alike, bounded, everywhere, exactly, start_outside, unknown
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import transition_system
from vsym.engines.smt.z3_queries import limited
from vsym.logic.formula import negate
from vsym.logic.progress import awaited, progress
from vsym.logic.properties import Property, StatedRank
from vsym.logic.reachability import Question, reachability
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Path, RankVerdict, SystemPath, Verdict
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.smt.liveness.deciding import Deciding

PHASES_SECONDS = 60.0
"""The seconds for paths in phases, where there is no time limit and other methods may still decide."""

STARTS = 50
"""The most paths from different initial states tried for an `EF`."""


@frozen
class SmtEngine:
    """Questions about reachable states, of a system at one size or, where it has parameters, at all of them at once.

    With `ranks`, paths in phases are left out, whose proofs have none.
    """

    ranks: bool = False
    name: str = NAME

    def accepts(self, subject: System, prop: Property, /) -> Diagnostic | None:
        """The reason why it cannot decide a property, None if it can."""
        return accepts(subject, prop)

    def verify(self, subject: System, properties: Sequence[Property], budget: Budget, report: Report, /) -> Answer:
        """The verdict on each property, proofs re-checked by a fresh solver.

        With a bound, vsym searches no path of more steps. Properties left undecided by the deadline, the bound, Z3's
        memory limit or Ctrl-C are unknown with the reason. vsym decides none before it knows that no event that is an
        error is ever enabled. Raises DiagnosticError for properties that `accepts` refuses, ErrorReached for a
        reachable state that enables such an event, RefusedError for an event with too many cases.
        """
        raise_refusals(self, subject, properties)
        verdicts: list[Verdict] = []
        try:
            with budget.interruption.heeded():
                problem = _without_errors(Problem(subject, transition_system(subject), budget, report))
                if isinstance(problem, str):
                    return Answer(tuple(unknown(problem) for _ in properties))
                deciding = _deciding(problem)
                phases = None if self.ranks else Phases(problem)
                for prop in properties:
                    report.say(f"deciding {prop.name}")
                    verdicts.append(_verdict(problem, phases, deciding, prop))
                    report.decided(prop.name, verdicts[-1])
        except KeyboardInterrupt:
            verdicts += [unknown(REASONS["keyboard"]) for _ in range(len(properties) - len(verdicts))]
        return Answer(tuple(verdicts))


def _without_errors(problem: Problem) -> Problem | str:
    """The problem with the conclusion on events that are errors, or the reason why none is known; raises
    ErrorReached."""
    errors, manager = problem.transitions.errors, problem.transitions.manager
    if not errors:
        return problem
    never = manager.Not(manager.Or(list(errors.values())))
    try:
        with limited(problem.budget.max_bytes):
            proofs = _ranges_by_phases(problem)
            if proofs is not None:
                return replace(problem, ranged=proofs)
            conclusion = problem.decide(never)
            if isinstance(conclusion, Refuted) and problem.system.parameters:
                conclusion = open_sizes.smallest_path(problem, conclusion, never)
    except UndecidedError as error:
        conclusion = Undecided(str(error), None)
    match conclusion:
        case Proved() | HoldsUpTo():
            return replace(problem, safety=conclusion)
        case Undecided(reason):
            place = " at some size" if problem.system.parameters else ""
            return f"it is unknown whether an assignment leaves its range{place}: {reason}"
        case Refuted(states):
            event = next(number for number, guard in errors.items() if holds(guard, states[-1]))
            values = problem.values(states[0]) if problem.system.parameters else None
            raise ErrorReached(event, problem.path("witness", conclusion), values)
    assert_never(conclusion)


def _ranges_by_phases(problem: Problem) -> Mapping[str, str] | None:
    """The proof by phases that no event that is an error is ever enabled, None where there is no such proof."""
    if problem.budget.bound is not None:
        return None
    shorter = replace(problem, budget=_half(problem.budget))
    try:
        return Phases(shorter).proof_of_ranges(RANGE)
    except UndecidedError:
        problem.budget.check()
        return None


def _half(budget: Budget) -> Budget:
    """Half of the time that is left, or PHASES_SECONDS where there is no time limit."""
    return budget.within(PHASES_SECONDS if math.isinf(budget.left) else budget.left / 2)


def _deciding(problem: Problem) -> Callable[[], Deciding]:
    """The decisions on progress, made when it is first asked for: many runs ask about reachable states alone."""

    @cache
    def made() -> Deciding:
        from vsym.engines.smt.liveness.deciding import Deciding

        return Deciding(problem)

    return made


def _verdict(problem: Problem, phases: Phases | None, deciding: Callable[[], Deciding], prop: Property) -> Verdict:
    started = time.monotonic()
    try:
        with limited(problem.budget.max_bytes):
            verdict = None if phases is None else _by_phases(problem, phases, prop)
            verdict = verdict or _decided(problem, deciding, prop)
    except UndecidedError as error:
        verdict = unknown(str(error))
    return replace(verdict, seconds=time.monotonic() - started)


def _by_phases(problem: Problem, phases: Phases, prop: Property) -> Verdict | None:
    """The verdict by paths in phases, None where it is left to others; raises UndecidedError where there are none."""
    others = is_decided(prop)
    if problem.budget.bound is not None:
        return None if others else unknown("paths in phases decide it, whatever their length: leave out --bound")
    try:
        if not others:
            verdict = phases.verdict(prop)
            return unknown(verdict) if isinstance(verdict, str) else verdict
        verdict = replace(phases, problem=replace(problem, budget=_half(problem.budget))).verdict(prop)
    except UndecidedError:
        problem.budget.check()
        if not others:
            raise
        return None
    return None if isinstance(verdict, str) else verdict


def _decided(problem: Problem, deciding: Callable[[], Deciding], prop: Property) -> Verdict:
    question = reachability(prop)
    if question is None:
        goals = progress(prop)
        assert goals is not None
        return deciding().verdict(prop, goals)
    verdict = _reachability(problem, prop, question)
    return _on_fair_paths(deciding, prop, question, verdict) if problem.system.fairness else verdict


def _on_fair_paths(deciding: Callable[[], Deciding], prop: Property, question: Question, verdict: Verdict) -> Verdict:
    """The rest of a verdict where only fair paths count: a path shows something only where a fair one goes on."""
    if question.kind == "initially never" and prop.logic == "ctl":
        return verdict
    shown_by_a_path = verdict.outcome == ("holds" if question.kind == "reached" else "violated")
    # That a size is the smallest, or at which sizes it holds, paths show as well.
    if not (shown_by_a_path or verdict.smallest or verdict.exactly is not None):
        return verdict
    unfair = deciding().unfair
    if unfair is None:
        return verdict
    if shown_by_a_path:
        return unknown(f"a path leads there, but may not be part of a fair one: {unfair}")
    return replace(verdict, smallest=False, exactly=None)


def _reachability(problem: Problem, prop: Property, question: Question) -> Verdict:
    """The verdict on a question about reachable states, be it on fair paths or not."""
    predicate = problem.transitions.formula(negate(question.target))
    match question.kind:
        case "never":
            return _always(problem, prop.name, predicate)
        case "reached":
            decide = open_sizes.reached if problem.system.parameters else reached
            return decide(problem, prop.name, predicate)
        case "initially never":
            # Without steps, the reachable states are the initial ones.
            standing = replace(problem.transitions, steps=())
            return _always(replace(problem, transitions=standing, proved={}), prop.name, predicate)
    assert_never(question.kind)


def _always(problem: Problem, name: str, predicate: FNode) -> Verdict:
    if problem.system.parameters:
        return open_sizes.always(problem, name, predicate)
    return everywhere(problem, name, predicate, lambda refuted: _shown(problem, "violated", refuted))


def reached(problem: Problem, name: str, predicate: FNode) -> Verdict:
    """The verdict on a path from every initial state to a state without the predicate; raises UndecidedError."""
    system = problem.transitions
    covered: list[FNode] = []
    first: Refuted | None = None
    while (start := start_outside(system, covered, problem.budget)) is not None:
        if len(covered) == STARTS:
            return unknown(f"a path was found from some initial states, but all of them would need more than {STARTS}")
        alone = system.manager.And([system.initial, exactly(system, start)])
        match problem.decide(predicate, replace(system, initial=alone)):
            case Refuted() as path:
                first = first or path
                covered.append(alike(system, predicate, path))
            case Proved(method=method) as proved:
                only: SystemPath = Path("counterexample", (problem.vector(start),), ())
                return Verdict("violated", NAME, 0.0, path=only, method=method, proof=problem.proof(name, proved))
            case HoldsUpTo() as conclusion:
                return unknown(bounded(conclusion))
            case Undecided(reason):
                return unknown(reason)
            case conclusion:
                assert_never(conclusion)
    if first is None:
        return _always(problem, name, predicate)
    return _shown(problem, "holds", first)


def _shown(problem: Problem, outcome: Literal["holds", "violated"], refuted: Refuted) -> Verdict:
    method = refuted.method if refuted.shortest else f"{refuted.method}; there may be a shorter path"
    path = problem.path("witness" if outcome == "holds" else "counterexample", refuted)
    return Verdict(outcome, NAME, 0.0, path=path, method=method)


ENGINE = SmtEngine()


def judged_ranks(subject: System, budget: Budget, report: Report) -> tuple[RankVerdict, ...]:
    """The verdict on each rank stated for a property of a system; those that Ctrl-C or a limit leaves undecided are
    unknown with the reason. Raises ErrorReached and RefusedError as `verify` does."""
    properties = {prop.name: prop for prop in subject.properties}
    verdicts: list[RankVerdict] = []
    try:
        with budget.interruption.heeded():
            problem = _without_errors(Problem(subject, transition_system(subject), budget, report))
            if isinstance(problem, str):
                return tuple(RankVerdict("unknown", 0.0, problem) for _ in subject.ranks)
            deciding = _deciding(problem)()
            for rank in subject.ranks:
                report.say(f"checking the rank of {rank.property}")
                verdicts.append(_judged(problem, deciding, rank, properties[rank.property]))
    except KeyboardInterrupt:
        missing = len(subject.ranks) - len(verdicts)
        verdicts += [RankVerdict("unknown", 0.0, REASONS["keyboard"]) for _ in range(missing)]
    return tuple(verdicts)


def _judged(problem: Problem, deciding: Deciding, rank: StatedRank, prop: Property) -> RankVerdict:
    goals = awaited(prop)
    assert goals is not None
    [question] = goals.parts
    started = time.monotonic()
    try:
        with limited(problem.budget.max_bytes):
            verdict = deciding.stated_rank(rank, question)
    except UndecidedError as error:
        verdict = RankVerdict("unknown", 0.0, str(error))
    return replace(verdict, seconds=time.monotonic() - started)


def invariants(system: System, budget: Budget) -> list[str]:
    """Linear invariants and congruences of a system, as text of the language; raises UndecidedError."""
    transitions = transition_system(system)
    with budget.interruption.heeded():
        _, equations = with_quotients(transitions, budget)
        return [readable(formula) for formula in (*linear_invariants(transitions, (), budget), *equations)]
