"""Verdicts on questions of progress, each with its evidence: a proof, in words, or a path that awaits for ever.

The rank of a proof is also given as values: the weight of each variable, level by level and case by case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from pysmt.fnode import FNode
from pysmt.simplifier import Simplifier

from vsym.engines.smt.certificate import Scope, scope_of, scope_text
from vsym.engines.smt.conclusions import HoldsUpTo, Refuted
from vsym.engines.smt.linear import Sum, after_step, linear_sum
from vsym.engines.smt.liveness.certificate import lemma_name, proof_scopes
from vsym.engines.smt.liveness.inevitable import inevitable
from vsym.engines.smt.liveness.outcome import Avoided, Deadlock, Inevitable, Loop, Open, Possible, Run, Trap
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.liveness.possible import possible
from vsym.engines.smt.liveness.stated import Fault, Levels, inevitable_by, possible_by
from vsym.engines.smt.liveness.states import Invariants
from vsym.engines.smt.problem import NAME, Problem, bounded, unfolded, unknown
from vsym.engines.smt.readable import readable, readable_sum
from vsym.engines.smt.system import TransitionSystem
from vsym.engines.smt.z3_queries import failing_goal
from vsym.logic.progress import Progress, Questions
from vsym.logic.properties import Property, StatedRank
from vsym.system.result import Path, Proof, ProvedRank, RankVerdict, SystemPath, Verdict, Weights
from vsym.system.step import Vector

_LONG = 200
"""A rank of more characters is not spelled out."""


class Deciding:
    """Questions of progress of one system, and the invariants that they share."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._system = problem, problem.transitions
        self._justice = tuple(self._system.formula(one.formula) for one in problem.system.fairness)
        self._invariants = Invariants(problem, self._justice)

    def verdict(self, prop: Property, questions: Questions) -> Verdict:
        """The verdict on a property that asks these questions; raises UndecidedError at the end of the time."""
        if isinstance(self._problem.safety, HoldsUpTo):
            return unknown(bounded(self._problem.safety))
        proofs: list[tuple[str, Inevitable | Possible]] = []
        for number, question in enumerate(questions.parts, 1):
            decide = inevitable if question.kind == "inevitable" else possible
            outcome = decide(self._problem, self._awaited(question), self._invariants, self._justice)
            match outcome:
                case Open(reason):
                    return unknown(reason)
                case Avoided() if questions.exact:
                    return self._violated(outcome)
                case Avoided():
                    ahead = "every" if question.kind == "inevitable" else "some"
                    reason = (
                        f"it would follow if {ahead} path leads to a part of it from everywhere, but that is not so"
                    )
                    return unknown(reason)
            proofs.append((part_name(prop.name, number, len(questions.parts)), outcome))
        if any(question.kind == "possible" for question in questions.parts):
            if isinstance(self._again, str):
                return unknown(self._again)
            proofs += [(justice_name(prop.name, number), proved) for number, proved in enumerate(self._again, 1)]
        methods = dict.fromkeys("a rank" if isinstance(one, Inevitable) else "steps to choose" for _, one in proofs)
        return Verdict("holds", NAME, 0.0, method=" and ".join(methods), proof=self._proof(proofs))

    def stated_rank(self, rank: StatedRank, question: Progress) -> RankVerdict:
        """The verdict on a rank that the user states for a property that asks this question alone; raises
        UndecidedError at the end of the time."""
        if isinstance(self._problem.safety, HoldsUpTo):
            return RankVerdict("unknown", 0.0, bounded(self._problem.safety))
        awaited, levels = self._awaited(question), Levels.of(rank, self._system)
        outcome: Inevitable | Possible | Fault | Open
        if question.kind == "possible":
            outcome = possible_by(self._problem, awaited, levels, self._invariants)
        else:
            outcome = inevitable_by(self._problem, awaited, levels, self._invariants, self._justice)
        match outcome:
            case Open(reason):
                return RankVerdict("unknown", 0.0, reason)
            case Fault():
                return self._faulty(outcome, levels, awaited, question)
        proofs: list[tuple[str, Inevitable | Possible]] = [(rank.property, outcome)]
        if question.kind == "possible":
            if isinstance(self._again, str):
                return RankVerdict("unknown", 0.0, self._again)
            proofs += [(justice_name(rank.property, number), proved) for number, proved in enumerate(self._again, 1)]
        return RankVerdict("proves", 0.0, proof=self._proof(proofs, stated=True))

    def _faulty(self, fault: Fault, levels: Levels, awaited: Awaited, question: Progress) -> RankVerdict:
        state = fault.path.states[-1]
        run = () if fault.step is None else (Run(fault.step, 1, after_step(fault.step, state)),)
        ranks = tuple(map(levels.at, (state, *(one.after for one in run))))
        said = _failure(fault, ranks, awaited.goal, chosen=question.kind == "possible", fair=bool(self._justice))
        if self._problem.system.parameters:
            return RankVerdict("fails", 0.0, said, ranks=ranks, values=self._problem.values(state))
        return RankVerdict("fails", 0.0, said, _extended(self._problem, fault.system, fault.path, run), ranks)

    @property
    def unfair(self) -> str | None:
        """The reason why a reachable state may start no fair path; None where every one is known to start one."""
        return self._again if isinstance(self._again, str) else None

    def _awaited(self, question: Progress) -> Awaited:
        trigger = None if question.trigger is None else self._system.formula(question.trigger)
        return Awaited(trigger, self._system.formula(question.goal))

    @cached_property
    def _again(self) -> tuple[Possible, ...] | str:
        """The proofs that from every reachable state every justice constraint can be met again, so that a fair path
        starts there; or the reason why that is not known."""
        proofs: list[Possible] = []
        true = self._system.manager.TRUE()
        for fairness, constraint in zip(self._problem.system.fairness, self._justice, strict=True):
            outcome = possible(self._problem, Awaited(true, constraint), self._invariants, self._justice)
            if not isinstance(outcome, Possible):
                return f"it is unknown whether every state has a path to `{fairness.text}`"
            proofs.append(outcome)
        return tuple(proofs)

    def _violated(self, outcome: Avoided) -> Verdict:
        if isinstance(outcome, Trap):
            self._check([scope_of(lemma_name("trap", number), one) for number, one in enumerate(outcome.lemmas, 1)])
        if self._problem.system.parameters:
            values = self._problem.values(outcome.path.states[0])
            return Verdict("violated", NAME, 0.0, method=outcome.by, values=values)
        return Verdict("violated", NAME, 0.0, method=outcome.by, path=lasso(self._problem, outcome))

    def _proof(self, proofs: Sequence[tuple[str, Inevitable | Possible]], *, stated: bool = False) -> Proof:
        """The proof to be shown, once a solver that knows nothing but the certificates has found them valid; of a rank
        that is `stated`, the first of them is the proof."""
        scopes = [scope for name, one in proofs for scope in proof_scopes(name, one, self._system, self._justice)]
        self._check(scopes)
        texts = [one.text for one in self._problem.system.fairness]
        parts = (_explained(one, texts, stated=stated and not place) for place, (_, one) in enumerate(proofs))
        certificate = {**self._problem.ranges(), **{scope.name: scope_text(scope) for scope in scopes}}
        return Proof(
            None, certificate, "; and ".join(parts), tuple(proved_rank(self._problem, proved) for _, proved in proofs)
        )

    def _check(self, scopes: Sequence[Scope]) -> None:
        """Raise AssertionError where a solver that knows nothing else finds a certificate not valid."""
        failing = failing_goal(scopes, self._problem.budget)
        if failing is not None:
            raise AssertionError(f"a certificate of progress is not valid: {failing}")


