"""The problems of a text: the diagnostics of one pass, gathered so that the user sees all of them at once, and hints on
habits from other languages, found by patterns around the place where a parser stops."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import NoReturn, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span

ValueT = TypeVar("ValueT")

_MOST = 100


_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)


def on_one_line(span: Span) -> str:
    """The user's own words on one line, without comments that begin with `//` or `/*`."""
    return _SPACE.sub(" ", span.text).strip()


def option_place(name: str, value: int) -> Span:
    """The place of a value on the command line: it has a name, and no lines and columns."""
    return Span(Source(f"`-D {name}={value}`", ""), 0, 0)


def complete(values: Iterable[ValueT | None]) -> list[ValueT] | None:
    """The values; None where one has no meaning, which has been reported."""
    present = list[ValueT]()
    missing = False
    for value in values:
        if value is None:
            missing = True
        else:
            present.append(value)
    return None if missing else present


class Problems:
    """The problems of one pass so far; the first problem of a kind at a place stands for its repetitions."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int], Diagnostic] = {}

    def add(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        """Keep one problem, and go on; raises DiagnosticError where there are too many to be read."""
        self._found.setdefault((code, span.source.name, span.start), Diagnostic(code, span, message, hint))
        if len(self._found) >= _MOST:
            self.raise_if_any()

    def stop(self, code: str, span: Span, message: str, hint: str | None = None) -> NoReturn:
        """Keep one problem and give up: raises DiagnosticError with all that was found."""
        self.add(code, span, message, hint)
        raise DiagnosticError(self._found.values())

    def raise_if_any(self) -> None:
        """Raises DiagnosticError with all that was found, if anything was."""
        if self._found:
            raise DiagnosticError(self._found.values())


SEEN = 300
"""The number of characters before and after a place that a pattern sees."""


@frozen
class Habit:
    """A pattern of the text around the place where the parser stops, `¦`, and the hint, a template of its groups.

    It is a habit only where the grammar accepts one of the terminals in `accepted`, if any are given.
    """

    pattern: str
    hint: str
    accepted: frozenset[str] = frozenset()


def hint_of(habits: Iterable[Habit], span: Span, accepted: Set[str]) -> str | None:
    """The hint of the first habit that fits the place where the parser stops and accepts some terminals, or None."""
    text = span.source.text
    around = f"{text[max(0, span.start - SEEN) : span.start]}¦{text[span.start : span.start + SEEN]}"
    for habit in habits:
        if not habit.accepted or habit.accepted & accepted:
            match = re.search(habit.pattern, around)
            if match:
                return match.expand(habit.hint)
    return None
