"""What is gathered while a program is written as C, and what a piece of it computes."""

from __future__ import annotations

from dataclasses import dataclass, field

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.models.program.expressions import Binder
from vsym.models.program.faults import FaultKind
from vsym.models.program.program import Program
from vsym.models.program.types import Type

PURE, READING, FAULTING, CALLING = range(4)
"""What evaluating a piece may do: nothing, read memory, end in an error, call a routine."""

INT64 = range(-(1 << 63), 1 << 63)


@frozen
class Value:
    """A C expression for a number: its least and greatest value, and whether it may be UNDEFINED instead."""

    text: str
    low: int
    high: int
    effect: int = PURE
    optional: bool = False

    @property
    def truth(self) -> Value:
        """The same as 0 or 1."""
        return self if self.low >= 0 and self.high <= 1 else Value(f"({self.text} != 0)", 0, 1, self.effect)


@frozen
class Pointer:
    """A C expression for the first slot of a place."""

    text: str
    effect: int = PURE


@frozen
class Site:
    """Where a program may end in an error, and in which."""

    kind: FaultKind
    span: Span = field(compare=False, repr=False)


@dataclass
class Emission:
    """A program being written: the sites and helping functions so far, and the names in use.

    `wide` are the local variables that are no slots, as their types have too many values: names for expressions.
    """

    program: Program
    size: int
    sites: list[Site] = field(default_factory=list)
    helpers: dict[tuple[str, Type], tuple[str, str]] = field(default_factory=dict)
    wide: set[int] = field(default_factory=set)
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    deep: bool = False
    names: int = 0

    def fresh(self) -> str:
        """A name that is not in use."""
        self.names += 1
        return f"t{self.names}"

    def fail(self, kind: FaultKind, span: Span) -> str:
        """The statement that ends the function at hand in an error."""
        self.sites.append(Site(kind, span))
        return f"FAIL({len(self.sites) - 1});"

    def bind(self, binder: Binder, low: int, high: int) -> None:
        """Note what values a binder has."""
        self.ranges[binder.number] = (low, high)


def literal(number: int) -> str:
    """A number of 64 bits as C writes it."""
    if number == INT64[0]:
        return "INT64_MIN"
    return f"INT64_C({number})" if abs(number) >= 1 << 31 else f"({number})" if number < 0 else str(number)
