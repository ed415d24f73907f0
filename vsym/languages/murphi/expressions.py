"""Expressions as written to typed expressions with names resolved; where all operands are known, to constants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.murphi import places, quantifying
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.folding import binary, minus, negated, ternary
from vsym.languages.murphi.places import Located, denoted, read
from vsym.languages.murphi.rings import turned
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.typing import (
    compatible,
    condition,
    fits,
    holds_scalarset,
    is_condition,
    is_number,
    mismatch,
    ordered,
    same,
)
from vsym.languages.murphi.words import ARITHMETIC, LARGEST, Equality, Order
from vsym.languages.problems import complete
from vsym.models.program.expressions import (
    BinaryOperator,
    Constant,
    Expression,
    IsMember,
    IsUndefined,
    Read,
    Ternary,
    Undefined,
)
from vsym.models.program.types import BOOLEAN, INTEGER, Ringset, Simple, Type, Union


def value_of(node: s.Expression, scope: Scope, target_type: Type | None = None) -> Expression | None:
    """The meaning of an expression, as `Scope.value` says."""
    match node:
        case s.Number(value):
            if value <= LARGEST:
                return Constant(value, INTEGER, node.span)
            scope.problems.add("VS305", node.span, "this number is too large", f"numbers go up to {LARGEST:,}")
            return None
        case s.NoValue():
            if target_type is not None:
                return Undefined(target_type, node.span)
            hint = "use `isundefined(…)` to test for an undefined variable"
            message = "`undefined` is not a value; it can only be assigned or passed"
            scope.problems.add("VS351", node.span, message, hint)
            return None
        case s.Designator():
            located = denoted(node, scope)
            return read(located.place, copied=target_type is not None) if isinstance(located, Located) else located
        case s.Calling():
            return places.call(node, scope)
        case s.Prefix():
            return _prefix(node, scope)
        case s.Chain():
            return _chain(node, scope)
        case s.Choosing():
            return _ternary(node, scope, target_type)
        case s.Quantifying():
            return quantifying.quantified(node, scope)
        case s.Counting():
            return quantifying.count(node, scope)
        case s.AskUndefined(place):
            return _is_undefined(place, node.span, scope)
        case s.AskMember():
            return _is_member(node, scope)
        case s.Path():
            return _misplaced(f"{node.quantifier} [ ]", node.span, scope)
    assert_never(node)


def _misplaced(operator: str, span: Span, scope: Scope) -> Expression | None:
    message = f"`{operator}` is about paths, but this condition is about one state"
    hint = "use temporal operators in comments `--! ctl name: …` and `--! ltl name: …`, outside comparisons"
    scope.problems.add("VS315", span, message, hint)
    return None


def _prefix(node: s.Prefix, scope: Scope) -> Expression | None:
    match node.operator:
        case "!":
            operand = condition(node.operand, scope)
            return None if operand is None else negated(operand, node.span)
        case "-" | "+":
            operand = scope.value(node.operand)
            if operand is None or not ordered(operand.type, node.operator, node.operand.span, scope):
                return None
            return minus(operand, INTEGER, node.span) if node.operator == "-" else operand
        case "AX" | "EX" | "AF" | "EF" | "AG" | "EG" | "X" | "F" | "G":
            return _misplaced(node.operator, node.span, scope)
    assert_never(node.operator)


def _chain(node: s.Chain, scope: Scope) -> Expression | None:
    operator = node.operators[0]
    match operator:
        case "U" | "W" | "R":
            return _misplaced(operator, node.span, scope)
        case "<<" | ">>" | "^":
            hint = "use `*`, `/` and `%` by powers of 2"
            scope.problems.add("VS441", node.span, f"the bitwise operator `{operator}` is not supported", hint)
            return None
        case "&" | "&&" | "|" | "||":
            single: BinaryOperator = "&" if operator in ("&", "&&") else "|"
            return _connected(node, scope, lambda operands: _balanced(single, operands, node.span))
        case "->":
            return _connected(node, scope, lambda operands: _implied(operands, node.span))
        case "=" | "!=" | "<" | "<=" | ">" | ">=":
            if len(node.operators) > 1:
                message = "comparisons do not chain"
                scope.problems.add("VS108", node.span, message, "use brackets, or put `&` between two comparisons")
                return None
            return _compared(node, operator, scope)
        case "+" | "-" | "*" | "/" | "%":
            return _computed(node, scope)
    assert_never(operator)


def _connected(node: s.Chain, scope: Scope, connect: Callable[[Sequence[Expression]], Expression]) -> Expression | None:
    operands: list[Expression] | None = complete(scope.value(operand) for operand in node.operands)
    if operands is None:
        return None
    spans = [operand.span for operand in node.operands]
    if all(is_number(operand.type) for operand in operands) and node.operators[0] in ("&", "|"):
        message = f"`{node.operators[0]}` joins conditions; as a bitwise operator it is not supported"
        scope.problems.add("VS441", node.span, message)
        return None
    conditions = [is_condition(operand, span, scope) for operand, span in zip(operands, spans, strict=True)]
    return connect(operands) if all(conditions) else None


def _balanced(operator: BinaryOperator, operands: Sequence[Expression], span: Span) -> Expression:
    """A chain of `&` or `|` as a tree of least depth, with its operands in the same order of evaluation."""
    if len(operands) == 1:
        return operands[0]
    middle = len(operands) // 2
    left, right = operands[:middle], operands[middle:]
    here = Span(span.source, operands[0].span.start, operands[-1].span.end)
    return binary(operator, _balanced(operator, left, span), _balanced(operator, right, span), BOOLEAN, here)


def _implied(operands: Sequence[Expression], span: Span) -> Expression:
    *before, last = operands
    for operand in reversed(before):
        last = binary("->", operand, last, BOOLEAN, Span(span.source, operand.span.start, span.end))
    return last


def _compared(node: s.Chain, operator: Equality | Order, scope: Scope) -> Expression | None:
    left, right = (scope.value(operand) for operand in node.operands)
    if left is None or right is None:
        return None
    spans = [operand.span for operand in node.operands]
    match operator:
        case "=" | "!=":
            if not fits(left.type, right.type, "the right side", spans[1], scope):
                return None
            return binary(operator, _asked(left, scope), _asked(right, scope), BOOLEAN, node.span)
        case "<" | "<=" | ">" | ">=":
            sides = zip((left, right), spans, strict=True)
            fine = [ordered(side.type, operator, span, scope) for side, span in sides]
            return binary(operator, left, right, BOOLEAN, node.span) if all(fine) else None


def _asked(side: Expression, scope: Scope) -> Expression:
    """One side of `=`: where the dialect is lenient, scalarsets and unions may be undefined there."""
    lenient = scope.shared.dialect.undefined == "lenient"
    if lenient and isinstance(side, Read) and (holds_scalarset(side.type) or isinstance(side.type, Union)):
        return Read(side.place, False, side.type, side.span)
    return side


def _computed(node: s.Chain, scope: Scope) -> Expression | None:
    operands = [scope.value(operand) for operand in node.operands]
    beside = (node.operators[0], *node.operators)
    result: Expression | None = None
    fine = True
    for number, (operand, operator) in enumerate(zip(operands, beside, strict=True)):
        span = node.operands[number].span
        so_far = Span(span.source, node.span.start, span.end)
        turning = operator in ("+", "-") and (_in_ring(operand) or _in_ring(result))
        if operand is None or not (turning or ordered(operand.type, operator, span, scope)):
            fine = False
        elif result is None:
            result = operand
        elif turning:
            result = turned(result, ARITHMETIC[operator], operand, so_far, scope)
            fine = fine and result is not None
        else:
            result = binary(ARITHMETIC[operator], result, operand, INTEGER, so_far)
    return result if fine else None


def _in_ring(operand: Expression | None) -> bool:
    return operand is not None and isinstance(operand.type, Ringset)


def _ternary(node: s.Choosing, scope: Scope, target_type: Type | None) -> Expression | None:
    test = condition(node.condition, scope)
    then = scope.value(node.then, target_type=target_type)
    otherwise = scope.value(node.otherwise, target_type=target_type)
    if test is None or then is None or otherwise is None:
        return None
    if not fits(then.type, otherwise.type, "the second choice", node.otherwise.span, scope):
        return None
    both = is_number(then.type) and not same(then.type, otherwise.type)
    kind: Type = INTEGER if both else then.type
    return ternary(Ternary(test, then, otherwise, kind, node.span))


def _is_undefined(node: s.Designator, span: Span, scope: Scope) -> Expression | None:
    located = denoted(node, scope)
    if isinstance(located, Located):
        return IsUndefined(located.place, span)
    return None if located is None else Constant(0, BOOLEAN, span)


def _is_member(node: s.AskMember, scope: Scope) -> Expression | None:
    operand, member = scope.value(node.value), scope.type(node.type)
    if operand is None or member is None:
        return None
    if not isinstance(member, Simple) or not compatible(operand.type, member):
        mismatch(operand.type, member, "the type", node.type.span, scope)
        return None
    return IsMember(operand, member, node.span)
