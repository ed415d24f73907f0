"""What is typed by habit from other languages: patterns around the place where a parser stops, each with a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from vsym.basics.frozen import frozen
from vsym.basics.source import Span

SEEN = 300
"""How many characters before and after a place a pattern sees."""


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
    for known in habits:
        if not known.accepted or known.accepted & accepted:
            match = re.search(known.pattern, around)
            if match:
                return match.expand(known.hint)
    return None
