"""A first look at a text before it is parsed: its size, the ends of comments and strings, and the depth of brackets.

The limits are far above sensible models, so that any input ends soon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NoReturn

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.reading import FILE_BYTES

SYMBOLS = 200_000
BRACKET_DEPTH = 200
SYNTAX_DEPTH = 100
SYNTAX_ERRORS = 20

PACE = 1_000
"""The number of symbols, or of parts of formulas, between two checks of the limits of time and memory."""

_CLOSING = {")": "(", "]": "[", "}": "{"}
_COMMENT_END = re.compile(r"\*/")
_LEXEME = re.compile(r"//[^\n]*|\"[^\"\n]*\"|/\*|[][(){}]|(?<![^\n])[ \t]*(?P<keyword>[a-z]+)\b")


@frozen
class Layout:
    """The offsets of declarations at which parsing may continue, and of all that may begin one; the brackets that are
    never closed, and the comments that are annotations."""

    declarations: tuple[int, ...]
    beginnings: tuple[int, ...]
    unclosed: tuple[Span, ...]
    annotations: tuple[Span, ...] = ()


class Brackets:
    """The open brackets at a place of a text. A closing bracket that does not match the last of them is ignored."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._opened: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._opened)

    def meet(self, sign: str, start: int) -> None:
        """Note the bracket at an offset; raises DiagnosticError where it nests too deep."""
        if sign not in _CLOSING:
            self._opened.append(start)
            if len(self._opened) > BRACKET_DEPTH:
                message = f"brackets are nested more than {BRACKET_DEPTH} deep here"
                fail("VS107", Span(self._source, start, start + 1), message)
        elif self._opened and self._source.text[self._opened[-1]] == _CLOSING[sign]:
            self._opened.pop()

    def unclosed(self) -> tuple[Span, ...]:
        """The brackets that are still open."""
        return tuple(Span(self._source, start, start + 1) for start in self._opened)


def layout(
    source: Source,
    keywords: Collection[str],
    beginning: str,
    hint: str,
    inside: Callable[[str, bool], bool] = lambda _keyword, _indented: True,
) -> Layout:
    """The layout of a text whose declarations begin with keywords, first on a line; `inside` tells of a keyword,
    indented or not, if it may begin one inside open brackets.

    Raises DiagnosticError where the text is blank, with the hint `beginning`, or too large, with `hint`, where a
    comment has no end, or brackets nest too deep.
    """
    if not source.text.strip():
        fail("VS103", Span(source, 0, 0), "the file is empty", beginning)
    check_size(source, "//", hint)
    text, brackets = source.text, Brackets(source)
    declarations: list[int] = []
    beginnings: list[int] = []
    position = 0
    while lexeme := _LEXEME.search(text, position):
        begin, position = lexeme.span()
        if lexeme.group() == "/*":
            position = comment_end(source, begin)
        elif keyword := lexeme["keyword"]:
            start = lexeme.start("keyword")
            if keyword in keywords:
                beginnings.append(start)
                if not brackets or inside(keyword, start > begin):
                    declarations.append(start)
        elif position == begin + 1:
            brackets.meet(lexeme.group(), begin)
    return Layout(tuple(declarations), tuple(beginnings), brackets.unclosed())


def check_size(source: Source, line_comment: str, hint: str) -> None:
    """Raises DiagnosticError for a text that is too large."""
    text = source.text
    if len(text) > FILE_BYTES:
        fail("VS104", Span(source, 0, 1), f"the text has more than {FILE_BYTES:,} characters", hint)
    symbol = re.compile(rf"{line_comment}[^\n]*|/\*.*?\*/|(\w+|[^\w\s])", re.DOTALL)
    if len(text) > SYMBOLS and sum(1 for sign in symbol.finditer(text) if sign[1]) > SYMBOLS:
        fail("VS104", Span(source, 0, 1), f"the text has more than {SYMBOLS:,} names, numbers and signs", hint)


def comment_end(source: Source, start: int) -> int:
    """The end of a comment that begins with `/*`; raises DiagnosticError where it has no end."""
    end = _COMMENT_END.search(source.text, start + 2)
    if end is None:
        fail("VS106", Span(source, start, start + 2), "this comment is never closed", "close it with `*/`")
    return end.end()


def fail(code: str, span: Span, message: str, hint: str | None = None) -> NoReturn:
    """Raises DiagnosticError with a single error."""
    raise DiagnosticError([Diagnostic(code, span, message, hint)])
