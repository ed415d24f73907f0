"""Values that are looked at in states: what an expression of a program is there."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Linear, linear
from vsym.models.program.expressions import Expression
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Condition, Program
from vsym.models.program.semantics import Semantics, State
from vsym.models.program.spelling import UNDEFINED
from vsym.models.program.types import BOOLEAN, Simple


@frozen
class Observation:
    """The value of an expression of a simple type, which is written as `text`."""

    program: Program
    expression: Expression
    text: str

    @property
    def condition(self) -> Formula | None:
        """The predicate that it is, if it is a truth value."""
        if self.expression.type != BOOLEAN:
            return None
        return compare(linear([(Condition(self.expression, self.text), 1)]), "=", Linear((), 1))

    def told(self, state: State) -> str:
        """The value in a state as the program writes it, or the error in which the expression ends there."""
        of = self.expression.type
        assert isinstance(of, Simple)
        try:
            value = Semantics(self.program).value(self.expression, state)
        except FaultError as error:
            # That the place itself holds nothing is a value of it; that an index in it does is none.
            itself = error.fault.kind == "undefined" and error.fault.span == self.expression.span
            return UNDEFINED if itself else f"an error: {error}"
        return UNDEFINED if value is None else of.text(value)
