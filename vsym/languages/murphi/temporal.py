"""Formulas of CTL and LTL in annotations, whose atoms are conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Literal, TypeAlias, assert_never

from vsym.basics.source import Span
from vsym.languages.murphi.conditions import predicate
from vsym.languages.murphi.constants import condition
from vsym.languages.murphi.instances import instances
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.signs import TENSES, UNTIL, Until
from vsym.languages.murphi.syntax import expressions as s
from vsym.logic.formula import Formula, Temporal, TemporalOperator, conjunction, disjunction, negate

Logic: TypeAlias = Literal["ctl", "ltl"]


def formula(node: s.Expression, logic: Logic, scope: Scope) -> Formula | None:
    """What a formula means; None where it has an error, which has been reported."""
    if not _is_temporal(node):
        found = condition(node, scope)
        return None if found is None else predicate(found, node.span, scope)
    match node:
        case s.Prefix(operator, operand):
            inner = formula(operand, logic, scope)
            return None if inner is None else _prefixed(operator, inner, node.span, logic, scope)
        case s.Chain():
            return _chain(node, logic, scope)
        case s.Path():
            return _path(node, logic, scope)
        case s.Quantifying(word, (first, *rest), body, span):
            inside = s.Quantifying(word, tuple(rest), body, span) if rest else body
            found_in = [formula(inside, logic, inner) for inner in instances(first, scope)]
            known = [one for one in found_in if one is not None]
            if len(known) < len(found_in):
                return None
            return conjunction(known) if word == "forall" else disjunction(known)
        case _:
            condition(node, scope)
            return None


def _prefixed(operator: str, operand: Formula, span: Span, logic: Logic, scope: Scope) -> Formula | None:
    if operator == "!":
        return negate(operand)
    if operator not in TENSES:
        scope.problems.add("VS301", span, f"`{operator}` stands before a number, and this is a formula")
        return None
    tense = TENSES[operator]
    branching = tense not in ("X", "F", "G")
    if branching == (logic == "ctl"):
        return Temporal(tense, (operand,))
    hint = f"put `A` or `E` before it: `A{tense}`, `E{tense}`"
    if logic == "ltl":
        hint = f"a path is meant already: `{tense[1]}`, without `{tense[0]}`"
    scope.problems.add("VS315", span, f"`{tense}` is not an operator of {logic.upper()}", hint)
    return None


def _chain(node: s.Chain, logic: Logic, scope: Scope) -> Formula | None:
    operator = node.operators[0]
    operands = [formula(operand, logic, scope) for operand in node.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    match operator:
        case "&" | "&&":
            return conjunction(known)
        case "|" | "||":
            return disjunction(known)
        case "->":
            *before, last = known
            return disjunction([*map(negate, before), last])
        case "U" | "W" | "R":
            if logic == "ctl":
                hint = f"write `A [p {operator} q]` or `E [p {operator} q]`"
                scope.problems.add("VS315", node.span, f"`{operator}` is not an operator of CTL", hint)
                return None
            return _until(known, [UNTIL[one] for one in node.operators])
        case _:
            message = f"`{operator}` stands between values, and this is a formula"
            scope.problems.add("VS301", node.span, message)
            return None


def _until(operands: list[Formula], operators: list[Until]) -> Formula:
    """Operators to the right."""
    last = operands[-1]
    for operand, operator in zip(reversed(operands[:-1]), reversed(operators), strict=True):
        last = Temporal(operator, (operand, last))
    return last


def _path(node: s.Path, logic: Logic, scope: Scope) -> Formula | None:
    body = node.body
    if not isinstance(body, s.Chain) or len(body.operators) != 1 or body.operators[0] not in UNTIL:
        message = f"`{node.quantifier} [ … ]` holds one `U`, `W` or `R`"
        scope.problems.add("VS109", node.span, message)
        return None
    operands = [formula(operand, logic, scope) for operand in body.operands]
    if logic == "ltl":
        hint = "a path is meant already: `p U q`"
        scope.problems.add("VS315", node.span, f"`{node.quantifier} [ ]` is not an operator of LTL", hint)
        return None
    known = tuple(operand for operand in operands if operand is not None)
    operator = _on_paths(node.quantifier, UNTIL[body.operators[0]])
    return Temporal(operator, known) if len(known) == 2 else None


def _on_paths(quantifier: Literal["A", "E"], until: Until) -> TemporalOperator:
    match until:
        case "U":
            return "AU" if quantifier == "A" else "EU"
        case "W":
            return "AW" if quantifier == "A" else "EW"
        case "R":
            return "AR" if quantifier == "A" else "ER"
    assert_never(until)


def _is_temporal(node: object) -> bool:
    return any(
        isinstance(part, s.Path)
        or (isinstance(part, s.Prefix) and part.operator in TENSES)
        or (isinstance(part, s.Chain) and part.operators[0] in UNTIL)
        for part in _parts(node)
    )


def _parts(node: object) -> Iterator[object]:
    """A value and everything in it."""
    stack = [node]
    while stack:
        value = stack.pop()
        if isinstance(value, tuple):
            stack += value
        elif is_dataclass(value) and not isinstance(value, Span | type):
            yield value
            stack += vars(value).values()
