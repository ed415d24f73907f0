"""From text to declarations, of texts and of parts of broken ones, and what the user is told where a text stops making
sense."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vsym.basics.source import Diagnostic, Source, Span, did_you_mean
from vsym.languages.parsing import Depth, Grammar, Parser, Stop, either
from vsym.languages.scanning import Brackets, Layout, check_size, comment_end, fail
from vsym.languages.systems.declarations import Builder, Node

KEYWORDS = ("system", "param", "var", "domain", "init", "event", "ctl", "ltl", "invariant", "fairness")
"""The words that declarations begin with."""

_LEXEME = re.compile(r"//[^\n]*|\"[^\"\n]*\"|/\*|[][(){}]|(?<![^\n])[ \t]*(?P<keyword>[a-z]+)\b")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SYMBOLS = {
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "RBRACE": "`}`",
    "LBRACE": "`{`",
    "BOOL": "`bool`",
    "IF": "`if`",
    "THEN": "`then`",
    "ELSE": "`else`",
    "DO": "`do`",
    "ERROR": "`error`",
    "STRING": "a text in quotes",
    "NAME": "a name",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
    "INFIX": "an operator",
    "EVENT": "a declaration",
}


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError where it is blank or too large, a comment has no end, or
    brackets nest too deep."""
    if not source.text.strip():
        fail("VS103", Span(source, 0, 0), "the file is empty", "a model begins with `system` and a name")
    check_size(source, "//", "parameters keep models small")
    text, brackets, starts, position = source.text, Brackets(source), list[int](), 0
    while lexeme := _LEXEME.search(text, position):
        position = lexeme.end()
        if lexeme.group() == "/*":
            position = comment_end(source, lexeme.start())
        elif keyword := lexeme["keyword"]:
            if keyword in KEYWORDS:
                starts.append(lexeme.start("keyword"))
                brackets = Brackets(source)
        elif lexeme.group() in ("(", "[", "{", ")", "]", "}"):
            brackets.meet(lexeme.group(), lexeme.start())
    return Layout(tuple(starts), tuple(starts), brackets.unclosed())


def _levels(value: object) -> tuple[int, int]:
    """Chains of these operators become trees that are as deep as they are long."""
    return 0, len(value.signs) if isinstance(value, Node) and value.text in ("U", "W", "R", "->", "<->") else 0


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected, word = _expected(stop), stop.span.text
    match stop.kind:
        case "end":
            return stop.unfinished(f"the file ends here; expected {expected}", unclosed)
        case "character":
            return stop.unknown(f"expected {expected}", f"expected {expected}")
    hint = did_you_mean(word, KEYWORDS) if "EVENT" in stop.terminals else None
    if "NAME" in stop.terminals and _WORD.fullmatch(word):
        hint = f"`{word}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, hint)


def _expected(stop: Stop) -> str:
    if "PREFIX" in stop.terminals:
        return f"a condition or a number{stop.after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in stop.terminals]
    return either([text for text in choices if text != "`=`" or "INFIX" not in stop.terminals]) + stop.after


PARSER = Parser(
    Grammar("systems", ("start", "hint")),
    Builder,
    scan,
    _explained,
    lambda _: False,
    Depth(_levels, "expressions", "give its parts variables of their own"),
    "RBRACE",
)
