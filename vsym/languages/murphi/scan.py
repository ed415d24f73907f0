"""A first look at the comments, strings and brackets of a text, before it is parsed."""

from __future__ import annotations

import re

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.murphi.words import ANNOTATION, BRACKET_DEPTH, SYMBOLS
from vsym.languages.reading import FILE_BYTES

_LEXEME = re.compile(
    rf"(?P<note>(?={ANNOTATION}))?--[^\n]*|/\*|(?P<string>[\"“])|[][(){{}}]"
    r"|(?<![A-Za-z0-9_])(?:(?P<rule>ruleset|rule|startstate|invariant|procedure|function)|(?P<section>const|type|var))\b",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r"--[^\n]*|/\*.*?\*/|(\w+|[^\w\s])", re.DOTALL)
_COMMENT_END = re.compile(r"\*/")
_STRING_END = re.compile(r"(?:\\.|[^\\\"”])*[\"”]", re.DOTALL)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_NOTE = len("--!")


@frozen
class Layout:
    """Where declarations begin that parsing may go on with, where these and sections do, those in rules too; the
    annotations, and the brackets that are never closed."""

    declarations: tuple[int, ...]
    beginnings: tuple[int, ...]
    annotations: tuple[Span, ...]
    unclosed: tuple[Span, ...]


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment or string without end, and brackets
    that nest too deep."""
    _check_size(source)
    text = source.text
    declarations: list[int] = []
    beginnings: list[int] = []
    annotations: list[Span] = []
    opened: list[int] = []
    position = 0
    while found := _LEXEME.search(text, position):
        lexeme, position = found.group(), found.end()
        if lexeme == "/*":
            position = _end(source, found.start(), _COMMENT_END, "comment", "*/")
        elif found["string"]:
            position = _end(source, found.start(), _STRING_END, "string", '"')
        elif lexeme.startswith("--"):
            if found["note"] is not None:
                annotations.append(Span(source, found.start() + _NOTE, found.end()))
        elif lexeme in ("(", "[", "{"):
            opened.append(found.start())
            if len(opened) > BRACKET_DEPTH:
                message = f"brackets are nested more than {BRACKET_DEPTH} deep here"
                raise DiagnosticError([Diagnostic("VS107", Span(source, found.start(), position), message)])
        elif lexeme in _CLOSING:
            if opened and text[opened[-1]] == _CLOSING[lexeme]:
                opened.pop()
        elif found["rule"] or found["section"]:
            beginnings.append(found.start())
            if found["rule"]:
                declarations.append(found.start())
    unclosed = tuple(Span(source, start, start + 1) for start in opened)
    return Layout(tuple(declarations), tuple(beginnings), tuple(annotations), unclosed)


def _check_size(source: Source) -> None:
    text = source.text
    message = None
    if len(text) > FILE_BYTES:
        message = f"the text has more than {FILE_BYTES:,} characters"
    elif len(text) > SYMBOLS and sum(1 for found in _SYMBOL.finditer(text) if found[1]) > SYMBOLS:
        message = f"the text has more than {SYMBOLS:,} names, numbers and signs"
    if message:
        raise DiagnosticError(
            [Diagnostic("VS104", Span(source, 0, 1), message, "rulesets and loops keep models small")]
        )


def _end(source: Source, start: int, closing: re.Pattern[str], what: str, sign: str) -> int:
    end = closing.search(source.text, start + 2) if what == "comment" else closing.match(source.text, start + 1)
    if end is None:
        span = Span(source, start, start + (2 if what == "comment" else 1))
        raise DiagnosticError([Diagnostic("VS106", span, f"this {what} has no end", f"close it with `{sign}`")])
    return end.end()
