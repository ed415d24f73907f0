"""Properties of a model with open sizes by bounds: steps that may be possible prove, those that must be refute.

The SMT engine decides each side for all sizes at once. vsym shows a violation at one size, on exact counters; where it
cannot, the property has no verdict. The sizes at which a side violates a property need not be all of them, nor the
smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.answer import Outcome
from vsym.checking.attempt import Asking, attempted, by_engine
from vsym.checking.question import Subject
from vsym.checking.settling import Settled
from vsym.checking.sizes import UNASKED, CheckAt, error_at, is_decided_for_all, shown_at_a_size
from vsym.engines.registry import engine
from vsym.models.counting.model import Model
from vsym.reductions.counters.bounded import Bounded, PossibleError, Steps
from vsym.reductions.counters.bounds import Bounds
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.open_bounds import bounds_every_size
from vsym.reductions.protocol import Task
from vsym.symmetry.virtual.relations import Relation
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Verdict

if TYPE_CHECKING:
    from vsym.checking.bounds_certified import Certifying


@frozen
class EverySize:
    """A model with open sizes, and the check of it at one size."""

    subject: Subject[Model]
    check_at: CheckAt

    def bounds(self, reduction: Reduction, relations: Sequence[Relation]) -> Bounds:
        """The bounds of the model in some blocks; raises UndecidedError."""
        assert self.subject.instance is not None
        return bounds_every_size(reduction, relations, self.subject.instance)

    def decided(
        self,
        pair: Bounds,
        budget: Budget,
        report: Report,
        sides: Sequence[Steps] = ("may", "must"),
        certifying: Certifying | None = None,
    ) -> tuple[Outcome, ...]:
        """The outcomes of those properties that bounds decide for all sizes.

        Raises PossibleError where an assignment may leave its range, DiagnosticError where bounds are exact and one
        does, KeyboardInterrupt, and as engines do.
        """
        # What must be possible counts only where nothing that may be possible is an error.
        if pair.exact or any(step.overflow for step in pair.may.transitions):
            sides = ("may",)
        outcomes: dict[str, Outcome] = {}
        for side in sides:
            left = [prop for prop in pair.model.properties if prop.name not in outcomes]
            bounded = Bounded(pair.asking(left), side)
            done = attempted(bounded, self._asking(pair), budget, report, sure=False)
            for outcome in done.outcomes:
                said = self._of_sizes(outcome, pair, budget, report)
                if certifying is not None:
                    said = certifying.certified(said, pair.may, bounded.tasks[0].structure)
                if said.verdict.outcome in ("holds", "violated"):
                    outcomes[said.property.name] = said
        return tuple(outcomes.values())

    def _asking(self, pair: Bounds) -> Asking:
        def ask(task: Task, budget: Budget, report: Report) -> Settled:
            questions = tuple(prop for prop in task.questions if is_decided_for_all(prop))
            try:
                settled = by_engine(engine("smt"))(replace(task, questions=questions), budget, report)
            except ErrorReached as reached:
                if pair.exact:
                    raise error_at(self.subject, reached.values or {}, self.check_at) from reached
                raise PossibleError("an assignment may leave its variable's range at some size") from reached
            unasked = Verdict("unknown", "smt", 0.0, reason=f"it {UNASKED}")
            verdicts = {prop.name: settled.verdicts.get(prop.name, unasked) for prop in task.questions}
            return replace(settled, verdicts={name: replace(one, path=None) for name, one in verdicts.items()})

        return ask

    def _of_sizes(self, outcome: Outcome, pair: Bounds, budget: Budget, report: Report) -> Outcome:
        """The outcome with a size that shows a violation; a side's claims about other sizes need not be true."""
        if not pair.exact:
            verdict = replace(outcome.verdict, smallest=False, exactly=None)
            outcome = replace(outcome, verdict=verdict)
        return shown_at_a_size(self.subject, outcome, budget, report, self.check_at)
