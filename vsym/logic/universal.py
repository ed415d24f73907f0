"""Whether one path can refute a property."""

from __future__ import annotations

from typing import assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth


def is_universal(formula: Formula, positive: bool = True) -> bool:
    """Whether a CTL formula (its negation, if not `positive`) speaks of all paths only, so that a path can refute it.

    Raises ValueError on an LTL operator.
    """
    match formula:
        case Truth() | Comparison():
            return True
        case Not(operand):
            return is_universal(operand, not positive)
        case And(operands) | Or(operands):
            return all(is_universal(operand, positive) for operand in operands)
        case Iff(left, right):
            return all(is_universal(side, sign) for side in (left, right) for sign in (True, False))
        case Temporal(operator, operands):
            if operator[0] not in "AE":
                raise ValueError(f"`{operator}` is not a CTL operator")
            universal = operator.startswith("A") == positive
            return universal and all(is_universal(operand, positive) for operand in operands)
        case _:
            assert_never(formula)
