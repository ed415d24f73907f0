"""The declarations of a `.gsst` file as written."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.signs import PropertyWord
from vsym.languages.gsst.syntax import Everyone, Expression, Identifier, Indices, Range, Reference

BodyT = TypeVar("BodyT")


@frozen
class Assign:
    """`variable := value`."""

    variable: Reference
    value: Expression
    span: Span


@frozen
class Otherwise:
    """`else`, the head of a line for all processes that no other line names."""

    span: Span


Head: TypeAlias = Reference | Everyone | Indices | Otherwise


@frozen
class GuardLine:
    """`head: guard [do …]` inside a transition's block."""

    head: Head
    guard: Expression
    update: tuple[Assign, ...]
    span: Span


@frozen
class StartLine:
    """`head: state` inside the block of `init`."""

    head: Head
    state: Reference
    span: Span


@frozen
class Repeat(Generic[BodyT]):
    """`for index in range { body }`; the body holds what may stand around it."""

    index: Identifier
    range: Range
    body: tuple[BodyT | Repeat[BodyT], ...]
    span: Span


@frozen
class Block:
    """The lines of a transition's block."""

    lines: tuple[GuardLine | Repeat[GuardLine], ...]
    span: Span


@frozen
class System:
    """`system name`."""

    name: Identifier
    span: Span


@frozen
class Parameter:
    """`param name = value [where domain]`."""

    name: Identifier
    value: Expression
    domain: Expression | None
    span: Span


@frozen
class Define:
    """`define name = body`."""

    name: Identifier
    body: Expression
    span: Span


@frozen
class Family:
    """`A` or `L[1..m]` in a `states` declaration."""

    name: Identifier
    ranges: tuple[Range, ...]
    span: Span


@frozen
class States:
    """`states A, L[1..m]`."""

    families: tuple[Family, ...]
    span: Span


@frozen
class GroupDeclaration:
    """`group name of size` or `group name[index in range] of size`."""

    name: Identifier
    index: Identifier | None
    range: Range | None
    size: Expression
    span: Span


@frozen
class SharedDeclaration:
    """`shared name : values = initial` or `shared name[index in over] : values = initial`.

    The values are those of a range, the names of an enumeration, or without either those of `bool`.
    """

    name: Identifier
    index: Identifier | None
    over: Range | None
    values: Range | Indices | None
    initial: Expression
    span: Span


@frozen
class StartState:
    """`init state`."""

    state: Reference
    span: Span


@frozen
class StartBlock:
    """`init { head: state … }`."""

    lines: tuple[StartLine | Repeat[StartLine], ...]
    span: Span


@frozen
class StartWhere:
    """`init where formula`."""

    formula: Expression
    span: Span


@frozen
class StartAnywhere:
    """`init any`."""

    span: Span


Initial: TypeAlias = StartState | StartBlock | StartWhere | StartAnywhere


@frozen
class Respects:
    """`respects R | W, V`: the cells of a partition; processes that none names are one more."""

    cells: tuple[Expression, ...]
    span: Span


@frozen
class Transition:
    """`trans [name:] source -> target` with one guard for all, or with a block of lines."""

    name: Reference | None
    source: Reference
    target: Reference
    guard: Expression | None
    update: tuple[Assign, ...]
    block: tuple[GuardLine | Repeat[GuardLine], ...] | None
    respects: Respects | None
    span: Span


@frozen
class PropertyDeclaration:
    """`ctl`, `ltl`, `invariant` or `lemma`, with its name and formula."""

    word: PropertyWord
    name: Reference
    formula: Expression
    span: Span


@frozen
class FairnessDeclaration:
    """`fairness formula`."""

    formula: Expression
    span: Span


PlainDeclaration: TypeAlias = (
    System
    | Parameter
    | Define
    | States
    | GroupDeclaration
    | SharedDeclaration
    | StartState
    | StartBlock
    | StartWhere
    | StartAnywhere
    | Transition
    | PropertyDeclaration
    | FairnessDeclaration
)

Declaration: TypeAlias = PlainDeclaration | Repeat[PlainDeclaration]


@frozen
class File:
    """All that a file declares, in its order."""

    declarations: tuple[Declaration, ...]
    span: Span
