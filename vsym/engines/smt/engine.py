"""The SMT engine: properties about reachable states, decided without listing these."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pysmt.fnode import FNode
from typing_extensions import assert_never

from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.source import DiagnosticError
from vsym.engines.smt.accepts import accepts, safety
from vsym.engines.smt.answers import Answer, HoldsUpTo, Proved, Refuted, State, Undecided
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.certificate_text import scope
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.memory import limited
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.readable import readable
from vsym.engines.smt.starts import alike, exactly, start_outside
from vsym.engines.smt.system import TransitionSystem, state_formula, transition_system
from vsym.engines.smt.unfolding import unfolded
from vsym.logic.formula import satisfied
from vsym.logic.properties import Property
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import ErrorReached, Path, Proof, SystemPath, Verdict

NAME = "smt"

RANGE = "no assignment leaves its range"
"""What the certificate of that is called."""

STARTS = 50
"""After how many paths from different initial states an `EF` is given up."""

Notify = Callable[[str], None]

__all__ = ["NAME", "accepts", "invariants", "verify"]


@dataclass(frozen=True)
class _Question:
    """A counter system as formulas, and under what limits properties of it are decided."""

    counters: CounterSystem
    system: TransitionSystem
    budget: Budget
    notify: Notify
    bound: int | None
    megabytes: int | None

    def decide(self, predicate: FNode, system: TransitionSystem | None = None) -> Answer:
        return decide(system or self.system, predicate, self.budget, self.notify, self.bound)


def verify(
    system: CounterSystem,
    properties: Sequence[Property],
    budget: Budget,
    notify: Notify,
    bound: int | None = None,
    megabytes: int | None = None,
) -> list[Verdict]:
    """The verdict on each property, proofs re-checked by a fresh solver.

    With `bound`, no path of more steps is looked at. What the budget's deadline, the bound, the memory in MB that Z3
    may take or Ctrl-C leaves undecided is unknown with the reason. Nothing is decided before no assignment is known to
    leave its variable's range. Raises DiagnosticError for properties that `accepts` refuses, ErrorReached for a
    reachable assignment outside a range.
    """
    refused = [problem for prop in properties if (problem := accepts(system, prop)) is not None]
    if refused:
        raise DiagnosticError(refused)
    question = _Question(system, transition_system(system), budget, notify, bound, megabytes)
    verdicts: list[Verdict] = []
    stopped: str | None = None
    range_kept: Answer | None = None
    try:
        with budget.interruption.heeded():
            range_kept = _range_kept(question)
            if isinstance(range_kept, Undecided):
                stopped = f"whether an assignment leaves its range is not known: {range_kept.reason}"
            for prop in properties if stopped is None else ():
                verdicts.append(_verdict(question, prop, range_kept))
    except KeyboardInterrupt:
        stopped = REASONS["keyboard"]
    rest = len(properties) - len(verdicts)
    return [*verdicts, *(Verdict("unknown", NAME, 0.0, stopped) for _ in range(rest))]


def invariants(system: CounterSystem, budget: Budget) -> list[str]:
    """Linear invariants of the counters, as text of the language; raises UndecidedError."""
    transitions = transition_system(system)
    with budget.interruption.heeded():
        return [readable(found) for found in linear_invariants(transitions, (), budget)]


def _range_kept(question: _Question) -> Answer | None:
    """Whether no assignment leaves its range; None if none could."""
    overflow = question.system.overflow
    if overflow.is_false():
        return None
    try:
        with limited(question.megabytes):
            answer = question.decide(question.system.environment.formula_manager.Not(overflow))
    except UndecidedError as error:
        return Undecided(str(error), None)
    if isinstance(answer, Refuted):
        trace = _trace(question, answer, "witness")
        raise ErrorReached(_overflowing(question.counters, trace), trace)
    return answer


def _overflowing(system: CounterSystem, trace: SystemPath) -> int:
    """An overflow transition that the trace's last state enables."""
    vector = trace.states[-1]
    return next(
        number
        for number, transition in enumerate(system.transitions)
        if transition.overflow
        and satisfied(transition.guard, lambda variable: sum(vector[entry] for entry in system.entries(variable)))
    )


