"""A model reduced to counters: the system that engines see, and the way back from their answers."""

from __future__ import annotations

from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.logic.formula import Formula, disjunction, negate
from vsym.logic.properties import Property
from vsym.models.counting.counts import with_meaning
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.semantics import ModelPath, overflow_diagnostic
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered, lowered_formula
from vsym.reductions.counters.project import rewrite_per_block
from vsym.reductions.counters.starts import Waiting, waiting
from vsym.reductions.evidence import require_deadlock, require_processes
from vsym.reductions.protocol import STATE, Method, Query, Run, Task
from vsym.symmetry.virtual.relations import is_union, respects
from vsym.system.result import ErrorReached, Path, Reached, SystemPath, Verdict
from vsym.system.system import System


@frozen
class Reduced:
    """A model, and a counter system that is exact for it; `system` is its form for engines.

    `method` determines the kind of its states.
    """

    model: Model
    counters: CounterSystem
    system: System
    method: Method = "counter"

    @classmethod
    def to(cls, model: Model, counters: CounterSystem, budget: Budget = UNLIMITED) -> Reduced:
        """A model reduced to a counter system; raises LimitReachedError where there is no time to lower that."""
        return cls(model, counters, lowered(counters, budget))

    @property
    def state(self) -> str:
        """The name of one state."""
        return STATE[self.method]

    @property
    def queries(self) -> tuple[Query, ...]:
        """Each property of the system is one of the model."""
        stated = {prop.name: prop for prop in self.model.properties}
        return tuple(Query(stated[prop.name], prop) for prop in self.system.properties)

    @property
    def tasks(self) -> tuple[Task, ...]:
        return (Task(self.system, self.system.properties),)

    @property
    def hints(self) -> tuple[Property, ...]:
        """The model's hints over its counters; raises DiagnosticError (VS405) for one that counts a part of a block."""
        counters = self.counters
        blocks = [block.processes for block in counters.blocks]
        apart = [_told_apart(one, counters) for one in self.model.hints if not respects(one.formula, blocks)]
        if apart:
            raise DiagnosticError(apart)
        deadlock = negate(disjunction(transition.guard for transition in counters.transitions))

        def counted(formula: Formula) -> Formula:
            return lowered_formula(counters, rewrite_per_block(with_meaning(formula, deadlock), blocks))

        return tuple(one.rewritten(counted) for one in self.model.hints)

    def automatic(self) -> tuple[Waiting, ...]:
        """The hints that let the processes of the largest block in one by one; raises RefusedError where `init` does
        not say where those of a block are."""
        return waiting(self.model, self.counters)

    def back(self, _: Task, __: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        """The answer as it is, with its path as a run; none where sizes are open."""
        if answer.path is None or self.system.parameters:
            return answer, None
        return answer, self._run(answer.path)

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        require_processes(self.model, prop, verdict, run.path)
        return run

    def stuck(self, path: Path[Any, Any]) -> Run:
        run = self._run(path)
        require_deadlock(self.model, run.path)
        return run

    def counted(self, reached: Reached) -> Reached:
        return reached

    def error(self, reached: ErrorReached) -> Exception:
        """The error of the model where an event that is an error can be reached; raises ReplayError (our bug).

        Where that is so at some sizes, it is to be shown at one.
        """
        return reached if reached.values is not None else self.diagnostic(reached)

    def lifted(self, path: SystemPath) -> tuple[SystemPath, ModelPath]:
        """A path of the system with every state that its path of the model stops at, and that path of the model.

        Raises ReplayError where the model has none (our bug).
        """
        from vsym.reductions.counters.back import back

        return back(self.model, self.counters, self.system, path)

    def _run(self, path: SystemPath) -> Run:
        counters, own = self.lifted(path)
        return Run(self.model, own, counters, self.counters)

    def diagnostic(self, reached: ErrorReached) -> DiagnosticError:
        """The error of the model where an event that is an error can be reached; raises ReplayError (our bug)."""
        return DiagnosticError([overflow_diagnostic(self.model, self.lifted(reached.path)[1])])


def _told_apart(hint: Property, counters: CounterSystem) -> Diagnostic:
    """The diagnostic for a hint that counts a part of a block."""
    cut = next(
        (processes, block)
        for processes in named_sets(hint.formula)
        for block in counters.blocks
        if not is_union(processes, [block.processes])
    )
    processes, block = cut
    message = f"this hint counts the processes {processes}, which vsym counts together with others of {block.name}"
    hint_text = "give a hint about all processes of a block, as `vsym abstract` shows them"
    return Diagnostic("VS405", hint.span, message, hint_text)
