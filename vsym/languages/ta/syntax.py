"""Declarations and formulas as written, before any name has a meaning, and how the parser's tree becomes them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from lark import Token

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.parsing import Children, TreeBuilder, gathered, made
from vsym.languages.precedence import Precedence


@frozen
class Node:
    """A formula or a term, or a name where it is declared. A leaf has its own `text`. With operands, `text` is the sign
    before them, or of a chain its first operator."""

    kind: Literal["number", "name", "truth", "prefix", "chain"]
    text: str
    span: Span
    operands: tuple[Node, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def is_condition(self) -> bool:
        """True where it can be no number."""
        return self.kind not in ("number", "name") and self.text not in ("+", "-", "*")


@frozen
class Names:
    """`local`, `shared`, `parameters` or `unknowns` with the names after it."""

    word: Literal["local", "shared", "parameters", "unknowns"]
    names: tuple[Node, ...]
    span: Span


@frozen
class Definition:
    """`define name == body;`."""

    name: Node
    body: Node
    span: Span


@frozen
class Conditions:
    """`assumptions { … }` or `inits { … }`."""

    word: Literal["assumptions", "inits"]
    formulas: tuple[Node, ...]
    span: Span


@frozen
class Location:
    """`name: [0];`."""

    name: Node
    span: Span


@frozen
class Locations:
    """`locations { … }`."""

    locations: tuple[Location, ...]
    span: Span


@frozen
class Assigned:
    """`variable' == value;`."""

    variable: Node
    value: Node
    span: Span


@frozen
class Named:
    """`unchanged(x, y);` or `reset(x, y);`."""

    word: Literal["unchanged", "reset"]
    variables: tuple[Node, ...]
    span: Span


Action: TypeAlias = Assigned | Named


@frozen
class Rule:
    """`number: source -> target when (guard) do { … };`."""

    number: str
    place: Span
    source: Node
    target: Node
    guard: Node
    actions: tuple[Action, ...]
    span: Span


@frozen
class Rules:
    """`rules { … }`."""

    rules: tuple[Rule, ...]
    span: Span


@frozen
class Specification:
    """`name: formula;`."""

    name: Node
    formula: Node
    span: Span


@frozen
class Specifications:
    """`specifications { … }`."""

    specifications: tuple[Specification, ...]
    span: Span


Declaration: TypeAlias = Names | Definition | Conditions | Locations | Rules | Specifications


@frozen
class File:
    """The name and the declarations of an automaton; declarations alone have no name."""

    name: Node | None
    declarations: tuple[Declaration, ...]
    span: Span

    def names(self, word: str) -> tuple[Node, ...]:
        """The names after `shared`, `parameters` or `unknowns`."""
        listed = (one.names for one in self.declarations if isinstance(one, Names) and one.word == word)
        return tuple(name for names in listed for name in names)

    def conditions(self, word: str) -> tuple[Node, ...]:
        """The formulas of `assumptions` or `inits`."""
        stated = (one.formulas for one in self.declarations if isinstance(one, Conditions) and one.word == word)
        return tuple(formula for formulas in stated for formula in formulas)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """Its definitions."""
        return tuple(one for one in self.declarations if isinstance(one, Definition))

    @property
    def locations(self) -> tuple[Location, ...]:
        """Its locations."""
        return tuple(each for one in self.declarations if isinstance(one, Locations) for each in one.locations)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Its rules."""
        return tuple(each for one in self.declarations if isinstance(one, Rules) for each in one.rules)

    @property
    def specifications(self) -> tuple[Specification, ...]:
        """Its specifications."""
        stated = (one for one in self.declarations if isinstance(one, Specifications))
        return tuple(each for one in stated for each in one.specifications)


_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_SPELLINGS = {"=!": "!="}

PRECEDENCE: Precedence[Node, str, str] = Precedence(
    (frozenset({"->"}), frozenset({"||"}), frozenset({"&&"})),
    (frozenset(_COMPARISONS), frozenset("+-"), frozenset("*")),
    frozenset({"-"}),
    frozenset(),
    {sign: sign for sign in ("->", "||", "&&", *_COMPARISONS, "+", "-", "*")},
    {sign: sign for sign in ("!", "-", "[]", "<>")},
    lambda operands, signs, span: Node("chain", signs[0], span, operands, signs),
    lambda sign, operand, span: Node("prefix", sign, span, (operand,)),
)
"""The meaning of a flat list of operands and operators."""


class Builder(TreeBuilder[File]):
    """One method per rule of ta.lark, each from the children (values and all tokens) to the rule's value."""

    def start(self, children: Children) -> File:
        first = children[1] if isinstance(children[0], Token) else None
        name = None if first is None else self._token(first)
        declarations = tuple(child for child in children if not isinstance(child, Token))
        return File(name, declarations, Span(self._source, 0, len(self._source.text)))

    def local(self, children: Children) -> Names:
        word: Any = str(children[0])
        return Names(word, tuple(self._values(children)), self._span(children))

    shared = parameters = unknowns = local
    definition = made(Definition)
    locations = gathered(Locations)
    rules = gathered(Rules)
    specification = made(Specification)
    specifications = gathered(Specifications)
    when = TreeBuilder.only
    do = TreeBuilder.listed
    assignment = made(Assigned)
    location = made(Location)

    def assumptions(self, children: Children) -> Conditions:
        word: Any = str(children[0])
        return Conditions(word, tuple(self._values(children)), self._span(children))

    inits = assumptions

    def rule(self, children: Children) -> Rule:
        number = children[0]
        source, target, guard, actions = self._values(children)
        return Rule(str(number), self._span([number]), source, target, guard, actions, self._span(children))

    def unchanged(self, children: Children) -> Named:
        word: Any = str(children[0])
        return Named(word, tuple(self._values(children)), self._span(children))

    reset = unchanged

    def formula(self, children: Children) -> Node:
        spelled = [
            Token.new_borrow_pos(child.type, "[]", child)
            if isinstance(child, Token) and child.startswith("[")
            else child
            for child in children
        ]
        return PRECEDENCE.shape(self._operators(spelled, _SPELLINGS))

    parenthesized = TreeBuilder.widened
    reference = TreeBuilder.only

    def number(self, children: Children) -> Node:
        return Node("number", str(children[0]), self._span(children))

    def truth(self, children: Children) -> Node:
        return Node("truth", str(children[0]), self._span(children))

    def _token(self, token: Token) -> Node:
        return Node("name", str(token), self._span([token]))
