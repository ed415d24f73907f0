"""Declarations and expressions as written, before any name has a meaning, and how the parser's tree becomes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from lark import Token

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.parsing import Children, TreeBuilder, made
from vsym.languages.precedence import OTHER_SPELLINGS, Precedence


@frozen
class Node:
    """An expression, or a name where it is declared. A leaf has its own `text`. With operands, `text` is the sign
    before them, or of a chain its first operator."""

    kind: Literal["number", "name", "truth", "deadlock", "prefix", "chain", "path", "conditional", "range"]
    text: str
    span: Span
    operands: tuple[Node, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def is_condition(self) -> bool:
        """True where it can be no number."""
        if self.kind == "conditional":
            return self.operands[1].is_condition and self.operands[1].kind != "truth"
        arithmetic = ("+", "-", "*", "/", "%")
        return self.kind not in ("number", "name", "range") and self.text not in arithmetic


@frozen
class SystemName:
    """`system name`."""

    name: Node
    span: Span


@frozen
class Parameter:
    """`param name = value`."""

    name: Node
    value: Node
    span: Span


@frozen
class Declared:
    """`var name : values`, which are a range, words, or `bool` where there are none."""

    name: Node
    values: Node | tuple[Node, ...] | None
    span: Span


@frozen
class Stated:
    """A predicate after a word: it holds in all states, in the initial ones, or infinitely often."""

    word: Literal["domain", "init", "fairness"]
    formula: Node
    span: Span


@frozen
class Assignment:
    """`variable := value`."""

    variable: Node
    value: Node
    span: Span


@frozen
class EventDeclaration:
    """An event with its label and its guard, and with its assignments or its error."""

    name: Node
    label: str | None
    guard: Node | None
    update: tuple[Assignment, ...]
    error: str | None
    span: Span


@frozen
class Asked:
    """A property."""

    logic: Literal["ctl", "ltl", "invariant"]
    name: Node
    formula: Node
    span: Span


Declaration: TypeAlias = SystemName | Parameter | Declared | Stated | EventDeclaration | Asked


@frozen
class File:
    """The declarations of a text."""

    declarations: tuple[Declaration, ...]
    span: Span


def expressions(declared: Declaration) -> tuple[Node, ...]:
    """The expressions that stand in a declaration, in their order."""
    match declared:
        case Parameter(_, value):
            return (value,)
        case Declared(_, Node() as over):
            return over.operands
        case Stated(_, formula) | Asked(_, _, formula):
            return (formula,)
        case EventDeclaration(_, _, guard, update):
            return (*(() if guard is None else (guard,)), *(one.value for one in update))
    return ()


_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_INFIX = ("<->", "->", "|", "&", "U", "W", "R", *_COMPARISONS, "+", "-", "*", "/", "%")
_PREFIX = ("!", "-", "AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G")
_UNTIL = frozenset("UWR")

PRECEDENCE: Precedence[Node, str, str] = Precedence(
    (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&"}), _UNTIL),
    (frozenset(_COMPARISONS), frozenset("+-"), frozenset("*/%")),
    frozenset({"-"}),
    _UNTIL,
    {sign: sign for sign in _INFIX},
    {sign: sign for sign in _PREFIX},
    lambda operands, signs, span: Node("chain", signs[0], span, operands, signs),
    lambda sign, operand, span: Node("prefix", sign, span, (operand,)),
)
"""The meaning of a flat list of operands and operators, as in all formulas."""


def _leaf(kind: Literal["number", "truth", "deadlock"]) -> Callable[[Any, Children], Node]:
    """The method for a rule that is one token."""
    return lambda self, children: Node(kind, str(children[0]), self._span(children))


class Builder(TreeBuilder[File]):
    """One method per rule of systems.lark, each from the children (values and all tokens) to the rule's value."""

    def start(self, children: Children) -> File:
        return File(tuple(children), Span(self._source, 0, len(self._source.text)))

    system = made(SystemName)
    parameter = made(Parameter)
    words = update = TreeBuilder.listed
    condition = hint = TreeBuilder.only
    assignment = made(Assignment)

    def variable(self, children: Children) -> Declared:
        _, name, _, values = children
        listed = None if isinstance(values, Token) else values
        whole = self._span(children[:3] if isinstance(values, tuple) else children)
        end = self._source.text.find("}", whole.end) + 1 if isinstance(values, tuple) else 0
        return Declared(self._token(name), listed, Span(self._source, whole.start, end or whole.end))

    def domain(self, children: Children) -> Stated:
        return Stated(children[0].value, children[1], self._span(children))

    initial = domain
    fairness = domain

    def event(self, children: Children) -> EventDeclaration:
        _, name, *clauses = children
        label = error = guard = None
        update: tuple[Assignment, ...] = ()
        for clause in clauses:
            match clause:
                case Token():
                    label = clause[1:-1]
                case Node():
                    guard = clause
                case [Token() as text]:
                    error = text[1:-1]
                case _:
                    update = clause
        last = children[-1]
        whole = self._span([*children[:-1], last[-1] if isinstance(last, tuple) else last])
        return EventDeclaration(self._token(name), label, guard, update, error, whole)

    def error(self, children: Children) -> tuple[Token]:
        return (children[1],)

    def stated(self, children: Children) -> Asked:
        name, formula = self._values(children)
        return Asked(children[0].value, name, formula, self._span(children))

    def formula(self, children: Children) -> Node:
        return PRECEDENCE.shape(self._operators(children, OTHER_SPELLINGS))

    def path(self, children: Children) -> Node:
        body = PRECEDENCE.shape(self._operators(children[2:-1], OTHER_SPELLINGS), path=True)
        return Node("path", str(children[0]), self._span(children), (body,))

    parenthesized = TreeBuilder.widened

    def conditional(self, children: Children) -> Node:
        return Node("conditional", "if", self._span(children), tuple(children[1::2]))

    def range(self, children: Children) -> Node:
        return Node("range", "..", self._span(children), tuple(children[::2]))

    reference = TreeBuilder.only

    number = _leaf("number")
    truth = _leaf("truth")
    deadlock = _leaf("deadlock")

    def _token(self, token: Token) -> Node:
        return Node("name", str(token), self._span([token]))
