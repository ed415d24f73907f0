"""Local transitions as written, and what stands around them: heads of lines, repetitions."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.syntax import Everyone, Expression, Identifier, Indices, Range, Reference

BodyT = TypeVar("BodyT")


@frozen
class Otherwise:
    """`else`, the head of a line for all processes that no other line names."""

    span: Span


Head: TypeAlias = Reference | Everyone | Indices | Otherwise


@frozen
class Repeat(Generic[BodyT]):
    """`for index in range { body }`; the body holds what may stand around it."""

    index: Identifier
    range: Range
    body: tuple[BodyT | Repeat[BodyT], ...]
    span: Span


@frozen
class Assign:
    """`variable := value`."""

    variable: Reference
    value: Expression
    span: Span


@frozen
class GuardLine:
    """`head [with partners]: guard [do …]` inside a transition's block."""

    head: Head
    guard: Expression
    update: tuple[Assign, ...]
    span: Span
    partners: Reference | Everyone | Indices | None = None


@frozen
class ConditionalTarget:
    """`if condition then target else otherwise`: where a process goes, by cases."""

    condition: Expression
    target: Reference | ConditionalTarget
    otherwise: Reference | ConditionalTarget
    span: Span


Target: TypeAlias = Reference | ConditionalTarget


@frozen
class Move:
    """`source -> target`."""

    source: Reference
    target: Target
    span: Span


@frozen
class SweepLine:
    """`head: A -> B, C -> D`: where the processes of a set go; without a head, those that no other line is for."""

    head: Reference | Everyone | Indices | None
    moves: tuple[Move | Repeat[Move], ...]
    span: Span


@frozen
class Others:
    """`others A -> B, …; …`, a line for each set of processes."""

    lines: tuple[SweepLine, ...]
    span: Span


@frozen
class Partner:
    """`with A -> B`."""

    move: Move
    span: Span


@frozen
class Block:
    """The lines of a transition's block."""

    lines: tuple[GuardLine | Repeat[GuardLine], ...]
    span: Span


@frozen
class Respects:
    """`respects R | W, V`: the cells of a partition; processes that none names are one more."""

    cells: tuple[Expression, ...]
    span: Span


@frozen
class Transition:
    """`trans [name:] source -> target [with …] [others …]` with one guard for all, or with a block of lines."""

    name: Reference | None
    source: Reference
    target: Target
    guard: Expression | None
    update: tuple[Assign, ...]
    block: tuple[GuardLine | Repeat[GuardLine], ...] | None
    respects: Respects | None
    span: Span
    partner: Partner | None = None
    others: Others | None = None