def _verdict(question: _Question, prop: Property, range_kept: Answer | None) -> Verdict:
    started = time.monotonic()
    asked = safety(prop)
    assert asked is not None
    predicate = state_formula(question.system, question.counters, asked.predicate)
    proofs = {} if not isinstance(range_kept, Proved) else {RANGE: range_kept.certificate}
    decide_one = _everywhere if asked.operator == "AG" else _somewhere
    try:
        with limited(question.megabytes):
            found = decide_one(question, predicate)
    except UndecidedError as error:
        found = _Found(asked.operator, Undecided(str(error), None))
    if isinstance(range_kept, HoldsUpTo) and isinstance(found.answer, Proved):
        found = replace(found, answer=range_kept)
    return _told(question, prop.name, found, proofs, time.monotonic() - started)


@dataclass(frozen=True)
class _Found:
    """An answer, which for an `AG` is about all initial states, and for an `EF` about `start` unless it is a path."""

    operator: Literal["AG", "EF"]
    answer: Answer
    start: State | None = None


def _everywhere(question: _Question, predicate: FNode) -> _Found:
    return _Found("AG", question.decide(predicate))


def _somewhere(question: _Question, predicate: FNode) -> _Found:
    """Whether from every initial state a path leads to where the predicate does not hold."""
    system = question.system
    known: list[FNode] = []
    first: Answer | None = None
    while (start := start_outside(system, known, question.budget)) is not None:
        if len(known) == STARTS:
            reason = f"a path was found from some initial states, but more than {STARTS} would be needed for all"
            return _Found("EF", Undecided(reason, None), start)
        manager = system.environment.formula_manager
        alone = replace(system, initial=manager.And([system.initial, exactly(system, start)]))
        answer = question.decide(predicate, alone)
        if not isinstance(answer, Refuted):
            return _Found("EF", answer, start)
        first = first or answer
        known.append(alike(system, predicate, answer))
    if first is None:
        return _Found("EF", question.decide(predicate))
    return _Found("EF", first)


def _told(question: _Question, name: str, found: _Found, proofs: Mapping[str, Certificate], seconds: float) -> Verdict:
    match found.answer:
        case Proved(certificate, method):
            scopes = {said: scope(said, one) for said, one in {**proofs, name: certificate}.items()}
            proof = Proof(readable(certificate.invariant), scopes)
            if found.operator == "AG" or found.start is None:
                return Verdict("holds", NAME, seconds, method=method, proof=proof)
            only: SystemPath = Path("counterexample", (_vector(question.system, found.start),), ())
            return Verdict("violated", NAME, seconds, None, only, method=method, proof=proof)
        case Refuted(method=method, shortest=shortest):
            kind: Literal["counterexample", "witness"] = "counterexample" if found.operator == "AG" else "witness"
            trace = _trace(question, found.answer, kind)
            said = method if shortest else f"{method}; there may be a shorter path"
            return Verdict("violated" if kind == "counterexample" else "holds", NAME, seconds, None, trace, method=said)
        case HoldsUpTo(steps, method) if found.operator == "AG":
            return Verdict("holds up to k", NAME, seconds, decided=steps, method=method)
        case HoldsUpTo(steps, _):
            return Verdict("unknown", NAME, seconds, f"no path of up to {steps} steps leads there; longer ones may")
        case Undecided(reason, _):
            return Verdict("unknown", NAME, seconds, reason)
        case _:
            assert_never(found.answer)


def _trace(question: _Question, answer: Refuted, kind: Literal["counterexample", "witness"]) -> SystemPath:
    numbers = [number for number, transition in enumerate(question.counters.transitions) if not transition.overflow]
    states = tuple(_vector(question.system, state) for state in answer.states)
    steps = tuple(numbers[step] for step in answer.steps)
    if all(times == 1 for times in answer.times):
        return Path(kind, states, steps)
    return unfolded(Path(kind, states, steps, times=answer.times))


def _vector(system: TransitionSystem, state: State) -> tuple[int, ...]:
    return tuple(state[variable] for variable in system.variables)
