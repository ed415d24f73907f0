"""The expressions of a program: names, places and values, all typed and with names resolved."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.types import BOOLEAN, Multiset, Simple, Type


@frozen(hash_kept=True)
class Variable:
    """A variable of the state or of a routine, which has memory. `number` distinguishes it from all others of the
    program."""

    name: str
    type: Type
    number: int


@frozen(hash_kept=True)
class Binder:
    """A name with one defined value at a time: of a quantifier, a loop, a ruleset, a choice. `number` as above."""

    name: str
    type: Simple
    number: int


@frozen
class Reference:
    """A name for a place that is bound once where it is made: an alias, a `var` parameter. `number` as above."""

    name: str
    type: Type
    number: int


@frozen
class Global:
    """A variable of the state."""

    variable: Variable
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Local:
    """A variable of the routine."""

    variable: Variable
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Referenced:
    """The place that a reference stands for."""

    reference: Reference
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Item:
    """An element of an array; an index outside the array's, or undefined, is an error."""

    place: Place
    index: Expression
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Member:
    """A field of a record."""

    place: Place
    name: str
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Entry:
    """An element of a multiset, by the place from 0 that a binder over its elements has."""

    place: Place
    binder: Binder
    type: Type
    span: Span = field(compare=False, repr=False)


Place: TypeAlias = Global | Local | Referenced | Item | Member | Entry


@frozen
class Constant:
    """A value."""

    value: int
    type: Simple
    span: Span = field(compare=False, repr=False)


@frozen
class Read:
    """The content of a place. Where `checked`, an undefined value is an error; else it is handed on, as by an
    assignment.

    Of a type that is not simple it is the whole, which is never checked.
    """

    place: Place
    checked: bool
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Undefined:
    """No value, as an argument or on the right of an assignment."""

    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Bound:
    """The value of a binder."""

    binder: Binder
    type: Simple
    span: Span = field(compare=False, repr=False)


@frozen
class Unary:
    """Negation of a number or of a truth value."""

    operator: Literal["-", "!"]
    operand: Expression
    type: Simple
    span: Span = field(compare=False, repr=False)


BinaryOperator: TypeAlias = Literal["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "=", "!=", "&", "|", "->"]


@frozen
class Binary:
    """Two operands. `&`, `|` and `->` look at the right one only where the left one leaves it open.

    `/` and `%` round towards zero, as in C; a divisor of 0 is an error, and so is a result outside 64 bits. `=` and
    `!=` of types that are not simple compare the wholes slot by slot, undefined ones being equal.
    """

    operator: BinaryOperator
    left: Expression
    right: Expression
    type: Simple
    span: Span = field(compare=False, repr=False)


@frozen
class Ternary:
    """The one or the other."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type
    span: Span = field(compare=False, repr=False)


@frozen
class Interval:
    """Values from one number to another, in steps of `by`, which may be negative but not 0 (an error)."""

    first: Expression
    last: Expression
    by: Expression | None = None


@frozen
class Entries:
    """The elements of a multiset that are present when the binder reaches them, by their place from 0."""

    place: Place
    multiset: Multiset


Domain: TypeAlias = Simple | Interval | Entries
"""The values that a binder goes through, in order."""


@frozen
class Quantified:
    """Tells if a condition is true of all values, or of some; it stops at the first that decides.

    The elements of a scalarset have no order: it looks at all of them, and stops after them.
    """

    quantifier: Literal["forall", "exists"]
    binder: Binder
    domain: Domain
    body: Expression
    span: Span = field(compare=False, repr=False)
    type: Simple = BOOLEAN


@frozen
class Count:
    """The number of a multiset's elements of which a condition is true."""

    binder: Binder
    place: Place
    body: Expression
    type: Simple
    span: Span = field(compare=False, repr=False)


@frozen
class IsUndefined:
    """Tells if a place holds no value; of a type that is not simple, whether all its slots are undefined."""

    place: Place
    span: Span = field(compare=False, repr=False)
    type: Simple = BOOLEAN


@frozen
class IsMember:
    """Tells if a value of a union belongs to one of its members; an undefined one is an error."""

    operand: Expression
    member: Simple
    span: Span = field(compare=False, repr=False)
    type: Simple = BOOLEAN


@frozen
class Call:
    """A function's result; `routine` is its number in the program. For a `var` parameter the argument is a place."""

    routine: int
    arguments: tuple[Place | Expression, ...]
    type: Type
    span: Span = field(compare=False, repr=False)


Expression: TypeAlias = (
    Constant | Read | Undefined | Bound | Unary | Binary | Ternary | Quantified | Count | IsUndefined | IsMember | Call
)
