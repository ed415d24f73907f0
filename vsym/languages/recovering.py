"""The readable part of a broken text, and its errors.

`resumed` reads the tokens in one pass that leaves out declarations with errors. It notes the stacks of the parser where
each declaration begins, and restores them for the next one.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, TypeAlias, TypeVar

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.findings import fix, of_errors
from vsym.languages.scanning import SYNTAX_ERRORS, Layout

FileT = TypeVar("FileT")

_ATTEMPTS = 6
_ENDLESS = "VS106"
"""The code of a comment or string that has no end."""


def recovered(
    source: Source,
    parse: Callable[[Source], tuple[FileT | None, bool]],
    scan: Callable[[Source], Layout],
) -> tuple[FileT | None, bool]:
    """The result of `parse`, and whether it covers the whole text; declarations for which `parse` raises
    DiagnosticError are left out, and all else stays in its place.

    The result is None where nothing is left, or errors do not end. `scan` finds the beginnings of declarations. Raises
    what `parse` raises except for DiagnosticError.
    """
    text = source.text
    for _ in range(_ATTEMPTS):
        source_left = Source(source.name, text)
        try:
            file, whole = parse(source_left)
        except DiagnosticError as error:
            rest = text
            for diagnostic in error.diagnostics:
                rest = _without(rest, diagnostic, source_left, scan)
        else:
            return file, whole and text == source.text
        if rest == text or not rest.strip():
            return None, False
        text = rest
    return None, False


def _without(text: str, diagnostic: Diagnostic, source: Source, scan: Callable[[Source], Layout]) -> str:
    """The text with spaces in place of the declaration that an error is in."""
    failed = diagnostic.span.start
    if diagnostic.code == _ENDLESS:
        return _blanked(text, failed, len(text))
    try:
        starts = scan(source).declarations
    except DiagnosticError:
        return text
    begins = bisect.bisect_right(starts, failed) - 1
    if begins > 0 and starts[begins] == failed and not text[starts[begins - 1] : failed].isspace():
        # A word that begins the next declaration comes too soon for the one before it.
        begins -= 1
    start = starts[begins] if begins >= 0 else 0
    end = starts[begins + 1] if begins + 1 < len(starts) else len(text)
    return _blanked(text, start, end)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def errors_of_syntax(
    source: Source,
    starts: Sequence[int],
    parse: Callable[[str, int], object],
    explain: Callable[[UnexpectedInput], Diagnostic],
    follows: Callable[[UnexpectedInput], bool],
) -> list[Diagnostic]:
    """The first syntax errors of a text, at most SYNTAX_ERRORS, in order.

    After each error, parsing continues as if the user had followed its hint, where that takes no more room, or else
    with the next declaration.

    `starts` are the offsets of declarations, `parse` reads a text from one of them on and raises UnexpectedInput, which
    `explain` explains; an error that `follows` from an earlier one is left out. Raises what `parse` raises otherwise.
    """
    diagnostics: dict[int, Diagnostic] = {}
    text, start = source.text, 0
    while len(diagnostics) < SYNTAX_ERRORS:
        try:
            parse(text, start)
        except UnexpectedInput as error:
            one, new = explain(error), not (diagnostics and follows(error))
        else:
            break
        failed = one.span.start
        if new and failed not in diagnostics:
            diagnostics[failed] = one
            meant = _as_meant(source, one, text)
            if meant is not None:
                text = meant
                continue
        following = bisect.bisect_left(starts, max(failed, start + 1))
        if following == len(starts):
            break
        start = starts[following]
    return list(diagnostics.values())


def _as_meant(source: Source, one: Diagnostic, text: str) -> str | None:
    """The text after following a hint, with all else in its place; None where the correction takes more room."""
    [finding] = of_errors([one], source.name)
    correction = fix(source, finding)
    if correction is None or len(correction.text) > correction.span.end - correction.span.start:
        return None
    return (
        text[: correction.span.start]
        + correction.text.ljust(correction.span.end - correction.span.start)
        + text[correction.span.end :]
    )


_DEEPEST = 500
"""The largest stacks that are noted: for deeper nesting, the notes cost more than they save."""

Reading: TypeAlias = tuple[InteractiveParser, Iterator[Token]]
"""A parser, and the tokens that it is to be fed."""


@frozen
class _Mark:
    """The stacks of a parser where a declaration begins, and before all. Parsing makes trees longer in place, so that
    their lengths count."""

    start: int
    states: tuple[Any, ...]
    values: tuple[Any, ...]
    lengths: tuple[int, ...]

    @staticmethod
    def of(parsing: InteractiveParser, start: int) -> _Mark:
        state = parsing.parser_state
        lengths = (len(value.children) if isinstance(value, Tree) else 0 for value in state.value_stack)
        return _Mark(start, tuple(state.state_stack), tuple(state.value_stack), tuple(lengths))

    def restore(self, parsing: InteractiveParser) -> None:
        parsing.parser_state.state_stack[:] = self.states
        parsing.parser_state.value_stack[:] = (
            Tree(value.data, value.children[:length]) if isinstance(value, Tree) else value
            for value, length in zip(self.values, self.lengths, strict=True)
        )


def resumed(
    read: Callable[[int], Reading], starts: Sequence[int], end: int, closing: str
) -> tuple[Tree[Token] | None, bool]:
    """The tree of a text without the declarations that have syntax errors, and whether that is the whole text; None
    where nothing can be left out.

    `read` begins to read at an offset, `starts` are the offsets of declarations, in order, `end` is that of the text's
    end, and a token of type `closing` ends a block around declarations that the text leaves open.

    Raises what the tokens raise.
    """
    parsing, tokens = read(0)
    marks, whole = [_Mark.of(parsing, -1)], True
    begins = frozenset(starts)
    while (error := _fed(parsing, tokens, begins, marks)) is not None:
        whole, failed = False, error.pos_in_stream or 0
        following = bisect.bisect_left(starts, failed)
        mark = marks[-1]
        if failed in begins and isinstance(error, UnexpectedToken):
            # The declaration before does not end, or this one cannot stand here.
            mark = marks.pop() if mark.start == failed else _Mark.of(parsing, failed)
            unended = _last_accepting(marks, parsing, error.token.type)
            if unended is None:
                following += 1
            else:
                mark = marks[unended]
                del marks[max(unended, 1) :]
        elif len(marks) > 1:
            del marks[-1]
        if following < len(starts):
            parsing, tokens = read(starts[following])
        mark.restore(parsing)
        if following == len(starts):
            break
    return _ended(parsing, marks, end, closing, whole=whole)


def _fed(
    parsing: InteractiveParser, tokens: Iterator[Token], begins: frozenset[int], marks: list[_Mark]
) -> UnexpectedInput | None:
    """Feed the tokens, with a mark before those that begin a declaration; the first error, or None."""
    try:
        for token in tokens:
            if token.start_pos in begins and len(parsing.parser_state.state_stack) <= _DEEPEST:
                marks.append(_Mark.of(parsing, token.start_pos))
            parsing.feed_token(token)
    except UnexpectedInput as error:
        return error
    return None


def _last_accepting(marks: Sequence[_Mark], parsing: InteractiveParser, kind: str) -> int | None:
    """The number of the last mark after which a token of a type can come."""
    for number in reversed(range(len(marks))):
        marks[number].restore(parsing)
        if _accepts(parsing, kind):
            return number
    return None


def _accepts(parsing: InteractiveParser, kind: str) -> bool:
    tried = parsing.parser_state.copy(deepcopy_values=False)
    # Nothing is to be built.
    tried.parse_conf = copy(tried.parse_conf)
    tried.parse_conf.callbacks = {}
    try:
        tried.feed_token(Token(kind, ""), is_end=kind == "$END")
    except UnexpectedToken:
        return False
    return True


def _ended(
    parsing: InteractiveParser, marks: list[_Mark], end: int, closing: str, *, whole: bool
) -> tuple[Tree[Token] | None, bool]:
    """The tree where the text ends; if it cannot end there, it ends before the declaration that it is in."""
    while True:
        while not _accepts(parsing, "$END") and _accepts(parsing, closing):
            whole = False
            parsing.feed_token(_empty(closing, end))
        if _accepts(parsing, "$END"):
            tree: Tree[Token] = parsing.feed_token(_empty("$END", end))
            return tree, whole and bool(tree.children)
        if not marks:
            return None, False
        whole = False
        marks.pop().restore(parsing)


def _empty(kind: str, end: int) -> Token:
    return Token(kind, "", end, 1, 1, end_pos=end)
