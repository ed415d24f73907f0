"""The engine that keeps states on disk: invariants, assertions, deadlocks and reachability beyond the memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.temporary import temporary_folder
from vsym.engines.compiled.canonical import canonical_factors, canonical_source
from vsym.engines.compiled.engine import Enumeration
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.engines.compiled.search import Questions, direct, is_direct, questions, stuck
from vsym.engines.compiled.source import source
from vsym.engines.compiled.system_source import source as system_source
from vsym.engines.compiled.systems import reached_states, system_path, write_starts
from vsym.engines.compiled.verdicts import Judgement
from vsym.engines.disk.exploring import Limits
from vsym.engines.disk.manifest import Manifest
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.disk.session import Session, session
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import ErrorReached, PathKind, SystemPath, Verdict
from vsym.system.step import errors
from vsym.system.system import System

NAME = "stored"

OF_PATHS = "--store keeps no graph, and properties of paths need one; without --store, vsym keeps it in memory"


@frozen
class DiskEngine(Enumeration):
    """States one by one, on disk: questions about reachable states, answered by any number of workers.

    Questions about paths stay unknown. Beside the base class's errors it raises StoreError for an unusable store, and
    MemoryError.
    """

    store: StoreSettings
    quotient: Quotient = PLAIN_STATES
    name: str = NAME

    def of_program(self, program: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a program."""
        plan = questions(properties, fair=bool(program.fairness or program.fair_rules), everywhere=True)
        quotient = self.quotient
        canonical = canonical_source(program, quotient.scalarsets, quotient.strategies) if quotient else None
        model = source(program, plan.targets, canonical)
        with self._explored(model, None, plan, properties, budget, report) as done:
            judgement = Judgement(
                program, tuple(properties), plan, done.search, done.paths, None, NAME, graphless=OF_PATHS
            )
            verdicts = judgement.verdicts(budget, report)
            return Answer(
                verdicts, quotient.counted(replace(judgement.reached(), compile_seconds=done.compile_seconds))
            )

    def of_system(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer on a system."""
        factors = self.quotient.strategies
        plan = questions(properties, fair=bool(system.fairness), everywhere=False)
        canonical = canonical_factors([high - low for low, high in system.ranges], factors) if factors else None
        model = system_source(system, plan.targets, canonical)
        with temporary_folder("stored") as folder:
            starts = folder / "starts"
            if (cut := write_starts(system, starts, budget)) is not None:
                raise LimitReachedError(cut)
            safe = all(event.error is None for event in system.events)
            with self._explored(model, starts, plan, properties, budget, report, safe=safe) as done:
                search = done.search

                def to(state: int, kind: PathKind) -> SystemPath:
                    return system_path(system, done.paths.to(state), kind)

                if search.error is not None:
                    path = to(search.error, "counterexample")
                    raise ErrorReached(next(errors(system, path.states[-1])), path)
                reached = reached_states(search, system, stuck(search, to), None)
                reached = replace(reached, compile_seconds=done.compile_seconds)
                if factors:
                    # Literal maps may take an event that is enabled to one that is so in no stored state.
                    reached = replace(reached, idle=None)
                verdicts = []
                for number in plan.of:
                    if number is not None and search.complete and not search.initial:
                        # Without initial states, every property holds.
                        verdicts.append(Verdict("holds", NAME, 0.0))
                    elif number is None or not is_direct(search, plan.targets[number][0]):
                        verdicts.append(Verdict("unknown", NAME, 0.0, OF_PATHS))
                    else:
                        verdicts.append(direct(search, number, plan.targets[number][0], NAME, to))
                return Answer(tuple(verdicts), reached)

    def _explored(
        self,
        model: Model,
        starts: Path | None,
        plan: Questions,
        properties: Sequence[Property],
        budget: Budget,
        report: Report,
        *,
        safe: bool = True,
    ) -> AbstractContextManager[Session]:
        """The states of a model; one that may leave the ranges of its variables is not `safe`, and no verdict counts
        before it is certain that it does not."""

        def is_enough(manifest: Manifest) -> bool:
            if manifest.error is not None:
                return True
            if not safe or budget.spare is None or manifest.states < max(1, budget.spare):
                return False
            answered = [number in manifest.answers for number in range(len(plan.targets))]
            return plan.is_enough(properties, answered, manifest.initial, manifest.states)

        limits = Limits(budget, is_enough, self.store.together)
        return session(self.store, model, starts, limits, report, plan.announcing(properties, NAME, report))
