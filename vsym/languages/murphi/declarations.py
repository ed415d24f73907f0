"""Statements, rules and declarations as written."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.murphi import syntax as s
from vsym.languages.regular import Bad

PropertyWord: TypeAlias = Literal["assert", "invariant", "assume", "cover", "liveness"]


@frozen
class Assigning:
    """`place := value`."""

    place: s.Designator
    value: s.Expression
    span: Span


@frozen
class Stating:
    """`assert`, `invariant`, `assume`, `cover` or `liveness`, as a statement or beside the rules."""

    word: PropertyWord
    name: s.Text | None
    condition: s.Expression
    span: Span


@frozen
class Failing:
    """`error "message"`."""

    message: s.Text
    span: Span


@frozen
class Putting:
    """`put`, which changes nothing; None where it writes a string."""

    value: s.Expression | None
    span: Span


@frozen
class Clearing:
    """`clear place`, or `undefine place`."""

    word: Literal["clear", "undefine"]
    place: s.Designator
    span: Span


@frozen
class Returning:
    """`return value`."""

    value: s.Expression | None
    span: Span


@frozen
class Case:
    """The statements of a condition, or of the values of a `switch`."""

    values: tuple[s.Expression, ...]
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

    value: s.Expression
    cases: tuple[Case, ...]
    otherwise: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Looping:
    """`for`; several quantifiers are loops one around the other."""

    quantifiers: tuple[s.Quantifier, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Repeating:
    """`while`."""

    condition: s.Expression
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Naming:
    """`names: value`, of constants and aliases."""

    names: tuple[s.Name, ...]
    value: s.Expression
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

    element: s.Expression
    multiset: s.Designator
    span: Span


@frozen
class Removing:
    """`multisetremove(name, multiset)`, or `multisetremovepred(name: multiset, condition)`."""

    name: s.Name
    multiset: s.Designator
    condition: s.Expression | None
    span: Span


StatementSyntax: TypeAlias = (
    Assigning
    | s.Calling
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

    types: tuple[s.Typed, ...]
    span: Span


@frozen
class Variables:
    """`var`."""

    variables: tuple[s.Typed, ...]
    span: Span


Section: TypeAlias = Constants | Types | Variables


@frozen
class Formal:
    """Parameters of a routine."""

    names: tuple[s.Name, ...]
    type: s.TypeExpression
    var: bool
    span: Span


@frozen
class RoutineSyntax:
    """A function, or a procedure where there is no result."""

    name: s.Name
    parameters: tuple[Formal, ...]
    result: s.TypeExpression | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class RuleSyntax:
    """`rule`."""

    name: s.Text | None
    priority: s.Expression | None
    guard: s.Expression | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class StartSyntax:
    """`startstate`."""

    name: s.Text | None
    sections: tuple[Section, ...]
    body: tuple[StatementSyntax, ...]
    span: Span


@frozen
class Ruleset:
    """`ruleset` around rules."""

    quantifiers: tuple[s.Quantifier, ...]
    rules: tuple[RuleLike, ...]
    span: Span


@frozen
class Chosen:
    """`name: multiset`."""

    name: s.Name
    multiset: s.Designator
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

    logic: s.Name
    name: s.Name | s.Text
    formula: s.Expression
    span: Span


@frozen
class Fair:
    """`--! fair "rule"`, or `--! fair condition`."""

    what: s.Text | s.Expression
    span: Span


@frozen
class Hint:
    """`--! hint condition`."""

    what: s.Expression
    span: Span


@frozen
class StatedNever:
    """`--! never name: {expression}`, with a regular expression over conditions."""

    name: s.Name | s.Text
    bad: Bad
    span: Span


Annotation: TypeAlias = StatedFormula | StatedNever | Fair | Hint


@frozen
class File:
    """A model; `annotations` are those in its comments."""

    parts: tuple[Section | RoutineSyntax | RuleLike, ...]
    annotations: tuple[Annotation, ...]
    span: Span
