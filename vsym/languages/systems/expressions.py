"""The meaning of expressions: conditions, and terms of what the updates of a system can assign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.gsst.limits import INTEGER
from vsym.languages.gsst.signs import ON_PATHS
from vsym.languages.gsst.syntax import (
    Boolean,
    Chain,
    Conditional,
    Deadlock,
    Expression,
    Number,
    Path,
    Prefix,
    Reference,
)
from vsym.languages.problems import Problems
from vsym.logic.folding import satisfied
from vsym.logic.formula import (
    TRUE,
    Formula,
    Temporal,
    TemporalOperator,
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
"""What an expression may speak of: paths, states, or states without asking for deadlocks, which follow from guards."""

_ZERO, _ONE = Linear(), Linear((), 1)


@frozen
class Scope:
    """What names stand for: variables, and the numbers that parameters and words are; `deadlock` is what it says."""

    problems: Problems
    variables: Mapping[str, Variable]
    numbers: Mapping[str, int]
    logic: Logic = "guard"
    deadlock: Formula = TRUE

    def speaking(self, logic: Logic) -> Scope:
        """The same names where something else may be said."""
        return replace(self, logic=logic)

    def condition(self, expression: Expression) -> Formula:
        """The condition that an expression is; what is wrong is reported, and anything stands in its place."""
        match expression:
            case Boolean(value):
                return Truth(value)
            case Deadlock():
                if self.logic == "guard":
                    message = "`deadlock` follows from the guards, which cannot ask for it"
                    self.problems.add("VS315", expression.span, message, "ask in a property or in `fairness`")
                return self.deadlock
            case Reference(name) if name in self.variables and self.variables[name].boolean:
                return compare(Linear(((self.variables[name].atom, 1),)), "=", _ONE)
            case Prefix("!", operand):
                return negate(self.condition(operand))
            case Prefix(("AX" | "EX" | "AF" | "EF" | "AG" | "EG" | "X" | "F" | "G") as tense, operand):
                return self._temporal(tense, [operand], expression.span)
            case Path(quantifier, Chain((left, right), (("U" | "W" | "R") as until,))):
                return self._temporal(ON_PATHS[quantifier, until], [left, right], expression.span)
            case Path(quantifier):
                message = f"between the brackets of `{quantifier} [ ]` stands one `U`, `W` or `R`"
                self.problems.add("VS109", expression.span, message)
                return TRUE
            case Conditional(condition, value, otherwise):
                asked, one, other = (self.condition(part) for part in (condition, value, otherwise))
                return disjunction([conjunction([asked, one]), conjunction([negate(asked), other])])
            case Chain(operands, operators) if operators[0] not in ("+", "-", "*", "/", "%"):
                return self._chain(expression, operands, operators)
            case _:
                self._kind(expression, "a number stands where a condition is expected", "compare it: `… = 1`")
                return TRUE

    def term(self, expression: Expression) -> Term:
        """The term that an expression is; what is wrong is reported, and anything stands in its place."""
        match expression:
            case Number(digits):
                return Linear((), self._within(int(digits) if len(digits) < 30 else INTEGER + 1, expression.span))
            case Boolean(value):
                return _ONE if value else _ZERO
            case Reference(name) if name in self.variables:
                return Linear(((self.variables[name].atom, 1),))
            case Reference(name) if name in self.numbers:
                return Linear((), self.numbers[name])
            case Reference():
                self._kind(expression, "", None)
                return _ZERO
            case Prefix("-", operand):
                return self.linear(operand) * -1
            case Conditional(condition, value, otherwise):
                return _case(self.condition(condition), self.term(value), self.term(otherwise))
            case Chain(operands, (("+" | "-"), *_) as operators):
                found = self.linear(operands[0])
                for sign, operand in zip(operators, operands[1:], strict=True):
                    found += self.linear(operand) * (1 if sign == "+" else -1)
                self._within(found.constant, expression.span)
                return found
            case Chain(operands, (("*" | "/" | "%"), *_) as operators):
                product = self.term(operands[0])
                for sign, operand in zip(operators, operands[1:], strict=True):
                    product = self._product(product, sign, operand, expression.span)
                return product
            case _:
                message = "a condition stands where a number is expected"
                self._kind(expression, message, "`if … then 1 else 0` is one, and `<->` compares conditions")
                return _ZERO

    def linear(self, expression: Expression) -> Linear:
        """The linear term that an expression is; all else is reported."""
        found = self.term(expression)
        if isinstance(found, Linear):
            return found
        message = "cases, quotients and remainders stand alone on the right of `:=`"
        self.problems.add("VS303", expression.span, message, "give it a variable of its own")
        return _ZERO

    def number(self, expression: Expression) -> int:
        """The constant that an expression is; all else is reported."""
        found = self.term(expression)
        if isinstance(found, Linear) and not found.terms:
            return found.constant
        self.problems.add("VS319", expression.span, "this has to be the same number in every state")
        return 0

    def assigned(self, variable: Variable, expression: Expression) -> Term:
        """What is assigned to a variable; to a Boolean one, a condition may be."""
        if variable.boolean and _is_condition(expression):
            return _case(self.condition(expression), _ONE, _ZERO)
        return self.term(expression)

    def _chain(self, chain: Chain, operands: Sequence[Expression], operators: Sequence[str]) -> Formula:
        sign: Any = operators[0]
        if sign in ("=", "!=", "<", "<=", ">", ">="):
            if len(operators) > 1:
                message = "comparisons are not chained"
                self.problems.add("VS108", chain.span, message, "write `a < b & b < c`")
            return compare(self.linear(operands[0]), sign, self.linear(operands[1]))
        if sign in ("U", "W", "R"):
            found = self.condition(operands[-1])
            for operator, operand in zip(reversed(operators), reversed(operands[:-1]), strict=True):
                until: Any = operator
                found = self._of_paths(until, [self.condition(operand), found], chain.span)
            return found
        parts = [self.condition(operand) for operand in operands]
        match sign:
            case "&" | "\\":
                if "\\" in operators:
                    self.problems.add("VS302", chain.span, "`\\` is of sets of processes, which systems do not have")
                return conjunction(parts)
            case "|":
                return disjunction(parts)
            case "->":
                found = parts[-1]
                for part in reversed(parts[:-1]):
                    found = disjunction([negate(part), found])
                return found
        found = parts[0]
        for part in parts[1:]:
            found = equivalence(found, part)
        return found

    def _temporal(self, operator: TemporalOperator, operands: Sequence[Expression], span: Span) -> Formula:
        return self._of_paths(operator, [self.condition(operand) for operand in operands], span)

    def _of_paths(self, operator: TemporalOperator, operands: Sequence[Formula], span: Span) -> Formula:
        logic = "ctl" if operator[0] in "AE" else "ltl"
        if self.logic not in ("ctl", "ltl"):
            message, hint = f"`{operator}` speaks of paths, and this condition of one state", "ask in `ctl` or `ltl`"
            self.problems.add("VS315", span, message, hint)
        elif logic != self.logic:
            message = f"`{operator}` is not an operator of {self.logic.upper()}"
            self.problems.add("VS315", span, message, f"{logic.upper()} has it: `{logic} …`")
        return Temporal(operator, tuple(operands))

    def _product(self, left: Term, sign: str, operand: Expression, span: Span) -> Term:
        if sign == "*":
            right = self.term(operand)
            if not isinstance(left, Linear) or not isinstance(right, Linear) or (left.terms and right.terms):
                self.problems.add("VS303", span, "a product has one factor at most that is no number")
                return _ZERO
            found = left * right.constant if left.terms else right * left.constant
            self._within(found.constant, span)
            return found
        divisor = self.number(operand)
        if divisor <= 0:
            self.problems.add("VS304", operand.span, f"`{sign}` divides by a positive number, not by {divisor}")
            return _ZERO
        if isinstance(left, Linear) and not left.terms:
            return Linear((), left.constant // divisor if sign == "/" else left.constant % divisor)
        return Quotient(left, divisor) if sign == "/" else Remainder(left, divisor)

    def _within(self, value: int, span: Span) -> int:
        if abs(value) > INTEGER:
            self.problems.add("VS305", span, "this number is too large", "numbers go up to 10^18")
            return 0
        return value

    def _kind(self, expression: Expression, message: str, hint: str | None) -> None:
        """Report a name that is unknown, or what is of another kind than has to stand here."""
        known = (*self.variables, *self.numbers)
        if isinstance(expression, Reference) and expression.name not in known:
            message, hint = f"no variable, parameter or word is called `{expression.name}`", None
            self.problems.add("VS201", expression.span, message, did_you_mean(expression.name, known))
        else:
            self.problems.add("VS301", expression.span, message, hint)


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


def observed(system: System, expression: Expression, scope: Scope) -> Observation:
    """The value of an expression; what is wrong with it is reported."""
    if _is_condition(expression) or (isinstance(expression, Reference) and _is_boolean(expression.name, scope)):
        return Observation(system, _ZERO, scope.speaking("state").condition(expression))
    return Observation(system, scope.term(expression))


def _is_boolean(name: str, scope: Scope) -> bool:
    return name in scope.variables and scope.variables[name].boolean


def _is_condition(expression: Expression) -> bool:
    """Whether an expression can be no number."""
    match expression:
        case Boolean() | Deadlock() | Path():
            return True
        case Prefix(operator):
            return operator != "-"
        case Chain(_, operators):
            return operators[0] not in ("+", "-", "*", "/", "%")
        case Conditional(_, value):
            return _is_condition(value) and not isinstance(value, Boolean)
    return False


def _case(condition: Formula, value: Term, otherwise: Term) -> Term:
    """The value where a condition holds, else the other one."""
    if isinstance(condition, Truth):
        return value if condition.value else otherwise
    if isinstance(otherwise, Case):
        return Case(((condition, value), *otherwise.branches), otherwise.otherwise)
    return Case(((condition, value),), otherwise)
