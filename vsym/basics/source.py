"""Places in the text of a user, mistakes there, and text without control characters."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen


@frozen
class Source:
    """A named text; messages call it by its `name` (a path, `<stdin>`, `-D readers=x`)."""

    name: str
    text: str

    @property
    def is_file(self) -> bool:
        """True where the text has a path, unlike standard input and options of the command line."""
        return not self.name.startswith(("<", "`"))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, character in enumerate(self.text) if character == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of a character offset, both counted from 1."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect.bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line break."""
        start = self._line_starts[number - 1]
        end = self._line_starts[number] - 1 if number < len(self._line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@frozen
class Span:
    """A stretch of a source: character offsets, `end` exclusive."""

    source: Source = field(repr=False, compare=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the stretch."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


@frozen
class Diagnostic:
    """One thing wrong with a user's input.

    `code` is VS1xx (syntax), VS2xx (names), VS3xx (ranges and types) or VS4xx (not supported by a target or engine).
    """

    code: str
    span: Span
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        """`file:line:column: error[code]: message`, the source line, a caret under the place, and the hint.

        Of a source without text, such as a file that cannot be read, there is only the name to show.
        """
        source = self.span.source
        if not source.text:
            report = f"{source.name}: error[{self.code}]: {self.message}"
            return f"{report}\n  hint: {self.hint}" if self.hint else report
        line, column = source.position(self.span.start)
        text = source.line(line)
        excerpt, offset = _excerpt(text, column - 1)
        before, marked = visible(excerpt[:offset]), visible(excerpt[offset:][: self.span.end - self.span.start])
        excerpt, width = visible(excerpt), max(1, len(marked))
        pad = "".join("\t" if character == "\t" else " " for character in before)
        report = f"{self.span}: error[{self.code}]: {self.message}\n  {excerpt}\n  {pad}{'^' * width}"
        return f"{report}\n  hint: {self.hint}" if self.hint else report


WarningKind: TypeAlias = Literal[
    "unused parameter",
    "unused definition",
    "unused group",
    "no fair path",
    "vacuous property",
    "unreached local state",
    "untaken transition",
    "guard never true",
    "next state granted",
]


@frozen
class ModelWarning:
    """A warning of something that is no error and yet hardly meant: its kind, message and place in the model."""

    kind: WarningKind
    message: str
    span: Span | None = field(default=None, repr=False)


class DiagnosticError(Exception):
    """Raised with every diagnostic that a pass has found, in the order of the text."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(
            sorted(dict.fromkeys(diagnostics), key=lambda finding: (finding.span.source.name, finding.span.start))
        )
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))


def did_you_mean(word: str, words: Sequence[str]) -> str | None:
    """The hint that names the known word nearest to `word`, or None where nothing is near."""
    # Only a misspelt name needs it.
    import difflib

    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    if not near:
        near = [name for name in words if name.lower() == word.lower()][:1]
    return f"did you mean `{near[0]}`?" if near else None


def _excerpt(text: str, offset: int, width: int = 78) -> tuple[str, int]:
    """At most `width` characters of `text` around `offset`, with `…` where more are left out, and the offset in
    them."""
    if len(text) <= width:
        return text, offset
    start = max(0, min(offset - width // 2, len(text) - width))
    before, after = "…" if start else "", "…" if start + width < len(text) else ""
    return f"{before}{text[start + len(before) : start + width - len(after)]}{after}", offset - start


_ACTING = re.compile(
    "["
    # C0 but for the tab and the line break, DEL, and C1, with which escape sequences begin.
    "\x00-\x08\x0b-\x1f\x7f-\x9f"
    # What turns the direction of text (Unicode's Bidi_Control), and the other separators of lines.
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    # Bytes of file names that are no UTF-8, as Python decodes them, and halves of characters.
    "\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text with each such character as JSON escapes it, such as `\u001b`: for terminals, pages and documents.

    All of it can be encoded. What is visible already stays as it is.
    """
    return _ACTING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
