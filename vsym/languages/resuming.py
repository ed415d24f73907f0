"""A parser that goes on after errors of syntax: one pass over the tokens that leaves out declarations with errors.

What the parser has on its stacks is noted where each declaration begins, and taken up again for the next one.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from vsym.basics.frozen import frozen

_DEEPEST = 500
"""How high stacks may be that are noted: what nests deeper costs more to note than it is worth."""

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
    """The tree of a text without the declarations that have errors of syntax, and whether that is the whole text; None
    where nothing can be left out.

    `read` begins to read at an offset, `starts` are those of declarations, in order, `end` is that of the text, and a
    token of type `closing` ends what stands around declarations, where the text does not.

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
    """Feed the tokens, with a mark before those that begin a declaration; the first error, None where there is none."""
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
