"""The parser from texts, and from the intact parts of broken ones, to declarations, with its messages for syntax
errors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vsym.basics.source import Diagnostic, Source, Span, did_you_mean
from vsym.languages.parsing import Depth, Grammar, Parser, Stop, either
from vsym.languages.problems import Habit, hint_of
from vsym.languages.scanning import Layout, layout
from vsym.languages.ta.syntax import Builder, Node

KEYWORDS = (
    *("local", "shared", "parameters", "unknowns", "define", "assumptions", "locations", "inits", "rules"),
    "specifications",
)
"""The words that declarations begin with."""

AUTOMATON = ("skel", "thresholdAutomaton", "threshAuto", "TA")
"""The words that a file begins with."""

_WORD = re.compile(r"[A-Za-z_]\w*")
_SYMBOLS = {
    "EQUALS": "`==`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "SEMICOLON": "`;`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "QUOTE": "`'`",
    "WHEN": "`when`",
    "DO": "`do`",
    "ARROW": "`->`",
    "UNCHANGED": "`unchanged`",
    "RESET": "`reset`",
    "INTEGER": "a number",
    "NAME": "a name",
    "INFIX": "an operator",
    "RULES": "a declaration",
    "AUTOMATON": "`skel`",
    "RBRACE": "`}`",
}
_HABITS = (
    Habit(r"(?<![=!<>])¦=(?![=!])", "equality is written `==`", frozenset({"EQUALS", "INFIX"})),
    Habit(r"¦&(?!&)", "and is written `&&`", frozenset({"INFIX"})),
    Habit(r"¦\|(?!\|)", "or is written `||`", frozenset({"INFIX"})),
    Habit(r"¦(?:/|%)", "terms are linear: multiply both sides instead", frozenset({"INFIX"})),
    Habit(r"¦U\b", "there are the temporal operators `[]` and `<>`", frozenset({"INFIX"})),
    Habit(r"\b[GF]\s*¦[\w(]", "always is written `[]`, eventually `<>`", frozenset({"INFIX"})),
)


def scan(source: Source) -> Layout:
    """The layout of a text; raises as `layout` does."""
    return layout(source, KEYWORDS, "an automaton begins with `skel` and a name", "parameters keep automata small")


def _levels(value: object) -> tuple[int, int]:
    """Chains of implications become trees that are as deep as they are long."""
    return 0, len(value.signs) if isinstance(value, Node) and value.text == "->" else 0


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected, word = _expected(stop), stop.span.text
    habit = hint_of(_HABITS, stop.span, stop.terminals)
    if "AUTOMATON" in stop.terminals and (begun := _WORD.match(stop.span.source.text, stop.span.start)):
        habit = did_you_mean(begun.group(), (*AUTOMATON, *KEYWORDS))
    match stop.kind:
        case "end":
            return stop.unfinished(f"the file ends here; expected {expected}", unclosed)
        case "character":
            return stop.unknown(f"expected {expected}", habit or f"expected {expected}")
    if "AUTOMATON" not in stop.terminals and "RULES" in stop.terminals:
        habit = did_you_mean(word, KEYWORDS)
    elif habit is None and "NAME" in stop.terminals and _WORD.fullmatch(word):
        habit = f"`{word}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, habit)


def _expected(stop: Stop) -> str:
    if "PREFIX" in stop.terminals:
        return f"a condition or a number{stop.after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in stop.terminals]
    if "INFIX" in stop.terminals:
        choices = [text for text in choices if text not in ("`==`", "`->`")]
    return either(choices) + stop.after


PARSER = Parser(
    Grammar("ta"),
    Builder,
    scan,
    _explained,
    lambda _: False,
    Depth(_levels, "formulas", "give its parts names by `define`"),
    "RBRACE",
)
