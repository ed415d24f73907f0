"""What is typed by habit from other languages, and how it is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from types import MappingProxyType

from vsym.basics.frozen import frozen
from vsym.basics.source import Span

_SEEN = 200
"""How many characters before and after a place are looked at."""


@frozen
class _Habit:
    """A pattern of the text around the place where the parser stops, `¦`, and the hint, a template of its groups.

    It is a habit only where the grammar accepts the terminal, if one is given.
    """

    pattern: str
    hint: str
    accepted: str | None = None


_HABITS = (
    _Habit(r"/¦/|¦//", "a comment begins with `--`"),
    _Habit(r"=\s*¦>", "a guard ends with `==>`, and implication is `->`"),
    _Habit(r"\bconst\s[^=]*?(\w+)\s*¦=", r"a constant is written `\1: value`", "COLON"),
    _Habit(r"\b(\w+)\s*¦=", r"an assignment is written `\1 := …`", "ASSIGN"),
    _Habit(r"\b(\w+)\s*¦:\s", r"variables are declared after `var`, before `begin`", "ASSIGN"),
    _Habit(r"(\w+)\s*¦\+\+", r"an assignment is written `\1 := \1 + 1`"),
    _Habit(r"¦:=", "write `=` to compare; an assignment is a statement", "INFIX"),
    _Habit(r"<¦>", "write `!=` for inequality"),
    _Habit(r"[\w)\]]\s*¦and\b|\band\s+¦[\w(]", "write `&` for conjunction"),
    _Habit(r"[\w)\]]\s*¦or\b|\bor\s+¦[\w(]", "write `|` for disjunction"),
    _Habit(r"[\w)\]]\s*¦mod\b|\bmod\s+¦[\w(]", "write `%` for the remainder"),
    _Habit(r"[\w)\]]\s*¦div\b|\bdiv\s+¦[\w(]", "write `/` for the quotient"),
    _Habit(r"\bnot\s+¦\w", "write `!` for negation"),
    _Habit(r"¦~", "write `!` for negation"),
    _Habit(r"¦\{|¦\}", "statements stand between words, as in `if … then … end`", "INFIX"),
    _Habit(r"\barray\s*\[\s*(\w+)\s*¦\]", r"the index of an array is a type, as in `array [0..\1 - 1] of …`"),
    _Habit(r"¦", "`then` comes after the condition", "THEN"),
)

_TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("int", "integer", "nat"), "a number is declared with its range, as in `0..3`"),
        **dict.fromkeys(("bool", "Bool"), "the type of truth values is `boolean`"),
    }
)


def habit(span: Span, accepted: Set[str]) -> str | None:
    """The hint for the place where the parser stops and accepts some terminals, or None where no habit is known."""
    text = span.source.text
    around = f"{text[max(0, span.start - _SEEN) : span.start]}¦{text[span.start : span.start + _SEEN]}"
    for known in _HABITS:
        if known.accepted is None or known.accepted in accepted:
            match = re.search(known.pattern, around)
            if match:
                return match.expand(known.hint)
    return None


def habitual_name(name: str) -> str | None:
    """The hint for a name that is not declared, or None where it is no word of habit."""
    return _TYPES.get(name)
