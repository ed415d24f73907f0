"""The statements of a program."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.expressions import Binder, Domain, Expression, Place, Reference, Variable


@frozen
class Assign:
    """The place gets the value, or the whole; a value outside the place's type is an error. The place comes first: its
    indices are evaluated before the value is."""

    place: Place
    value: Expression
    span: Span = field(compare=False, repr=False)


@frozen
class If:
    """The statements of the first case whose condition is true."""

    cases: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class Switch:
    """The statements of the first case that has the value; the alternatives are evaluated in order until one has."""

    value: Expression
    cases: tuple[tuple[tuple[Expression, ...], tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class For:
    """The statements for each value, in order; the ends of an interval are evaluated once, before."""

    binder: Binder
    domain: Domain
    body: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class While:
    """The statements as long as the condition is true; more than `TURNS` turns are an error."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


TURNS = 1000
"""The most turns of a `while` loop."""


@frozen
class Bind:
    """The reference, bound to the place as it is now, for the statements."""

    reference: Reference
    place: Place
    span: Span = field(compare=False, repr=False)


@frozen
class Let:
    """The local variable of an alias for a value instead of a place gets that value, which may be undefined."""

    variable: Variable
    value: Expression
    span: Span = field(compare=False, repr=False)


@frozen
class Scope:
    """Statements under aliases, which are made in order."""

    aliases: tuple[Bind | Let, ...]
    body: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class Clear:
    """Every slot gets the first value of its type, every multiset becomes empty."""

    place: Place
    span: Span = field(compare=False, repr=False)


@frozen
class Undefine:
    """Every slot becomes undefined, every multiset empty."""

    place: Place
    span: Span = field(compare=False, repr=False)


@frozen
class Fail:
    """An error of the program."""

    message: str
    span: Span = field(compare=False, repr=False)


@frozen
class Assert:
    """An error of the program where the condition is false."""

    condition: Expression
    message: str | None
    span: Span = field(compare=False, repr=False)


@frozen
class Assume:
    """An assumption: where its condition is false the instance of the rule, or of the start state, does not fire."""

    condition: Expression
    message: str | None
    span: Span = field(compare=False, repr=False)


@frozen
class Add:
    """One more element in a multiset, evaluated before the place is; one more than its size is an error."""

    element: Expression
    place: Place
    span: Span = field(compare=False, repr=False)


@frozen
class Remove:
    """The removal of a binder's element from the multiset; the others keep their places until the rule is over. Using
    the element again, or removing it twice, is an error."""

    binder: Binder
    place: Place
    span: Span = field(compare=False, repr=False)


@frozen
class RemoveIf:
    """The removal of the elements that satisfy a condition, each before the condition of the next is evaluated."""

    binder: Binder
    place: Place
    condition: Expression
    span: Span = field(compare=False, repr=False)


@frozen
class Invoke:
    """A procedure, or a function whose result is not used; `routine` is its number in the program."""

    routine: int
    arguments: tuple[Place | Expression, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class Return:
    """The end of the routine or the rule, with the function's result."""

    value: Expression | None
    span: Span = field(compare=False, repr=False)


Statement: TypeAlias = (
    Assign
    | If
    | Switch
    | For
    | While
    | Scope
    | Clear
    | Undefine
    | Fail
    | Assert
    | Assume
    | Add
    | Remove
    | RemoveIf
    | Invoke
    | Return
)
