"""Temporal operators and `deadlock`: which of them may stand where."""

from __future__ import annotations

from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.gsst.scope import Definition, Scope
from vsym.logic.formula import Formula, Temporal, TemporalOperator
from vsym.models.counting.counts import DEADLOCK


def temporal(
    operator: TemporalOperator, operands: tuple[Formula | None, ...], span: Span, scope: Scope
) -> Formula | None:
    """The operator applied, where it may stand and its operands are known."""
    meanings = tuple(operand for operand in operands if operand is not None)
    if not _allowed(operator, span, scope) or len(meanings) < len(operands):
        return None
    return Temporal(operator, meanings)


def deadlock(span: Span, scope: Scope) -> Formula | None:
    """`deadlock`, where it may stand."""
    return DEADLOCK if _knows_deadlock(span, scope) else None


def may_use(definition: Definition, name: str, span: Span, scope: Scope) -> bool:
    """True where the temporal operators of a definition, and `deadlock` in it, may stand here; reported where not."""
    if definition.deadlock and not _knows_deadlock(span, scope, f"`{name}` has `deadlock` in it; "):
        return False
    return all(
        _allowed(operator, span, scope, f"`{name}` has `{operator}` in it; ")
        for operator in sorted(definition.operators)
    )


def _allowed(operator: TemporalOperator, span: Span, scope: Scope, before: str = "") -> bool:
    branching = operator[0] in "AE"
    spelled = f"{operator[0]} [ {operator[1]} ]" if branching and operator[1] in "UWR" else operator
    match scope.logic:
        case "either":
            return True
        case "ctl" | "ltl" as logic if branching == (logic == "ctl"):
            return True
        case "ctl":
            wrong = f"`{spelled}` is not an operator of CTL"
            hint = f"put `A` or `E` before it: `A{spelled}`, `E{spelled}`"
            if operator in "UWR":
                hint = f"write `A [p {spelled} q]` or `E [p {spelled} q]`"
        case "ltl":
            wrong = f"`{spelled}` is not an operator of LTL"
            hint = f"a path is meant already: `{operator[1]}`, without `{operator[0]}`"
        case "predicate" | "constant" | "invariant":
            wrong = f"`{spelled}` speaks of paths, and this condition of one state"
            hint = "temporal operators stand in `ctl` and `ltl` properties"
        case _:
            assert_never(scope.logic)
    scope.problems.add("VS315", span, f"{before}{wrong}", hint)
    return False


def _knows_deadlock(span: Span, scope: Scope, before: str = "") -> bool:
    if scope.logic not in ("predicate", "constant"):
        return True
    message = f"{before}`deadlock` follows from the guards, so that guards, starts and lemmas cannot ask for it"
    hint = "ask in a property or in `fairness`, as in `invariant live: !deadlock`"
    scope.problems.add("VS315", span, message, hint)
    return False
