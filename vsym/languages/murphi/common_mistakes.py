"""Habits from other languages, and the spelling that is right here."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType

from vsym.basics.source import Span
from vsym.languages.problems import Habit, hint_of

_HABITS = (
    Habit(r"/¦/|¦//", "a comment begins with `--`"),
    Habit(r"=\s*¦>", "a guard ends with `==>`, and implication is `->`"),
    Habit(r"\bconst\s[^=]*?(\w+)\s*¦=", r"a constant is written `\1: value`", frozenset({"COLON"})),
    Habit(r"\b(\w+)\s*¦=", r"an assignment is written `\1 := …`", frozenset({"ASSIGN"})),
    Habit(r"\b(\w+)\s*¦:\s", r"variables are declared after `var`, before `begin`", frozenset({"ASSIGN"})),
    Habit(r"(\w+)\s*¦\+\+", r"an assignment is written `\1 := \1 + 1`"),
    Habit(r"¦:=", "write `=` to compare; an assignment is a statement", frozenset({"INFIX"})),
    Habit(r"<¦>", "write `!=` for inequality"),
    Habit(r"[\w)\]]\s*¦and\b|\band\s+¦[\w(]", "write `&` for conjunction"),
    Habit(r"[\w)\]]\s*¦or\b|\bor\s+¦[\w(]", "write `|` for disjunction"),
    Habit(r"[\w)\]]\s*¦mod\b|\bmod\s+¦[\w(]", "write `%` for the remainder"),
    Habit(r"[\w)\]]\s*¦div\b|\bdiv\s+¦[\w(]", "write `/` for the quotient"),
    Habit(r"\bnot\s+¦\w", "write `!` for negation"),
    Habit(r"¦~", "write `!` for negation"),
    Habit(r"¦\{|¦\}", "statements stand between words, as in `if … then … end`", frozenset({"INFIX"})),
    Habit(r"\barray\s*\[\s*(\w+)\s*¦\]", r"the index of an array is a type, as in `array [0..\1 - 1] of …`"),
    Habit(r"¦", "`then` comes after the condition", frozenset({"THEN"})),
)

_TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("int", "integer", "nat"), "declare a number with its range, as in `0..3`"),
        **dict.fromkeys(("bool", "Bool"), "did you mean `boolean`?"),
    }
)


def habit(span: Span, accepted: Set[str]) -> str | None:
    """The hint for the place where the parser stops and accepts some terminals, or None where no habit is known."""
    return hint_of(_HABITS, span, accepted)


def habitual_name(name: str) -> str | None:
    """The hint for a name that is not declared, or None where it is no word of habit."""
    return _TYPES.get(name)
