"""What is to be said of how decision diagrams have explored a program: hints that were of no use, generators left out."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import plural
from vsym.basics.source import Span
from vsym.composition.program_systems import UpTo
from vsym.logic.properties import Property
from vsym.system.result import Reached


def strategy_notes(up_to: UpTo, reached: Reached) -> Iterator[str]:
    """A line for each of them, with the place where there is one."""
    for number, ever in reached.idle_hints:
        hint = up_to.hints[number]
        yield f"{_place(hint.span)}: {_idle(hint, number, ever=ever)}"
    if reached.left_out:
        several = plural(reached.left_out, "generator")
        yield f"left out of the group, as slots become others with other values: {several}"


def _idle(hint: Property, number: int, *, ever: bool) -> str:
    if ever:
        return f"hint `{hint.text}` adds nothing: no step from where it is true leads to a new state"
    where = "at the start" if number == 0 else "in every state that was reached"
    return f"hint `{hint.text}` adds nothing: it is false {where}"


def _place(span: Span) -> str:
    """A place in a file; an option of the command line is its own place."""
    name = span.source.name
    return name if name.startswith("--") else str(span)
