"""The parser from text to declarations, with its messages for syntax errors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vsym.basics.source import Diagnostic, Source, Span, did_you_mean
from vsym.languages.gsst.parse import DEPTH, SMALL, inside_braces, is_stray_brace
from vsym.languages.parsing import Grammar, Parser, Stop, either
from vsym.languages.pp.declarations import Builder
from vsym.languages.problems import Habit, hint_of
from vsym.languages.scanning import Layout, layout

KEYWORDS = (
    *("protocol", "param", "define", "states", "init", "trans", "output", "precondition", "predicate", "for"),
    *("ctl", "ltl", "invariant"),
)
"""The words that declarations begin with."""

_TWO = "two agents meet: `trans A, B -> C, D`"
_HABITS = (
    Habit(r"\btrans\b[^\n]*,[^\n]*¦,", _TWO),
    Habit(r"\btrans\b[^\n,]*¦(?:->|→)", _TWO),
    Habit(r"\btrans\b[^\n]*(?:->|→)[^\n,]*(?:¦\n|¦\Z|\n\s*¦)", _TWO, frozenset({"COMMA"})),
    Habit(
        r"\btrans\b[^\n]*(?:->|→)[^\n]*¦(?:if|with|do)\b",
        f"an interaction has no guard; {_TWO}",
    ),
    Habit(r"\boutput\s+¦", "an output is `output true: A, B` or `output false: A, B`", frozenset({"TRUTH"})),
    Habit(r"¦(?:system|population)\b", "a protocol begins with `protocol` and a name", frozenset({"TRANS"})),
    Habit(r"¦(?:group|shared)\b", "agents share no variables, and `init` gives their numbers", frozenset({"TRANS"})),
    Habit(r"\binit\b[^\n]*¦:", "how many agents start in a state: `init A = 3, B = 2`"),
)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SYMBOLS = {
    "ARROW": "`->`",
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "BAR": "`|`",
    "IN": "`in`",
    "OF": "`of`",
    "NOT": "`not`",
    "THEN": "`then`",
    "ELSE": "`else`",
    "TRUTH": "`true` or `false`",
    "WHERE": "`where`",
    "__ANON_0": "`..`",
}


def scan(source: Source) -> Layout:
    """The layout of a text; raises as `layout` does."""
    return layout(source, KEYWORDS, "a protocol begins with `protocol` and a name", SMALL, inside_braces)


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected, hint = _expected(stop), hint_of(_HABITS, stop.span, stop.terminals)
    match stop.kind:
        case "end":
            return stop.unfinished(f"the file ends here; expected {expected}", unclosed, hint)
        case "character":
            hint = hint or f"expected {expected}"
            return stop.unknown(hint, hint)
    word = stop.span.text
    if hint is None and "TRANS" in stop.terminals:
        hint = did_you_mean(word.lower(), KEYWORDS)
    elif hint is None and "NAME" in stop.terminals and _WORD.fullmatch(word):
        hint = f"`{word}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, hint)


def _expected(stop: Stop) -> str:
    terminals, after = stop.terminals, stop.after
    if "PREFIX" in terminals:
        return f"a condition or a number{after}"
    if "MINUS" in terminals:
        return f"a number{after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in terminals]
    if "INFIX" in terminals:
        choices = ["an operator", *(text for text in choices if text not in ("`=`", "`->`", "`|`", "`[`"))]
    if "TRANS" in terminals:
        choices.append("a declaration")
    elif "NAME" in terminals:
        choices.append("a name")
    return f"{either(choices)}{after}"


PARSER = Parser(Grammar("pp", ("start", "hint")), Builder, scan, _explained, is_stray_brace, DEPTH, "RBRACE")
