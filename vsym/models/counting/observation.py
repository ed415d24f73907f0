"""Values that are looked at in states: what an expression of the language is there."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, negate
from vsym.logic.terms import Linear
from vsym.models.counting.semantics import State, evaluate, holds


@frozen
class Observation:
    """The term of the one case whose condition holds; `words` are the names of the values 0..k-1, if they have names.

    Where it is a truth value, the `condition` says when it is true.
    """

    cases: tuple[tuple[Formula, Linear], ...]
    words: tuple[str, ...] = ()
    condition: Formula | None = None

    @staticmethod
    def of_condition(condition: Formula) -> Observation:
        """The truth value of a predicate."""
        cases = ((negate(condition), Linear((), 0)), (condition, Linear((), 1)))
        return Observation(cases, ("false", "true"), condition)

    def told(self, state: State) -> str:
        """The value in a state as the language writes it."""
        value = next(evaluate(term, state) for condition, term in self.cases if holds(condition, state))
        return self.words[value] if self.words else str(value)
