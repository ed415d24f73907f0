"""Types that do not go together: one message, and what scalarsets may not be used for."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.typing import described, holds_scalarset
from vsym.models.program.types import Range, Type

AS_RANGE = "`--scalarset range` takes scalarsets as ranges from 1, without their symmetry"


def mismatch(wanted: Type, given: Type, what: str, span: Span, scope: Scope) -> None:
    """Report that something is of a type that does not go with the one that is wanted."""
    if holds_scalarset(wanted) or holds_scalarset(given):
        if isinstance(wanted, Range) or isinstance(given, Range):
            of = described(given if isinstance(wanted, Range) else wanted)
            message = f"{of} is a scalarset, whose elements are no numbers"
            scope.problems.add("VS341", span, message, AS_RANGE)
            return
        if holds_scalarset(wanted) and holds_scalarset(given):
            message = f"{what} is of {described(given)}, and {described(wanted)} is another scalarset"
            scope.problems.add("VS341", span, message, AS_RANGE)
            return
    scope.problems.add("VS340", span, f"{what} is {described(given)}, where {described(wanted)} has to stand")


def ordered(given: Type, operator: str, span: Span, scope: Scope) -> bool:
    """Whether the values of a type may stand beside an operator of numbers; reported where not."""
    if isinstance(given, Range):
        return True
    if holds_scalarset(given):
        message = f"elements of {described(given)} are told apart by `=` and `!=` alone, not by `{operator}`"
        scope.problems.add("VS341", span, message, AS_RANGE)
    else:
        message = f"a number has to stand beside `{operator}`, and this is {described(given)}"
        scope.problems.add("VS301", span, message)
    return False
