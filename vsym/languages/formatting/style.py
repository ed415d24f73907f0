"""What the style of a language is made of beside its statements: comments, and what they may stand beside."""

from __future__ import annotations

import re
from functools import cached_property

from vsym.basics.frozen import frozen

_BLOCK = r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/"


@frozen
class Style:
    """`line` begins a comment that ends with its line, and `verbatim` one that stays as it is; in what `strings`
    matches, nothing is a comment.

    No comment stands left of the words that are `closing`. Words may be aligned at the `stops`, in the order in which
    they stand in a line.
    """

    line: str
    closing: frozenset[str]
    stops: tuple[str, ...] = ()
    strings: str = r"(?!)"
    verbatim: str = "\0"

    @cached_property
    def marks(self) -> re.Pattern[str]:
        """Comments, the group `comment`, and line breaks outside them; strings match so that they are passed over."""
        return re.compile(rf"(?:{self.strings})|(?P<comment>{re.escape(self.line)}[^\n]*|{_BLOCK})|\n")

    def tidy(self, comment: str) -> str:
        """A comment without tabs and without spaces at the ends of its lines; a line comment begins with a space."""
        if comment.startswith(self.verbatim):
            return comment.rstrip()
        if comment.startswith(self.line):
            text = comment[len(self.line) :].lstrip("\t").expandtabs(4).rstrip()
            spaced = text and not text[0].isspace() and text[0] not in self.line
            return f"{self.line}{' ' if spaced else ''}{text}"
        return "\n".join(line.expandtabs().rstrip() for line in comment.split("\n"))

    def comments(self, text: str) -> list[str]:
        """All comments of a text in their order, without the spaces that formatting may change."""
        return ["".join(found["comment"].split()) for found in self.marks.finditer(text) if found["comment"]]
