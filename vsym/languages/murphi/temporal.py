"""Formulas of CTL and LTL in annotations: their atoms are conditions, and quantifiers are written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, assert_never

from vsym.basics.source import Span
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.scope import Scope, Valued
from vsym.languages.murphi.types import simple_type
from vsym.languages.murphi.typing import condition, constant
from vsym.languages.murphi.words import INSTANCES, TENSES
from vsym.languages.precedence import ON_PATHS, UNTIL
from vsym.languages.problems import complete
from vsym.languages.walking import everything
from vsym.logic.formula import Formula, Temporal, Truth, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, linear
from vsym.models.program.expressions import Constant, Expression
from vsym.models.program.program import Condition
from vsym.models.program.types import INTEGER, Simple


def instances(node: s.Quantifier, scope: Scope) -> Iterator[Scope]:
    """A scope for every value of a quantifier; none where it has an error, or more than can be written out, which has
    been reported."""
    match node:
        case s.Over(name, type_):
            kind = simple_type(type_, scope)
            if kind is not None and _few(kind.cardinality, node, scope):
                yield from (_instance(name, value, kind, scope) for value in kind.values())
        case s.Along(name, first, last, by):
            low, high = constant(first, scope), constant(last, scope)
            step = 1 if by is None else constant(by, scope)
            if low is None or high is None or step is None:
                return
            if step == 0:
                scope.problems.add("VS304", node.span, "a step of 0 never ends")
                return
            values = range(low, high + (1 if step > 0 else -1), step)
            if _few(len(values), node, scope):
                yield from (_instance(name, value, INTEGER, scope) for value in values)
        case _:
            assert_never(node)


def _few(number: int, node: s.Quantifier, scope: Scope) -> bool:
    if number <= INSTANCES:
        return True
    message = f"this expands to {number:,} temporal formulas; the limit is {INSTANCES:,}"
    scope.problems.add("VS310", node.span, message)
    return False


def _instance(name: s.Name, value: int, kind: Simple, scope: Scope) -> Scope:
    inner = scope.inner()
    inner.instance = (*scope.instance, (name.text, kind.text(value)))
    inner.declare(name, Valued(Constant(value, kind, name.span)))
    return inner


def truth(atom: Atom) -> Formula:
    """The formula that an atom is 1."""
    return compare(linear([(atom, 1)]), "=", Linear((), 1))


def atom(expression: Expression, span: Span, scope: Scope) -> Condition:
    """A condition with its text, which includes the values of its instance."""
    return Condition(expression, spelled(span, scope))


def predicate(expression: Expression, span: Span, scope: Scope) -> Formula:
    """The formula that a condition is true."""
    if isinstance(expression, Constant):
        return Truth(bool(expression.value))
    return truth(atom(expression, span, scope))


def spelled(span: Span, scope: Scope) -> str:
    """The text of a condition on one line, with the values of its instance."""
    values = ", ".join(f"{name} = {value}" for name, value in scope.instance)
    text = " ".join(span.text.split())
    return f"{text} [{values}]" if values else text


Logic: TypeAlias = Literal["ctl", "ltl"]


def formula(node: s.Expression, logic: Logic, scope: Scope) -> Formula | None:
    """The meaning of a formula; None where it has an error, which has been reported."""
    if not _is_temporal(node):
        meaning = condition(node, scope)
        return None if meaning is None else predicate(meaning, node.span, scope)
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
            scopes = instances(first, scope)
            written_out: list[Formula] | None = complete(formula(inside, logic, inner) for inner in scopes)
            if written_out is None:
                return None
            return conjunction(written_out) if word == "forall" else disjunction(written_out)
        case _:
            condition(node, scope)
            return None


def _prefixed(operator: str, operand: Formula, span: Span, logic: Logic, scope: Scope) -> Formula | None:
    if operator == "!":
        return negate(operand)
    if operator not in TENSES:
        scope.problems.add("VS301", span, f"`{operator}` needs a number, but this is a temporal formula")
        return None
    tense = TENSES[operator]
    branching = tense not in ("X", "F", "G")
    if branching == (logic == "ctl"):
        return Temporal(tense, (operand,))
    hint = f"put `A` or `E` before it: `A{tense}`, `E{tense}`"
    if logic == "ltl":
        hint = f"an LTL formula is about one path: write `{tense[1]}` without `{tense[0]}`"
    scope.problems.add("VS315", span, f"`{tense}` is not an operator of {logic.upper()}", hint)
    return None


def _chain(node: s.Chain, logic: Logic, scope: Scope) -> Formula | None:
    operator = node.operators[0]
    operands: list[Formula] | None = complete(formula(operand, logic, scope) for operand in node.operands)
    if operands is None:
        return None
    *before, last = operands
    match operator:
        case "&" | "&&":
            return conjunction(operands)
        case "|" | "||":
            return disjunction(operands)
        case "->":
            return disjunction([*map(negate, before), last])
        case "U" | "W" | "R":
            if logic == "ctl":
                hint = f"write `A [p {operator} q]` or `E [p {operator} q]`"
                scope.problems.add("VS315", node.span, f"`{operator}` is not an operator of CTL", hint)
                return None
            for operand, until in zip(reversed(before), reversed(node.operators), strict=True):
                last = Temporal(UNTIL[until], (operand, last))
            return last
        case _:
            message = f"`{operator}` needs values, but this is a temporal formula"
            scope.problems.add("VS301", node.span, message)
            return None


def _path(node: s.Path, logic: Logic, scope: Scope) -> Formula | None:
    body = node.body
    if not isinstance(body, s.Chain) or len(body.operators) != 1 or body.operators[0] not in UNTIL:
        message = f"`{node.quantifier} [ ]` takes two conditions with `U`, `W` or `R` between them"
        scope.problems.add("VS109", node.span, message)
        return None
    operands: list[Formula] | None = complete(formula(operand, logic, scope) for operand in body.operands)
    if logic == "ltl":
        hint = "an LTL formula is about one path: write `p U q`"
        scope.problems.add("VS315", node.span, f"`{node.quantifier} [ ]` is not an operator of LTL", hint)
        return None
    operator = ON_PATHS[node.quantifier, UNTIL[body.operators[0]]]
    return None if operands is None else Temporal(operator, tuple(operands))


def _is_temporal(node: object) -> bool:
    return any(
        isinstance(part, s.Path)
        or (isinstance(part, s.Prefix) and part.operator in TENSES)
        or (isinstance(part, s.Chain) and part.operators[0] in UNTIL)
        for part in everything(node)
    )
