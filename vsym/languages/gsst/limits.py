"""How large a model may be: limits far above sensible models, so that any input ends soon."""

from __future__ import annotations

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Span
from vsym.languages.problems import Problems
from vsym.languages.scanning import PACE

FORMULA_DEPTH = 100
INTEGER = 10**18
PROCESSES = 10**12
LOCAL_STATES = 10_000
EXPANSIONS = 100_000
WORK = 500_000
CASES = 1_000


class Allowance:
    """What is left of the expansions by `for`, families, `forall`, `exists` and `sum`, and of the parts they make.

    Spending it raises LimitReachedError, too, at a limit of the budget.
    """

    def __init__(self, problems: Problems, budget: Budget = UNLIMITED) -> None:
        self._problems = problems
        self._budget = budget
        self._expansions = EXPANSIONS
        self._work = WORK
        self._unchecked = 0

    def expand(self, span: Span, times: int) -> None:
        """Spend `times` expansions; raises DiagnosticError where they are not left."""
        if times > self._expansions:
            self._problems.stop(
                "VS310",
                span,
                f"this repeats {times:,} times, which takes the file past {EXPANSIONS:,} repetitions in all",
                "large families of processes belong in one group of that size",
            )
        self._expansions -= times

    def work(self, span: Span, amount: int = 1) -> None:
        """Spend `amount` parts of formulas; raises DiagnosticError where they are not left."""
        self._work -= amount
        self._unchecked += amount
        if self._unchecked >= PACE:
            self._unchecked = 0
            self._budget.check()
        if self._work < 0:
            self._problems.stop("VS310", span, f"written out, the model has more than {WORK:,} parts of formulas")
