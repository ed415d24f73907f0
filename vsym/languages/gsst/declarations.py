"""The declarations of a `.gsst` file as written: local transitions with their lines and repetitions, and the others."""

from __future__ import annotations

from typing import Generic, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.syntax import Chain, Everyone, Expression, Identifier, Indices, PropertyWord, Range, Reference
from vsym.languages.regular import Bad

BodyT = TypeVar("BodyT")


@frozen
class Otherwise:
    """`else`, the head of a line for all processes that no other line names."""

    span: Span


Processes: TypeAlias = Reference | Everyone | Indices | Chain
"""A set of processes before a `:`, or after `with`; a chain is a union."""

Head: TypeAlias = Processes | Otherwise


@frozen
class Repeat(Generic[BodyT]):
    """`for index in range { body }`; the body holds the same kinds of parts as the place of the loop."""

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
    partners: Processes | None = None


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
    """`head: A -> B, C -> D`: the moves of the processes of a set; without a head, of the processes in no other
    line."""

    head: Processes | None
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


@frozen
class StartLine:
    """`head: state` inside the block of `init`."""

    head: Head
    state: Reference
    span: Span


@frozen
class System:
    """`system name`."""

    name: Identifier
    span: Span


@frozen
class Parameter:
    """`name = value`, or `name` alone where the value is always given from outside."""

    name: Identifier
    value: Expression | None
    span: Span


@frozen
class ParameterDeclaration:
    """`param name = value, … [where domain]`."""

    parameters: tuple[Parameter, ...]
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
    """`shared name : values = initial` or `shared name[index in range][index in range]… : values = initial`.

    The values are those of a range, the names of an enumeration, or without either those of `bool`. With `any` in
    place of an initial value it starts anywhere.
    """

    name: Identifier
    indices: tuple[Identifier, ...]
    ranges: tuple[Range, ...]
    values: Range | Indices | None
    initial: Expression | None
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
class PropertyDeclaration:
    """`ctl`, `ltl`, `invariant` or `lemma`, with its name and formula."""

    word: PropertyWord
    name: Reference
    formula: Expression
    span: Span


@frozen
class NeverDeclaration:
    """`never name: {expression}`, with a regular expression over conditions."""

    name: Reference
    bad: Bad
    span: Span


@frozen
class FairnessDeclaration:
    """`fairness formula`."""

    formula: Expression
    span: Span


@frozen
class RankDeclaration:
    """`rank name: term, term …`, the most significant level first."""

    name: Reference
    levels: tuple[Expression, ...]
    span: Span


PlainDeclaration: TypeAlias = (
    System
    | ParameterDeclaration
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
    | NeverDeclaration
    | FairnessDeclaration
    | RankDeclaration
)

Declaration: TypeAlias = PlainDeclaration | Repeat[PlainDeclaration]


@frozen
class File:
    """All that a file declares, in its order."""

    declarations: tuple[Declaration, ...]
    span: Span

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters, in their order."""
        declared = (one for one in self.declarations if isinstance(one, ParameterDeclaration))
        return tuple(parameter for one in declared for parameter in one.parameters)
