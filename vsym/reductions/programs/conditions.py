"""A condition of a program as a formula over the variables of its system; one that is too large is taken apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, conjunction, disjunction
from vsym.models.program.expressions import Binary, Entries, Expression, Interval, Quantified
from vsym.models.program.faults import Fault
from vsym.models.program.program import Program
from vsym.reductions.programs.comparisons import TooLargeError
from vsym.reductions.programs.evaluation import truth
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import refused
from vsym.reductions.programs.instances import SIZE, blank
from vsym.reductions.programs.predicates import NEVER, Predicate
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import Value, constant
from vsym.reductions.programs.writing import Writing


@frozen
class Asked:
    """Where a condition is true, and where it ends in which error."""

    formula: Formula
    endings: Mapping[Fault, Predicate]


class Conditions:
    """The conditions of a program.

    What is too large to be run as a whole is run part by part, where a quantifier or a connective stands around it: the
    parts of an invariant over all pairs, of which each is small, are many. None may end in an error then, as the
    order in which parts are looked at would matter.
    """

    def __init__(self, program: Program, trees: Trees, writing: Writing, budget: Budget) -> None:
        self._program, self._trees, self._writing, self._budget = program, trees, writing, budget

    def asked(self, expression: Expression) -> Asked:
        """A condition; raises RefusedError where it cannot be run symbolically, or has too many cases."""
        return self._asked(expression, {})

    def _asked(self, expression: Expression, names: Mapping[int, Value]) -> Asked:
        self._budget.check()
        self._trees.algebra.allowed = SIZE
        flow = Flow(self._trees, self._trees.algebra.context(), {})
        frame = blank(self._program, flow)
        for number, value in names.items():
            frame = frame.named(number, value)
        try:
            flow.narrow(truth(flow, frame, expression))
        except EndedError:
            flow.reached = NEVER
        except TooLargeError:
            return self._apart(expression, names)
        return Asked(self._writing.formula(flow.reached), flow.endings)

    def _apart(self, expression: Expression, names: Mapping[int, Value]) -> Asked:
        """A condition that is too large, as its parts."""
        match expression:
            case Quantified(quantifier, binder, domain, body) if not isinstance(domain, Interval | Entries):
                joined = conjunction if quantifier == "forall" else disjunction
                named = ({**names, binder.number: constant(self._trees, value)} for value in domain.values())
                return self._joined(joined, expression, (self._asked(body, one) for one in named))
            case Binary("&" | "|" as sign, left, right):
                joined = conjunction if sign == "&" else disjunction
                return self._joined(joined, expression, (self._asked(one, names) for one in (left, right)))
        raise refused(expression.span, "this condition has too many cases")

    def _joined(
        self, joined: Callable[[Iterable[Formula]], Formula], expression: Expression, parts: Iterable[Asked]
    ) -> Asked:
        several = [*parts]
        if any(one.endings for one in several):
            raise refused(expression.span, "this condition has too many cases")
        return Asked(joined(one.formula for one in several), {})