def part_name(name: str, number: int, parts: int) -> str:
    """The name of the proof of one of several parts of a property, counted from 1."""
    return name if parts == 1 else f"{name}, part {number}"


def justice_name(name: str, number: int) -> str:
    """The name of the proof that a justice constraint, counted from 1, can always be met again."""
    return f"{name}, fair {number}"


def lasso(problem: Problem, avoided: Avoided) -> SystemPath:
    """The path and the loop at its end, if there is one, in which nothing changes where no step is possible."""
    path = _extended(problem, avoided.system, avoided.path, ())
    last = path.states[-1]
    match avoided:
        case Loop(runs=runs):
            loop = _taken(problem, last, runs)
        case Deadlock():
            loop = Path("counterexample", (last, last), (None,))
        case _:
            return path
    return replace(_joined(path, loop), loop=len(path.states) - 1)


def _extended(problem: Problem, system: TransitionSystem, refuted: Refuted, further: Sequence[Run]) -> SystemPath:
    """A path of the system, to which a bit may have been added, with further steps from its end."""
    without_bit = replace(system, variables=problem.transitions.variables)
    path = replace(problem, transitions=without_bit).path("counterexample", refuted)
    return _joined(path, _taken(problem, path.states[-1], further))


def _taken(problem: Problem, start: Vector, runs: Sequence[Run]) -> SystemPath:
    states = (start, *(problem.vector(run.after) for run in runs))
    steps = tuple(run.step.event for run in runs)
    return unfolded(Path("counterexample", states, steps, times=tuple(run.times for run in runs)))


def _joined(path: SystemPath, further: SystemPath) -> SystemPath:
    states, steps = (*path.states, *further.states[1:]), (*path.steps, *further.steps)
    times = None
    if path.times is not None or further.times is not None:
        times = tuple(chain.from_iterable(one.times or (1,) * len(one.steps) for one in (path, further)))
    return replace(path, states=states, steps=steps, times=times)


