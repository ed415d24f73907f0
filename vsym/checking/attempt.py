"""One attempt: a reduced model, whose tasks go to an engine, and whose verdicts and paths come back to the model.

Every road from a model to a verdict leads through here, for every kind, reduction and engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.platform import needing_arrays
from vsym.checking.answer import Checked, Exploration, Outcome
from vsym.checking.choice import AUTO, CERTIFYING_SECONDS, choose, smt_first
from vsym.checking.groups.names import CounterQuotient
from vsym.checking.question import Wishes
from vsym.checking.settling import Attempt, Settled
from vsym.engines.protocol import Engine, Explorer
from vsym.engines.registry import engine
from vsym.reductions.protocol import Query, Reduced, Run, Task, verdict
from vsym.system.report import Passing, Progress, Report
from vsym.system.result import ErrorReached, Reached, Verdict
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.checking.groups.diagrams import Guided
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.engines.disk.planning import StoreSettings
    from vsym.reductions.protocol import Method

Asking: TypeAlias = Callable[[Task, Budget, Report], Settled]
"""A function that runs one or more engines on a task."""


@frozen
class Attempted:
    """The outcome of every property, the reachable states where they were enumerated, a run to a deadlock if one was
    found, and the attempts of engines."""

    outcomes: tuple[Outcome, ...]
    reached: Reached | None = None
    stuck: Run | None = None
    attempts: tuple[Attempt, ...] = ()

    def checked(self, model: Any, method: Method, started: float, group: CounterQuotient | None = None) -> Checked:
        """The answer on a model whose work began at a time, and whose states were explored up to a group."""
        explorations: tuple[Exploration, ...] = ()
        if self.reached is not None:
            upto = group or CounterQuotient()
            explorations = (Exploration.kept(method, self.reached, upto.factors, virtual=upto.virtual),)
        seconds = time.monotonic() - started
        return Checked(
            model,
            self.outcomes,
            explorations=explorations,
            seconds=seconds,
            attempts=self.attempts,
            deadlock=self.stuck,
        )


def attempted(reduced: Reduced, asking: Asking, budget: Budget, report: Report, *, sure: bool = True) -> Attempted:
    """The outcome of every property of a reduced model, as an engine decides its tasks.

    Nothing is reported before the end unless the engines' verdicts are `sure`. Raises as the engines do, but a
    reachable error as the reduction translates it, and ReplayError for a path that is none or shows nothing (our bug).
    """
    answers: dict[str, Verdict] = {}
    runs: dict[str, Run] = {}
    reached: Reached | None = None
    stuck: Run | None = None
    attempts: list[Attempt] = []
    relay = _Relay(report, reduced, sure=sure)
    for task in reduced.tasks:
        try:
            settled = asking(task, budget, relay)
        except ErrorReached as error:
            raise reduced.error(error) from error
        attempts += settled.attempts
        for question in task.questions:
            answer, run = reduced.back(task, question, settled.verdicts[question.name])
            answers[question.name] = answer
            if run is not None:
                runs[question.name] = run
        if reached is None and settled.reached is not None and task.counted:
            reached = reduced.counted(settled.reached)
            stuck = None if reached.stuck is None else reduced.stuck(reached.stuck)
    name = next((answer.engine for answer in answers.values()), "none")
    outcomes = tuple(_outcome(reduced, one, answers, runs, name) for one in reduced.queries)
    return Attempted(outcomes, reached, stuck, tuple(attempts))


def explored(reduced: Reduced, by: Engine[Any], budget: Budget, report: Report) -> Attempted:
    """The reachable states of a reduced model, enumerated by an engine, with a run to a deadlock if there is one.

    Raises RefusedError for an engine that enumerates none, and as engines and the reduction do.
    """
    task = reduced.tasks[0]
    if not isinstance(by, Explorer):
        raise RefusedError(f"--engine {by.name} decides properties, and does not count states")
    try:
        reached = by.explore(task.structure, budget, _Relay(report, reduced, sure=False))
    except ErrorReached as error:
        raise reduced.error(error) from error
    stuck = None if reached.stuck is None else reduced.stuck(reached.stuck)
    return Attempted((), reduced.counted(reached), stuck)


def by_engine(one: Engine[Any]) -> Asking:
    """One engine that gets all tasks."""

    def ask(task: Task, budget: Budget, report: Report) -> Settled:
        started = time.monotonic()
        answer = one.verify(task.structure, task.questions, budget, report)
        names = tuple(prop.name for prop in task.questions)
        verdicts = dict(zip(names, answer.verdicts, strict=True))
        decided = tuple(name for name, verdict in verdicts.items() if verdict.outcome != "unknown")
        reasons = dict.fromkeys(verdict.reason for verdict in verdicts.values() if verdict.outcome == "unknown")
        why = "; ".join(reason for reason in reasons if reason) or None
        attempt = Attempt(one.name, names, decided, why, time.monotonic() - started)
        return Settled(verdicts, answer.reached, (attempt,))

    return ask


def on_systems(
    name: str,
    *,
    certifying: bool = False,
    quotient: Quotient | None = None,
    store: StoreSettings | None = None,
    guided: Guided | None = None,
) -> Asking:
    """The engine of a name on a system, or for `auto` the likely cheapest first and then all that can decide the rest.

    It explores up to a `quotient`, on decision diagrams as `guided` says, and keeps states in a `store`, if there is
    one. With `certifying`, the engine that leaves certificates has more time. Raises RefusedError for an engine that is
    for programs alone.
    """

    def ask(task: Task, budget: Budget, report: Report) -> Settled:
        system: System = task.structure
        seconds = CERTIFYING_SECONDS if certifying else smt_first(name, system)
        if name == AUTO and seconds and task.questions and store is None:
            from vsym.checking.portfolio import decided

            return decided(system, budget, report, seconds)
        by = engine_up_to(quotient, choose(name, system), system, store, guided)
        settled = by_engine(by)(task, budget, report)
        for question, answer in settled.verdicts.items():
            report.decided(question, answer)
        return Settled(settled.verdicts, settled.reached, ())

    return ask


def asked_quotient(
    system: System, wishes: Wishes, engine: str, budget: Budget, report: Report, *, of: str = "counters"
) -> CounterQuotient:
    """The quotient of a system of one size for an engine to explore, by symmetries of the parts that messages call
    `of`; raises as `counter_quotient` does."""
    group = wishes.group
    if group is None or system.parameters:
        return CounterQuotient()
    from vsym.checking.groups.counters import counter_quotient

    with budget.interruption.heeded():
        return counter_quotient(system, group, engine, budget, report, of=of, virtual=wishes.store is None)


def unasked(system: System) -> System:
    """The system without its properties and fairness, which symmetries then need not keep. Its invariants are stated
    `beside`, not checked."""
    invariants = (one for one in system.properties if one.logic == "invariant" and not one.negated)
    return replace(system, properties=(), fairness=(), beside=(*system.beside, *invariants))


def engine_up_to(
    quotient: Quotient | None,
    name: str,
    system: System,
    store: StoreSettings | None = None,
    guided: Guided | None = None,
) -> Engine[System]:
    """The engine of a name; with a quotient, one that explores it; with a store, the one that keeps states there.
    Decision diagrams follow the strategy in `guided`."""
    if store is not None:
        from vsym.engines.compiled.quotient.quotient import PLAIN_STATES

        with needing_arrays("--store"):
            from vsym.engines.disk.engine import DiskEngine

        return DiskEngine(store, quotient or PLAIN_STATES)
    if name == "mdd" and (quotient or guided is not None):
        from vsym.checking.groups.diagrams import on_diagrams

        return on_diagrams(system, quotient, None if guided is None else guided.settings)
    if not quotient:
        return engine(name)

    from vsym.engines.compiled.engine import CompiledEngine
    from vsym.engines.compiled.search import Settings

    return CompiledEngine(Settings(quotient=quotient))


def _outcome(reduced: Reduced, query: Query, answers: dict[str, Verdict], runs: dict[str, Run], name: str) -> Outcome:
    answer = verdict(query, answers, name)
    run = None if query.question is None else runs.get(query.question.name)
    if query.verdict is not None and answer.path is not None:
        run = Run(reduced.model, answer.path)
    if run is None or answer.path is None:
        return Outcome(query.property, answer)
    run = reduced.shown(query.property, answer, replace(run, path=replace(run.path, kind=answer.path.kind)))
    return Outcome(query.property, answer, run)


class _Relay(Passing):
    """A report that names states, and passes on those verdicts that no error in a condition may take back."""

    def __init__(self, report: Report, reduced: Reduced, *, sure: bool) -> None:
        super().__init__(report)
        self._reduced, self._sure = reduced, sure

    def explored(self, progress: Progress) -> None:
        """Pass it on with the name of a state."""
        super().explored(replace(progress, kind=self._reduced.state))

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        """Pass it on under the property's name where nothing takes it back."""
        for query in self._reduced.queries if self._sure else ():
            if query.question is None or query.question.name != name or query.covered:
                continue
            if not query.rests_on or (verdict.outcome == "violated" and query.question.logic == "invariant"):
                super().decided(query.property.name, verdict, depth)
                return
