"""The errors that a program can end in while it runs."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span

FaultKind: TypeAlias = Literal[
    "undefined",
    "range",
    "index",
    "division",
    "overflow",
    "step",
    "turns",
    "depth",
    "full",
    "removed",
    "result",
    "error",
    "assertion",
]
"""The kind of an error: an undefined value was used · a value is outside its place's type · an index is outside its
array · the divisor is 0 · a number needs more than 64 bits · a loop's step is 0 · a `while` loop turned too often ·
routines call each other too deep · a multiset is full · an element was taken out before · a function ended without a
result · an `error` statement · an assertion is false."""

OWN_FAULT = "its condition ends in an error: see `errors`"
"""The reason that a property of paths has no verdict where an error of the program decides it."""

CALLS = 1000
"""The greatest depth of calls."""


@frozen
class Fault:
    """A run-time error of a program: its kind, the message about it, and its place in the text."""

    kind: FaultKind
    message: str
    span: Span = field(repr=False)


class FaultError(Exception):
    """Raised where a program ends in an error."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)
