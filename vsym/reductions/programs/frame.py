"""What the names of a program stand for where a piece of it runs symbolically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Span
from vsym.models.program.expressions import Binder, Expression, Place, Reference, Variable
from vsym.models.program.types import Type, width
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.predicates import NOTHING, Predicate
from vsym.reductions.programs.trees import Leaf, Tree
from vsym.reductions.programs.values import Value

if TYPE_CHECKING:
    from vsym.models.program.program import Program


@frozen
class Location:
    """A place as it is when it is bound: by cases, the address where it begins."""

    addresses: Tree[int]
    type: Type

    def shifted(self, flow: Flow, by: int, of: Type) -> Location:
        """A part of it, so many addresses further on."""
        trees = flow.trees
        if not by:
            return Location(self.addresses, of)
        if isinstance(self.addresses, Leaf):
            return Location(trees.leaf(self.addresses.content + by), of)
        return Location(trees.mapped(self.addresses, flow.context, lambda at, _: trees.leaf(at + by)), of)


Whole: TypeAlias = "tuple[Code, ...]"
"""The codes of what is not of a simple type."""

Invocation: TypeAlias = "Callable[[Flow, Frame, int, Sequence[Place | Expression], Span], Value | Whole | None]"
"""What runs a routine: the flow, the frame of the caller, its number, the arguments and the place of the call."""


@frozen
class Returned:
    """Which states of a routine end with a result, with what memory then holds."""

    where: Predicate
    memory: dict[int, Code]
    result: Value | Whole | None


@frozen
class Frame:
    """The names of a routine, and how it has ended up to here; `root` is the flow in which it began."""

    program: Program
    invoke: Invocation
    names: dict[int, Location | Value]
    root: Flow
    returns: list[Returned]
    depth: int = 0

    def named(self, number: int, meaning: Location | Value) -> Frame:
        """The same with one more name."""
        names = {**self.names, number: meaning}
        return Frame(self.program, self.invoke, names, self.root, self.returns, self.depth)

    def location(self, name: Variable | Reference) -> Location:
        """Where a local variable or what a reference is bound to is."""
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: Binder) -> Value:
        """The value of a binder."""
        meaning = self.names[binder.number]
        assert not isinstance(meaning, Location)
        return meaning


def with_local(frame: Frame, flow: Flow, variable: Variable) -> Frame:
    """The frame with a local variable, undefined: below all addresses that are in use."""
    first = min((*flow.memory, 0)) - width(variable.type)
    for address in range(first, first + width(variable.type)):
        flow.memory[address] = flow.trees.leaf(NOTHING)
    return frame.named(variable.number, Location(flow.trees.leaf(first), variable.type))


def refused(span: Span, what: str) -> RefusedError:
    """That something cannot be run symbolically, to be raised: where, and what."""
    return RefusedError(f"{span}: {what}")
