"""The meaning of expressions: conditions, and the terms that the updates of a system can assign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.problems import Problems
from vsym.languages.systems.declarations import Node
from vsym.logic.folding import satisfied
from vsym.logic.formula import (
    TRUE,
    Formula,
    Temporal,
    Truth,
    compare,
    conjunction,
    disjunction,
    equivalence,
    negate,
)
from vsym.logic.terms import Linear
from vsym.system.step import Vector, reader
from vsym.system.system import Case, Quotient, Remainder, System, Term, Variable, evaluate

Logic: TypeAlias = Literal["ctl", "ltl", "state", "guard"]
"""The matters of an expression: paths, states, or states without `deadlock`, which depends on the guards."""

INTEGER = 10**18
"""The largest number in a text."""

_ZERO, _ONE = Linear(), Linear((), 1)


@frozen
class Scope:
    """The meanings of names: variables, and the numbers of parameters and words; `deadlock` is that word's meaning."""

    problems: Problems
    variables: Mapping[str, Variable]
    numbers: Mapping[str, int]
    logic: Logic = "guard"
    deadlock: Formula = TRUE

    def speaking(self, logic: Logic) -> Scope:
        """The same names, with other operators allowed."""
        return replace(self, logic=logic)

    def condition(self, node: Node) -> Formula:
        """The condition of an expression; reports errors, with some condition in their place."""
        match node:
            case Node("truth", text):
                return Truth(text == "true")
            case Node("deadlock"):
                if self.logic == "guard":
                    message = "`deadlock` depends on the guards, so they cannot use it"
                    self.problems.add("VS315", node.span, message, "use it in a property or in `fairness`")
                return self.deadlock
            case Node("name", name) if name in self.variables and self.variables[name].boolean:
                return compare(Linear(((self.variables[name].atom, 1),)), "=", _ONE)
            case Node("prefix", "!", _, [operand]):
                return negate(self.condition(operand))
            case Node("path", quantifier, _, [Node("chain", text, _, [_, _] as sides)]) if text in "UWR":
                return self._temporal(f"{quantifier}{text}", sides, node.span)
            case Node("path", quantifier):
                message = f"`{quantifier} [ ]` takes two conditions with `U`, `W` or `R` between them"
                self.problems.add("VS109", node.span, message)
                return TRUE
            case Node("conditional", _, _, operands):
                test, one, other = map(self.condition, operands)
                return disjunction([conjunction([test, one]), conjunction([negate(test), other])])
            case Node("prefix", operator, _, operands) if operator != "-":
                return self._temporal(operator, operands, node.span)
            case Node("chain") if node.is_condition:
                return self._chain(node)
        self._kind(node, "expected a condition, but this is a number", "compare it: `… = 1`")
        return TRUE

    def term(self, node: Node) -> Term:
        """The term of an expression; reports errors, with some term in their place."""
        match node:
            case Node("number", digits):
                return Linear((), self._within(int(digits) if len(digits) < 30 else INTEGER + 1, node.span))
            case Node("truth", text):
                return _ONE if text == "true" else _ZERO
            case Node("name", name) if name in self.variables:
                return Linear(((self.variables[name].atom, 1),))
            case Node("name", name) if name in self.numbers:
                return Linear((), self.numbers[name])
            case Node("prefix", "-", _, [operand]):
                return self.linear(operand) * -1
            case Node("conditional", _, _, [condition, value, otherwise]):
                return _case(self.condition(condition), self.term(value), self.term(otherwise))
            case Node("chain", "+" | "-", _, [first, *others], signs):
                total = self.linear(first)
                for sign, operand in zip(signs, others, strict=True):
                    total += self.linear(operand) * (1 if sign == "+" else -1)
                self._within(total.constant, node.span)
                return total
            case Node("chain", "*" | "/" | "%", _, [first, *others], signs):
                product = self.term(first)
                for sign, operand in zip(signs, others, strict=True):
                    product = self._product(product, sign, operand, node.span)
                return product
        hint = "use `if … then 1 else 0`, or compare conditions with `<->`"
        self._kind(node, "expected a number, but this is a condition", hint)
        return _ZERO

    def linear(self, node: Node) -> Linear:
        """The linear term of an expression; any other term is reported."""
        term = self.term(node)
        if isinstance(term, Linear):
            return term
        message = "a case, quotient or remainder must be the whole right side of `:=`"
        self.problems.add("VS303", node.span, message, "assign it to a variable of its own")
        return _ZERO

    def number(self, node: Node) -> int:
        """The constant of an expression; any other term is reported."""
        term = self.term(node)
        if isinstance(term, Linear) and not term.terms:
            return term.constant
        self.problems.add("VS319", node.span, "expected a constant, but this depends on the state")
        return 0

    def assigned(self, variable: Variable, node: Node) -> Term:
        """The term that is assigned to a variable; a Boolean variable also takes a condition."""
        if variable.boolean and node.is_condition:
            return _case(self.condition(node), _ONE, _ZERO)
        return self.term(node)

    def _chain(self, chain: Node) -> Formula:
        sign: Any = chain.text
        if sign in ("=", "!=", "<", "<=", ">", ">="):
            if len(chain.signs) > 1:
                message = "comparisons do not chain"
                self.problems.add("VS108", chain.span, message, "write `a < b & b < c`")
            return compare(self.linear(chain.operands[0]), sign, self.linear(chain.operands[1]))
        *parts, formula = map(self.condition, chain.operands)
        if sign == "&":
            return conjunction([*parts, formula])
        if sign == "|":
            return disjunction([*parts, formula])
        for operator, part in zip(reversed(chain.signs), reversed(parts), strict=True):
            if operator == "->":
                formula = disjunction([negate(part), formula])
            elif operator == "<->":
                formula = equivalence(part, formula)
            else:
                formula = self._of_paths(operator, [part, formula], chain.span)
        return formula

    def _temporal(self, operator: str, operands: Sequence[Node], span: Span) -> Formula:
        return self._of_paths(operator, [self.condition(operand) for operand in operands], span)

    def _of_paths(self, operator: Any, operands: Sequence[Formula], span: Span) -> Formula:
        logic = "ctl" if operator[0] in "AE" else "ltl"
        if self.logic not in ("ctl", "ltl"):
            message = f"`{operator}` is about paths, but this condition is about one state"
            self.problems.add("VS315", span, message, "use it in `ctl` or `ltl`")
        elif logic != self.logic:
            message = f"`{operator}` is not an operator of {self.logic.upper()}"
            self.problems.add("VS315", span, message, f"it belongs to {logic.upper()}: `{logic} …`")
        return Temporal(operator, tuple(operands))

    def _product(self, left: Term, sign: str, operand: Node, span: Span) -> Term:
        if sign == "*":
            right = self.term(operand)
            if not isinstance(left, Linear) or not isinstance(right, Linear) or (left.terms and right.terms):
                self.problems.add("VS303", span, "`*` needs a constant on one side")
                return _ZERO
            product = left * right.constant if left.terms else right * left.constant
            self._within(product.constant, span)
            return product
        divisor = self.number(operand)
        if divisor <= 0:
            self.problems.add("VS304", operand.span, f"`{sign}` needs a positive divisor, not {divisor}")
            return _ZERO
        if isinstance(left, Linear) and not left.terms:
            return Linear((), left.constant // divisor if sign == "/" else left.constant % divisor)
        return Quotient(left, divisor) if sign == "/" else Remainder(left, divisor)

    def _within(self, value: int, span: Span) -> int:
        if abs(value) > INTEGER:
            self.problems.add("VS305", span, "this number is too large", "numbers go up to 10^18")
            return 0
        return value

    def _kind(self, node: Node, message: str, hint: str | None) -> None:
        """Report a name that is unknown, or an expression of another kind than is expected here."""
        names = (*self.variables, *self.numbers)
        if node.kind == "name" and node.text not in names:
            message, hint = f"`{node.text}` is not a variable, parameter or word", None
            self.problems.add("VS201", node.span, message, did_you_mean(node.text, names))
        else:
            self.problems.add("VS301", node.span, message, hint)


@frozen
class Observation:
    """A term, or a condition, looked at in the states of a system."""

    system: System
    value: Term
    condition: Formula | None = None

    def told(self, state: Vector, /) -> str:
        """The value in a state as the language writes it."""
        value_of = reader(self.system, state)
        if self.condition is not None:
            return "true" if satisfied(self.condition, value_of) else "false"
        return str(evaluate(self.value, value_of))


def observed(system: System, node: Node, scope: Scope) -> Observation:
    """The value of an expression; reports its errors."""
    variable = scope.variables.get(node.text) if node.kind == "name" else None
    if node.is_condition or (variable is not None and variable.boolean):
        return Observation(system, _ZERO, scope.speaking("state").condition(node))
    return Observation(system, scope.term(node))


def _case(condition: Formula, value: Term, otherwise: Term) -> Term:
    """The value where a condition holds, else the other one."""
    if isinstance(condition, Truth):
        return value if condition.value else otherwise
    if isinstance(otherwise, Case):
        return Case(((condition, value), *otherwise.branches), otherwise.otherwise)
    return Case(((condition, value),), otherwise)
