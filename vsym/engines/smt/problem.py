"""The task to decide properties of one system: its formulas, the limits, the conclusion on error events; and
conclusions as verdicts: proofs, reasons, and paths, unfolded unless that is too long to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import assert_never

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate, scope
from vsym.engines.smt.conclusions import Conclusion, HoldsUpTo, Proved, Refuted, State, Undecided
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import TransitionSystem
from vsym.system.report import Report
from vsym.system.result import Path, PathKind, Proof, SystemPath, Verdict
from vsym.system.step import Vector
from vsym.system.system import System

NAME = "smt"

RANGE = "no assignment leaves its range"
"""The name of the certificate of that."""

UNFOLDED = 1_000
"""The most steps of a path shown step by step."""


@frozen
class Problem:
    """A system as formulas, and the limits under which vsym decides its properties.

    `safety` is the conclusion on whether no event that is an error is ever enabled; None where there is none, or where
    phases have proved it, as `ranged` says by the names of the proofs. `proved` maps each predicate proved of the
    system's reachable states to its certificate.
    """

    system: System
    transitions: TransitionSystem
    budget: Budget
    report: Report
    safety: Proved | HoldsUpTo | None = None
    ranged: Mapping[str, str] = field(default_factory=dict)
    proved: dict[FNode, Certificate] = field(default_factory=dict)

    def decide(self, predicate: FNode, transitions: TransitionSystem | None = None) -> Conclusion:
        """The conclusion on a predicate of all reachable states, within the steps known to be free of errors."""
        conclusion = decide(transitions or self.transitions, predicate, self.budget, self.report.say)
        if isinstance(self.safety, HoldsUpTo) and isinstance(conclusion, Proved):
            return self.safety
        if isinstance(conclusion, Proved) and transitions is None:
            self.proved[predicate] = conclusion.certificate
        return conclusion

    def proof(self, name: str, proved: Proved) -> Proof:
        """A proof to be shown and written, with that of the ranges."""
        return Proof(readable(proved.certificate.invariant), {**self.ranges(), name: scope(name, proved.certificate)})

    def ranges(self) -> Mapping[str, str]:
        """The proof of the ranges as text, by its name; empty where there is none to prove."""
        return {RANGE: scope(RANGE, self.safety.certificate)} if isinstance(self.safety, Proved) else self.ranged

    def path(self, kind: PathKind, refuted: Refuted) -> SystemPath:
        """A path of the system's vectors and events, step by step unless it is too long."""
        states = tuple(self.vector(state) for state in refuted.states)
        steps = tuple(self.transitions.steps[step].event for step in refuted.steps)
        times = None if all(times == 1 for times in refuted.times) else refuted.times
        return unfolded(Path(kind, states, steps, times=times))

    def vector(self, state: State) -> Vector:
        """The values of the variables."""
        return tuple(state[variable] for variable in self.transitions.variables)

    def values(self, state: State) -> Mapping[str, int]:
        """The values of the parameters."""
        return dict(zip(self.system.parameters, (state[symbol] for symbol in self.transitions.parameters), strict=True))


def everywhere(problem: Problem, name: str, predicate: FNode, violated: Callable[[Refuted], Verdict]) -> Verdict:
    """The verdict on a predicate that must hold in every reachable state; `violated` turns a refutation into one."""
    match problem.decide(predicate):
        case Proved(method=method) as proved:
            return Verdict("holds", NAME, 0.0, method=method, proof=problem.proof(name, proved))
        case Refuted() as refuted:
            return violated(refuted)
        case HoldsUpTo(steps, method):
            return Verdict("holds up to k", NAME, 0.0, decided=steps, method=method)
        case Undecided(reason, _, tried, lemmas):
            return replace(unknown(reason), tried=tried, missing_lemmas=tuple(map(readable, lemmas)))
        case conclusion:
            assert_never(conclusion)


def unknown(reason: str) -> Verdict:
    """The verdict of an undecided property."""
    return Verdict("unknown", NAME, 0.0, reason)


def bounded(conclusion: HoldsUpTo) -> str:
    """The reason why a state that short paths do not reach may still be reachable."""
    return f"no path of up to {conclusion.steps} steps leads there; longer ones may"


def start_outside(system: TransitionSystem, predicates: list[FNode], budget: Budget) -> State | None:
    """An initial state that satisfies none of the predicates, if there is one; raises UndecidedError."""
    with Session(system.environment, budget) as session:
        session.add([system.domain, system.initial])
        return session.model(system.symbols, system.manager.Not(system.manager.Or(predicates)))


def exactly(system: TransitionSystem, state: State) -> FNode:
    """The predicate of one state."""
    manager = system.manager
    return manager.And([manager.Equals(symbol, manager.Int(value)) for symbol, value in state.items()])


def alike(system: TransitionSystem, predicate: FNode, path: Refuted) -> FNode:
    """The states from which the steps of a path lead to a state without the predicate, by substitution backwards. For a
    path with repeated steps, only its first state."""
    if any(times > 1 for times in path.times):
        return exactly(system, path.states[0])
    formula = system.manager.Not(predicate)
    for number in reversed(path.steps):
        step = system.steps[number]
        formula = system.manager.And(step.guard, system.before(step, formula))
    return formula


def unfolded(trace: SystemPath) -> SystemPath:
    """The path with every state in between; a path with too many steps stays as it is. A repeated step changes every
    entry of the vector by the same amount each time."""
    if trace.times is None or trace.length > UNFOLDED:
        return trace
    states = [trace.states[0]]
    steps: list[int | None] = []
    for step, times, after in zip(trace.steps, trace.times, trace.states[1:], strict=True):
        pairs = list(zip(states[-1], after, strict=True))
        for place in range(1, times + 1):
            states.append(tuple(start + (end - start) * place // times for start, end in pairs))
        steps += [step] * times
    return replace(trace, states=tuple(states), steps=tuple(steps), times=None)
