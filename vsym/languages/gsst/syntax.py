"""Expressions as written, before any name has a meaning. Every value knows its place in the text.

Each kind of operator is a Literal, so that one without a meaning does not type-check, with a table of its members, so
that one that only the grammar has is a KeyError.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.precedence import OTHER_SPELLINGS, PathQuantifier, Until, table

Connective: TypeAlias = Literal["<->", "->", "|", "&"]
SetOperator: TypeAlias = Literal["|", "&", "\\"]
Comparator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Sum: TypeAlias = Literal["+", "-"]
Product: TypeAlias = Literal["*", "/", "%"]
Arithmetic: TypeAlias = Literal[Sum, Product]
InfixOperator: TypeAlias = Literal[Connective, SetOperator, Until, Comparator, Arithmetic]
PrefixOperator: TypeAlias = Literal["!", "-", "AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"]

Quantifier: TypeAlias = Literal["forall", "exists", "sum"]
Extreme: TypeAlias = Literal["min", "max"]
Quantity: TypeAlias = Literal["all", "none", "some", "two"]
PropertyWord: TypeAlias = Literal["ctl", "ltl", "invariant", "lemma"]

SETS: Mapping[str, SetOperator] = table(SetOperator)
COMPARISON: Mapping[str, Comparator] = table(Comparator)
SUM: Mapping[str, Sum] = table(Sum)
PRODUCT: Mapping[str, Product] = table(Product)
ARITHMETIC: Mapping[str, Arithmetic] = table(Arithmetic)
INFIX: Mapping[str, InfixOperator] = table(InfixOperator)
PREFIX: Mapping[str, PrefixOperator] = table(PrefixOperator)
QUANTIFIERS: Mapping[str, Quantifier] = table(Quantifier)
EXTREMES: Mapping[str, Extreme] = table(Extreme)
QUANTITIES: Mapping[str, Quantity] = table(Quantity)
PROPERTY_WORDS: Mapping[str, PropertyWord] = table(PropertyWord)

SPELLINGS: Mapping[str, InfixOperator | PrefixOperator] = MappingProxyType({**INFIX, **PREFIX, **OTHER_SPELLINGS})
"""Every operator as it may be written."""


@frozen
class Identifier:
    """A name where it is declared."""

    text: str
    span: Span


@frozen
class Number:
    """An integer as written; it may have any number of digits."""

    digits: str
    span: Span


@frozen
class Boolean:
    """`true` or `false`."""

    value: bool
    span: Span


@frozen
class Deadlock:
    """`deadlock`."""

    span: Span


@frozen
class Range:
    """`low..high`, both inclusive."""

    low: Expression
    high: Expression
    span: Span


@frozen
class Reference:
    """A use of a name, with the contents of the brackets after it: `x`, `L[i]`, `P[1..3]`."""

    name: str
    brackets: tuple[Expression | Range, ...]
    span: Span


@frozen
class Everyone:
    """`all`: the set of all processes."""

    span: Span


@frozen
class Indices:
    """`{1, 3..5}`: processes by their indices."""

    pieces: tuple[Expression | Range, ...]
    span: Span


@frozen
class Prefix:
    """An operator before its operand: `!`, `-`, or a temporal one."""

    operator: PrefixOperator
    operand: Expression
    span: Span


@frozen
class Chain:
    """Operators of one level of precedence between operands: `a + b - c`, `p & q & r`, `x < y`."""

    operands: tuple[Expression, ...]
    operators: tuple[InfixOperator, ...]
    span: Span


@frozen
class Path:
    """`A [ body ]` or `E [ body ]`, whose body is to be a chain of one `U`, `W` or `R`."""

    quantifier: PathQuantifier
    body: Expression
    span: Span


@frozen
class Quantified:
    """`forall`, `exists` or `sum` of a body over a range of indices."""

    word: Quantifier
    index: Identifier
    range: Range
    body: Expression
    span: Span


@frozen
class Conditional:
    """`if condition then value else otherwise`: a number, a condition or a value of an enumeration by cases."""

    condition: Expression
    value: Expression
    otherwise: Expression
    span: Span


@frozen
class Extremum:
    """`min(left, right)` or `max(left, right)`."""

    word: Extreme
    left: Expression
    right: Expression
    span: Span


@frozen
class CountOf:
    """`#A`, `#L[i][G]`, `#{A, B}[G]`.

    Of a single state all brackets are in its reference, as only the declarations tell an index from a set; `bracket`
    is the one after `{ }`.
    """

    states: tuple[Reference, ...]
    bracket: Expression | Range | None
    span: Span


@frozen
class SizeOf:
    """`|G|`."""

    processes: Expression
    span: Span


@frozen
class Members:
    """`all in A`, `some of G not in A`, …: the number of members of a set in some states, in words."""

    word: Quantity
    processes: Expression | None
    negated: bool
    states: tuple[Reference, ...]
    span: Span


Expression: TypeAlias = (
    Number
    | Boolean
    | Deadlock
    | Reference
    | Everyone
    | Indices
    | Prefix
    | Chain
    | Path
    | Quantified
    | Conditional
    | Extremum
    | CountOf
    | SizeOf
    | Members
)
