"""Habits from other languages, and the spelling that is right here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from types import MappingProxyType

from vsym.basics.source import Span, did_you_mean
from vsym.languages.problems import SEEN, Habit, hint_of

KEYWORDS = (
    *("system", "param", "define", "states", "group", "shared", "init", "trans", "for"),
    *("ctl", "ltl", "invariant", "never", "fairness", "lemma", "rank"),
)
"""The words that declarations begin with."""

_COMMENT = "a comment begins with `//`"
_AND = "write `&` for conjunction"
_OR = "write `|` for disjunction"
_IMPLIES = "write `->` for implication"
GUARD = "a guard is written with `if`, as in `trans A -> B if #B = 0`"
_ASSIGNMENT = r"an assignment is written `\1 := \1 + 1`"
_TOGETHER = "a comma separates the assignments of a step: `do v := 1, w := 2`"
_BOOLEAN = r"a Boolean variable has an initial value: `shared \1 : bool = false`"
_SHARED = r"a shared variable has a range and an initial value: `shared \1 : 0..3 = 0`"
_GUARDED = r"a line has a guard before `do`: `\1: true do …`"
_SET = r"\w+(?:\.\.\w+)?(?:\[[^]\n]*\])?"
"""A set of processes before a `:`."""

_HABITS = (
    Habit(
        r"\b(ctl|ltl|invariant|never|lemma|rank)\s+(?:[GFX]\s*)?¦(?!\w+\s*:)",
        r"`\1` takes a name: `\1 safe: …`",
        frozenset({"NAME", "COLON"}),
    ),
    Habit(
        r"(?:\A|[\n;])\s*¦([AE][GFX]|[AE](?=\s*\[))",
        r"a property begins with its logic and a name: `ctl safe: \1 …`",
        frozenset({"TRANS"}),
    ),
    Habit(
        r"(?:\A|[\n;])\s*¦([GFX])\b\s*\(",
        r"a property begins with its logic and a name: `ltl safe: \1 …`",
        frozenset({"TRANS"}),
    ),
    Habit(r"(\w+(?:\[\w+\])?)\s*:\s*¦do\b", _GUARDED),
    Habit(
        rf"[{{;\n|]\s*({_SET})\s*¦[,∪+]\s*({_SET})[^\n:]*:",
        r"a line for several sets has `|` between them: `\1 | \2: …`",
        frozenset({"BAR"}),
    ),
    Habit(
        r"[{;\n|]\s*(\d+)\s*¦[-–—]\s*(\d+)\s*:",
        r"processes by their numbers are written `\1..\2: …`",
        frozenset({"BAR"}),
    ),
    Habit(
        rf"[{{;\n|]\s*{_SET}\s*¦[&\\∧∩][^\n:]*:",
        "a line is for a union of sets; an intersection or a difference needs a group of its own",
        frozenset({"BAR"}),
    ),
    Habit(r"\{\s*¦do\b", r"a line begins with its processes and a guard: `all: true do …`"),
    Habit(r"\bif\s*¦do\b", "put a guard between `if` and `do`, or leave out `if`"),
    Habit(r"\b(\w+)\s*¦(?:\+\+|\+=)", _ASSIGNMENT, frozenset({"__ANON_1"})),
    Habit(r"\b(\w+)\s*¦(?:--|-=)", r"an assignment is written `\1 := \1 - 1`", frozenset({"__ANON_1"})),
    Habit(r"\bdo\s[^\n]*¦\+\+\s*(\w+)", _ASSIGNMENT),
    Habit(r"\b(\w+)\s*¦(?:=|'|<-)", r"an assignment is written `\1 := …`", frozenset({"__ANON_1"})),
    Habit(r"\bdo\b[^;\n]*:=[^\n]*;\s*¦\w+\s*:?=", _TOGETHER),
    Habit(r"\bdo\b[^;\n]*:=[^\n]*;\s*\w+\s*(?::¦=|¦:=)", _TOGETHER),
    Habit(r"(?:->|→)\s*\w+\s*\[[^\]\n]*¦", GUARD),
    Habit(r"\btrans\s*¦\[", GUARD),
    Habit(r"¦(?:when|where|guard|given|provided)\b|(?:->|→)\s*\w+\s*¦:", GUARD, frozenset({"IF"})),
    Habit(r"¦--|--[^\n]*¦|¦#\s|\n[ \t]*¦#|¦#\w+[ \t]+\w", _COMMENT),
    Habit(r"(?:\||\bor)\s*¦\{", "put `{ }` around each part: `{p} | {q; r}`", frozenset({"PREFIX"})),
    Habit(r"=¦=", "write `=` for equality"),
    Habit(r"<¦>", "write `!=` for inequality"),
    Habit(r"&¦&|/¦\\", _AND),
    Habit(r"\|¦\||\|\|\s*¦|\\¦/", _OR),
    Habit(r"=¦>|¦=>", _IMPLIES),
    Habit(r"¦~", "write `!` for negation"),
    Habit(r"[\w)]\s*¦mod\b", "the remainder by a constant is written `%`"),
    Habit(r"[\w)]\s*¦div\b", "the quotient by a constant is written `/`"),
    Habit(r"¦\[\s*\]", "always is written `G` in `ltl`, `AG` in `ctl`", frozenset({"PREFIX"})),
    Habit(r"¦<\s*>", "eventually is written `F` in `ltl`, `AF` or `EF` in `ctl`", frozenset({"PREFIX"})),
    Habit(r"¦(\w+(?:\[\w+\])*)\s*(?:->|→)\s*(\w+)", r"a transition is written `trans \1 -> \2`", frozenset({"TRANS"})),
    Habit(
        r"\binit\s+(\w+)[ \t]*¦(?:[,|]\s*)?(\w+)",
        r"one state for each group: `init { R: \1; W: \2 }`; a choice for each process: "
        r"`init where #{\1, \2} = |all|`",
    ),
    Habit(
        r"\bshared\s+(\w+)\s*:\s*(?:int|integer|nat|natural)\s*¦",
        r"declare a number with its range: `shared \1 : 0..3 = 0`",
    ),
    Habit(r"\bshared\s+(\w+)\s*:\s*boolean\s*¦", r"declare a Boolean variable as `shared \1 : bool = true`"),
    Habit(
        r"\bshared\s+(\w+)\s*(?:¦=|:\s*\w+\s*\.\.\s*\w+\s*?(?:\n\s*¦|¦\s*\Z))",
        r"a shared variable has a range and an initial value: `shared \1 : 0..3 = 0`",
        frozenset({"EQUALS", "COLON"}),
    ),
    Habit(r"\bparam\s+(\w+)\s*¦:", r"a parameter is an integer with a value: `param \1 = 3 where \1 >= 1`"),
    Habit(r"¦(?:var\s+)?(\w+)\s*:\s*(?:int|nat|\{\s*\w+\s*,|\w+\s*\.\.)", _SHARED, frozenset({"TRANS"})),
    Habit(r"¦(?:bool|boolean)\s+(\w+)", _BOOLEAN, frozenset({"TRANS"})),
    Habit(r"¦(?:var\s+)?(\w+)\s*:\s*(?:bool|boolean)\b", _BOOLEAN, frozenset({"TRANS"})),
    Habit(r"¦(?:var|int|integer)\s+(\w+)", _SHARED, frozenset({"TRANS"})),
)

_FIRST_WORD = re.compile(r"/\*.*?\*/|^([A-Za-z]+)\b(?!\s*(?::|->|→|\[))", re.DOTALL | re.MULTILINE)
_CONTINUING = ("if", "then", "else", "do", "with", "others", "respects", "where", "or", "and", "not", "of", "in")
"""The words at the beginning of a line with which a declaration continues."""

_KEYWORDS_OF_OTHERS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("module", "model", "protocol"), "system"),
        **dict.fromkeys(("const", "constant", "constants"), "param"),
        **dict.fromkeys(("macro", "let", "def"), "define"),
        **dict.fromkeys(("process", "processes"), "group"),
        **dict.fromkeys(("start", "startstate"), "init"),
        **dict.fromkeys(("rule", "edge"), "trans"),
        **dict.fromkeys(("property", "spec", "ctlspec", "formula"), "ctl"),
        **dict.fromkeys(("assert", "invar", "invarspec", "safety"), "invariant"),
        **dict.fromkeys(("ltlspec",), "ltl"),
        **dict.fromkeys(("fair", "justice"), "fairness"),
    }
)

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("True", "TRUE"), "did you mean `true`?"),
        **dict.fromkeys(("False", "FALSE"), "did you mean `false`?"),
        **dict.fromkeys(
            ("self", "me", "this"),
            "the moving process has no name, but counts include it: in `trans A -> B`, `#A = 1` means that no "
            "other is in A",
        ),
    }
)


def habit(span: Span, accepted: Set[str]) -> str | None:
    """The hint for the place where the parser stops and accepts some terminals, or None where no habit is known."""
    return hint_of(_HABITS, span, accepted)


def misspelt(span: Span, accepted: Set[str]) -> tuple[Span, str] | None:
    """The word that stands for a keyword first on the line where the parser stops, with a hint; None where none does.

    The parser stops at the word itself, or behind it where it begins like a keyword: `initial N`.
    """
    text = span.source.text
    line = text.rfind("\n", 0, span.start) + 1
    first = re.compile(r"[ \t]*([A-Za-z]+)\b(?!\s*(?::|->|→))").match(text, line)
    if first is None or first[1] in KEYWORDS or not first.start(1) <= span.start:
        return None
    word = first[1]
    here = "TRANS" in accepted and span.start == first.start(1)
    if not (here or any(word.startswith(keyword) for keyword in KEYWORDS)):
        return None
    hint = _keyword(word)
    return None if hint is None else (Span(span.source, first.start(1), first.end(1)), hint)


def misspelt_beginnings(text: str) -> Iterator[int]:
    """The beginnings of lines, without indentation, whose first word stands for a keyword."""
    for first in _FIRST_WORD.finditer(text):
        if first[1] and first[1] not in (*KEYWORDS, *_CONTINUING) and _keyword(first[1]):
            yield first.start(1)


def _keyword(word: str) -> str | None:
    """The hint that names the keyword for which a word stands; None where it stands for none."""
    if word.lower() in KEYWORDS:
        return f"keywords are lower case; did you mean `{word.lower()}`?"
    meant = _KEYWORDS_OF_OTHERS.get(word.lower())
    return f"did you mean `{meant}`?" if meant else did_you_mean(word.lower(), KEYWORDS)


def habitual_name(span: Span, name: str) -> str | None:
    """The hint for a name that is not declared, or None where it stands in no comment and is no word of habit."""
    before = span.source.text[max(0, span.start - SEEN) : span.start]
    return _COMMENT if re.search(r"--[ \t]*$", before) else _WORDS.get(name)