def _explained(proved: Inevitable | Possible, justice: Sequence[str], *, stated: bool = False) -> str:
    """The reason why something happens eventually, or can happen; `justice` are the constraints as their texts.

    A rank that is `stated` is not spelled out.
    """
    goal = readable(proved.awaited.goal)
    if proved.awaited.trigger is not None and proved.awaited.trigger.is_false():
        return "nothing is ever awaited"
    if isinstance(proved, Possible):
        steps = _listed([proved.system.steps[number].label for number in proved.chosen], "or")
        change = _changed(proved, several=False, stated=stated)
        return f"from everywhere, {steps} leads to {goal} or {change}" if steps else f"{goal} holds from the beginning"
    steps = _listed(proved.meanwhile, "and")
    others = "every step leads to it"
    if steps:
        until = unmet(proved, justice)
        several = len(dict.fromkeys(proved.meanwhile)) > 1
        leave = "leave" if several else "leaves"
        same = "it" if stated else "the rank"
        unless = "".join(f", or {leave} {same} as it is until {text} is true next" for text in until)
        change = _changed(proved, several=several, stated=stated) if proved.rank else "can be taken"
        others = f"{steps} {change}{unless}, every other step leads to it"
    return f"while {goal} is awaited, {others}; something is always possible"


def _failure(fault: Fault, ranks: Sequence[tuple[int, ...]], goal: FNode, *, chosen: bool, fair: bool) -> str:
    """The fault of a stated rank in words, whose values are `ranks`; `chosen` says that one step need lower it, `fair`
    that there are constraints of justice."""
    values = [str(one[0]) if len(one) == 1 else f"({', '.join(map(str, one))})" for one in ranks]
    if fault.step is None:
        awaited = readable(goal)
        if chosen:
            return f"no step lowers it from {values[0]}, and none leads to {awaited}"
        return f"nothing is possible while {awaited} is awaited"
    if ranks[1] > ranks[0]:
        return f"`{fault.step.label}` raises it from {values[0]} to {values[1]}"
    unless = ", while no fairness constraint stays false" if fair else ""
    return f"`{fault.step.label}` leaves it at {values[0]}{unless}"


def _changed(proved: Inevitable | Possible, *, several: bool, stated: bool) -> str:
    """The change of the rank by steps, in words; a single sum that only takes away is raised in their words."""
    rank, simplifier = proved.rank, proved.system.environment.simplifier
    end = "" if several else "s"
    if stated:
        return f"lower{end} the rank"
    if len(rank) == 1 and not rank[0].is_ite():
        total = linear_sum(rank[0])
        if total.coefficients and all(by < 0 for by in total.coefficients.values()):
            return f"raise{end} {readable_sum(Sum(total.times(-1).coefficients))}"
    levels = []
    for level in rank:
        parts = [
            readable_sum(total) + ("" if where is None else f" where {readable(where)}")
            for where, total in cases(level, simplifier)
        ]
        levels.append(", else ".join(parts))
    text = ", then ".join(levels)
    return f"lower{end} {text}" if len(text) <= _LONG else f"lower{end} a rank of {len(rank)} levels"


def _listed(labels: Sequence[str], word: str) -> str:
    quoted = [f"`{label}`" for label in dict.fromkeys(labels)]
    return f" {word} ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


def proved_rank(problem: Problem, proved: Inevitable | Possible) -> ProvedRank:
    """The rank of a proof about the system of a problem."""
    symbols = zip(problem.system.variables, problem.transitions.variables, strict=True)
    names = {symbol: variable.name for variable, symbol in symbols}
    names |= {symbol: symbol.symbol_name() for symbol in problem.transitions.parameters}
    goal = readable(proved.awaited.goal)
    awaited = readable(problem.transitions.manager.Not(proved.awaited.goal))

    def weights(where: FNode | None, total: Sum) -> Weights:
        said = None if where is None else readable(where)
        of = {names[symbol]: by for symbol, by in total.coefficients.items()}
        return Weights(None if said == awaited else said, of, total.constant)

    simplifier = proved.system.environment.simplifier
    levels = tuple(tuple(weights(*case) for case in cases(level, simplifier)) for level in proved.rank)
    if isinstance(proved, Possible):
        chosen = dict.fromkeys(proved.system.steps[number].label for number in proved.chosen)
        return ProvedRank("possible", goal, levels, tuple(chosen))
    until = unmet(proved, [one.text for one in problem.system.fairness])
    return ProvedRank("inevitable", goal, levels, tuple(dict.fromkeys(proved.meanwhile)), until)


def cases(level: FNode, simplifier: Simplifier) -> Iterator[tuple[FNode | None, Sum]]:
    """The sums of a rank's level, each with its case, None for the remaining states; an empty rest is omitted. The
    simplifier is that of the level's environment."""
    several = level.is_ite()
    while level.is_ite():
        where, there, level = level.args()
        where = simplifier.simplify(where)
        if where.is_true():
            yield None, linear_sum(there)
            return
        yield where, linear_sum(there)
    rest = linear_sum(level)
    if rest.coefficients or rest.constant or not several:
        yield None, rest


def unmet(proved: Inevitable, justice: Sequence[str]) -> tuple[str, ...]:
    """The texts of the constraints that may be false while the rank stays as it is."""
    return tuple(text for number, text in enumerate(justice, 1) if _mentions(proved.unmet, number))


def _mentions(term: FNode, number: int) -> bool:
    if term.is_ite():
        return any(_mentions(part, number) for part in term.args()[1:])
    return bool(term.constant_value() == number)
