"""What is to be said of how decision diagrams have explored a program: hints of no use, generators left out."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import plural
from vsym.basics.source import Span
from vsym.checking.up_to import UpTo
from vsym.system.result import Reached


def strategy_notes(up_to: UpTo, reached: Reached) -> Iterator[str]:
    """A line for each of them, with the place where there is one."""
    hints = [(_place(one.span), one.text) for one in up_to.hints]
    hints += (("--hints auto", one.text) for one in up_to.automatic)
    for number, ever in reached.idle_hints:
        place, text = hints[number]
        yield f"{place}: hint `{text}` adds nothing: {_why(number, ever=ever)}"
    if reached.left_out:
        several = plural(reached.left_out, "generator")
        yield f"left out of the group, as slots become others with other values: {several}"


def _why(number: int, *, ever: bool) -> str:
    if ever:
        return "no step from where it is true leads to a new state"
    return f"it is false {'at the start' if number == 0 else 'in every state that was reached'}"


def _place(span: Span) -> str:
    """A place in a file; an option of the command line is its own place."""
    name = span.source.name
    return name if name.startswith("--") else str(span)
