"""Expressions and types as written."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi.words import InfixOperator, PrefixOperator
from vsym.languages.precedence import PathQuantifier


@frozen
class Name:
    """A name, where it is declared or used."""

    text: str
    span: Span


@frozen
class Text:
    """A string, without its quotation marks."""

    text: str
    span: Span


@frozen
class Number:
    """An integer, decimal or hexadecimal; it may have any number of digits."""

    value: int
    span: Span


@frozen
class NoValue:
    """`undefined`."""

    span: Span


@frozen
class Index:
    """`[i]`."""

    index: Expression
    span: Span


@frozen
class Field:
    """`.name`."""

    name: Name
    span: Span


@frozen
class Designator:
    """A name with indices and fields: `cache[p].state`."""

    name: Name
    steps: tuple[Index | Field, ...]
    span: Span


@frozen
class Calling:
    """`name(arguments)`, as an expression or a statement."""

    name: Name
    arguments: tuple[Expression, ...]
    span: Span


@frozen
class Prefix:
    """An operator before its operand."""

    operator: PrefixOperator
    operand: Expression
    span: Span


@frozen
class Chain:
    """Operators of one level of precedence between operands: `a + b - c`, `p & q & r`."""

    operands: tuple[Expression, ...]
    operators: tuple[InfixOperator, ...]
    span: Span


@frozen
class Choosing:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


@frozen
class Over:
    """`name: type`."""

    name: Name
    type: TypeExpression
    span: Span


@frozen
class Along:
    """`name := first to last by step`."""

    name: Name
    first: Expression
    last: Expression
    by: Expression | None
    span: Span


Quantifier: TypeAlias = Over | Along


@frozen
class Quantifying:
    """`forall` or `exists`; several quantifiers are one around the other."""

    word: Literal["forall", "exists"]
    quantifiers: tuple[Quantifier, ...]
    body: Expression
    span: Span


@frozen
class AskUndefined:
    """`isundefined(place)`."""

    place: Designator
    span: Span


@frozen
class AskMember:
    """`ismember(value, type)`."""

    value: Expression
    type: TypeExpression
    span: Span


@frozen
class Counting:
    """`multisetcount(name: multiset, condition)`."""

    name: Name
    multiset: Designator
    condition: Expression
    span: Span


@frozen
class Path:
    """`A [ body ]` or `E [ body ]`, whose body is to be a chain of one `U`, `W` or `R`."""

    quantifier: PathQuantifier
    body: Expression
    span: Span


Expression: TypeAlias = (
    Number
    | NoValue
    | Designator
    | Calling
    | Prefix
    | Chain
    | Choosing
    | Quantifying
    | AskUndefined
    | AskMember
    | Counting
    | Path
)


@frozen
class RangeOf:
    """`low..high`."""

    low: Expression
    high: Expression
    span: Span


@frozen
class EnumOf:
    """`enum { members }`."""

    members: tuple[Name, ...]
    span: Span


@frozen
class Typed:
    """`names: type`, of types, variables, fields and parameters."""

    names: tuple[Name, ...]
    type: TypeExpression
    span: Span


@frozen
class RecordOf:
    """`record fields end`."""

    fields: tuple[Typed, ...]
    span: Span


@frozen
class ArrayOf:
    """`array [index] of element`."""

    index: TypeExpression
    element: TypeExpression
    span: Span


@frozen
class ScalarsetOf:
    """`scalarset(size)`."""

    size: Expression
    span: Span


@frozen
class RingsetOf:
    """`ringset(size)`."""

    size: Expression
    span: Span


@frozen
class UnionOf:
    """`union { members }`."""

    members: tuple[TypeExpression, ...]
    span: Span


@frozen
class MultisetOf:
    """`multiset [size] of element`."""

    size: Expression
    element: TypeExpression
    span: Span


@frozen
class RealOf:
    """`real`, which is refused."""

    span: Span


TypeExpression: TypeAlias = (
    Name | RangeOf | EnumOf | RecordOf | ArrayOf | ScalarsetOf | RingsetOf | UnionOf | MultisetOf | RealOf
)
