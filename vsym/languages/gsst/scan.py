"""A first look at the brackets and comments of a text, before it is parsed."""

from __future__ import annotations

import re

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.gsst.limits import BRACKET_DEPTH, SYMBOLS
from vsym.languages.reading import FILE_BYTES

_LEXEME = re.compile(r"//[^\n]*|/\*|[][(){}]|(?<![^\n])[ \t]*(?P<keyword>[a-z]+)\b")
_SYMBOL = re.compile(r"//[^\n]*|/\*.*?\*/|(\w+|[^\w\s])", re.DOTALL)
_COMMENT_END = re.compile(r"\*/")
KEYWORDS = (
    *("system", "param", "define", "states", "group", "shared", "init", "trans", "for"),
    *("ctl", "ltl", "invariant", "fairness", "lemma", "rank"),
)
"""The words that declarations begin with."""

_CLOSING = {")": "(", "]": "[", "}": "{"}


@frozen
class Layout:
    """Where declarations seem to begin, where they may begin at all, and the opening brackets that are never closed."""

    declarations: tuple[int, ...]
    beginnings: tuple[int, ...]
    unclosed: tuple[Span, ...]


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment without end, and brackets too deep.

    A declaration may begin at its keyword, first on a line, and seems to outside all braces or without indentation.
    """
    _check_size(source)
    text = source.text
    declarations: list[int] = []
    beginnings: list[int] = []
    opened: list[int] = []
    position = 0
    while found := _LEXEME.search(text, position):
        lexeme, position = found.group(), found.end()
        if lexeme == "/*":
            position = _comment_end(source, found.start())
        elif keyword := found["keyword"]:
            indented = found.start("keyword") > found.start()
            if keyword in KEYWORDS:
                beginnings.append(found.start("keyword"))
                if not (opened and (indented or keyword == "for")):
                    declarations.append(found.start("keyword"))
        elif lexeme in "([{":
            opened.append(found.start())
            if len(opened) > BRACKET_DEPTH:
                span = Span(source, found.start(), found.end())
                raise DiagnosticError(
                    [Diagnostic("VS107", span, f"brackets are nested more than {BRACKET_DEPTH} deep here")]
                )
        elif lexeme in _CLOSING and opened and text[opened[-1]] == _CLOSING[lexeme]:
            opened.pop()
    return Layout(tuple(declarations), tuple(beginnings), tuple(Span(source, start, start + 1) for start in opened))


def _check_size(source: Source) -> None:
    text = source.text
    message = None
    if len(text) > FILE_BYTES:
        message = f"the text has more than {FILE_BYTES:,} characters"
    elif len(text) > SYMBOLS and sum(1 for found in _SYMBOL.finditer(text) if found[1]) > SYMBOLS:
        message = f"the text has more than {SYMBOLS:,} names, numbers and signs"
    if message:
        hint = "`for`, families and parameters keep models small"
        raise DiagnosticError([Diagnostic("VS104", Span(source, 0, 1), message, hint)])


def _comment_end(source: Source, start: int) -> int:
    end = _COMMENT_END.search(source.text, start + 2)
    if end is None:
        span = Span(source, start, start + 2)
        raise DiagnosticError([Diagnostic("VS106", span, "this comment has no end", "close it with `*/`")])
    return end.end()
