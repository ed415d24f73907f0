"""Statements, rules and declarations as written."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi.syntax import (
    Calling,
    Designator,
    Expression,
    Name,
    Quantifier,
    Text,
    Typed,
    TypeExpression,
)

PropertyWord: TypeAlias = Literal["assert", "invariant", "assume", "cover", "liveness"]


@frozen
class Assigning:
    """`place := value`."""

    place: Designator
    value: Expression
    span: Span


@frozen
class Stating:
    """`assert`, `invariant`, `assume`, `cover` or `liveness`, as a statement or beside the rules."""

    word: PropertyWord
    name: Text | None
    condition: Expression
    span: Span


@frozen
class Failing:
    """`error "message"`."""

    message: Text
    span: Span


@frozen
class Putting:
    """`put`, which changes nothing; None where it writes a string."""

    value: Expression | None
    span: Span


@frozen
class Clearing:
    """`clear place`, or `undefine place`."""

    word: Literal["clear", "undefine"]
    place: Designator
    span: Span


@frozen
class Returning:
    """`return value`."""

    value: Expression | None
    span: Span


@frozen
class Case:
    """The statements of a condition, or of the values of a `switch`."""

    values: tuple[Expression, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Deciding:
    """`if`, with its `elsif` cases."""

    cases: tuple[Case, ...]
    otherwise: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Switching:
    """`switch`."""

    value: Expression
    cases: tuple[Case, ...]
    otherwise: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Looping:
    """`for`; several quantifiers are loops one around the other."""

    quantifiers: tuple[Quantifier, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Repeating:
    """`while`."""

    condition: Expression
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Naming:
    """`names: value`, of constants and aliases."""

    names: tuple[Name, ...]
    value: Expression
    span: Span


@frozen
class Aliasing:
    """`alias` around statements."""

    aliases: tuple[Naming, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Adding:
    """`multisetadd(element, multiset)`."""

    element: Expression
    multiset: Designator
    span: Span


@frozen
class Removing:
    """`multisetremove(name, multiset)`, or `multisetremovepred(name: multiset, condition)`."""

    name: Name
    multiset: Designator
    condition: Expression | None
    span: Span


StatementSyntax: TypeAlias = (
    Assigning
    | Calling
    | Stating
    | Failing
    | Putting
    | Clearing
    | Returning
    | Deciding
    | Switching
    | Looping
    | Repeating
    | Aliasing
    | Adding
    | Removing
)


@frozen
class Constants:
    """`const`."""

    values: tuple[Naming, ...]
    span: Span


@frozen
class Types:
    """`type`."""

    types: tuple[Typed, ...]
    span: Span


@frozen
class Variables:
    """`var`."""

    variables: tuple[Typed, ...]
    span: Span


Section: TypeAlias = Constants | Types | Variables


@frozen
class Formal:
    """Parameters of a routine."""

    names: tuple[Name, ...]
    type: TypeExpression
    var: bool
    span: Span


@frozen
class RoutineSyntax:
    """A function, or a procedure where there is no result."""

    name: Name
    parameters: tuple[Formal, ...]
    result: TypeExpression | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class RuleSyntax:
    """`rule`."""

    name: Text | None
    priority: Expression | None
    guard: Expression | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class StartSyntax:
    """`startstate`."""

    name: Text | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Ruleset:
    """`ruleset` around rules."""

    quantifiers: tuple[Quantifier, ...]
    rules: tuple[RuleLike, ...]
    span: Span


@frozen
class Chosen:
    """`name: multiset`."""

    name: Name
    multiset: Designator
    span: Span


@frozen
class Choosers:
    """`choose` around rules."""

    chosen: tuple[Chosen, ...]
    rules: tuple[RuleLike, ...]
    span: Span


@frozen
class AliasedRules:
    """`alias` around rules."""

    aliases: tuple[Naming, ...]
    rules: tuple[RuleLike, ...]
    span: Span


RuleLike: TypeAlias = RuleSyntax | StartSyntax | Stating | Ruleset | Choosers | AliasedRules


@frozen
class StatedFormula:
    """`--! ctl name: formula`, or `ltl`."""

    logic: Name
    name: Name | Text
    formula: Expression
    span: Span


@frozen
class Fair:
    """`--! fair "rule"`, or `--! fair condition`."""

    what: Text | Expression
    span: Span


@frozen
class Hint:
    """`--! hint condition`."""

    what: Expression
    span: Span


Annotation: TypeAlias = StatedFormula | Fair | Hint


@frozen
class File:
    """A model; `annotations` are those in its comments."""

    parts: tuple[Section | RoutineSyntax | RuleLike, ...]
    annotations: tuple[Annotation, ...]
    span: Span
