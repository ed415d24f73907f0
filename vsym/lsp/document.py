"""A text that is open in an editor, with its names; places in it are lines and columns there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import Source, Span
from vsym.languages.naming import Naming
from vsym.languages.protocol import Language
from vsym.languages.registry import DEFAULT, LANGUAGES, language
from vsym.subprocesses.columns import units, within

SECONDS = 2.0
"""The processor time that the names of a text may take; those of an earlier text stand for one that takes longer."""

_COMMENT = ("Comment",)
"""The beginning of the kinds of all comments, as Pygments has them."""

_LINE_BREAK = re.compile(r"\r\n?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Document:
    """A version of a text as the editor has it, with the names of an earlier version."""

    uri: str
    name: str
    version: int
    text: str
    encoding: str
    earlier: Naming | None = field(default=None, repr=False, compare=False)
    earlier_text: str = field(default="", repr=False, compare=False)

    @staticmethod
    def of(uri: str, language_id: str, version: int, text: str, encoding: str) -> Document:
        """A text that is opened."""
        return Document(uri, _name(uri, language_id), version, text, encoding)

    def changed(self, version: int, text: str) -> Document:
        """A later version."""
        if self.earlier is not None and "naming" not in vars(self):
            # Nobody has asked for the names of every text while it was typed.
            return replace(self, version=version, text=text)
        return replace(self, version=version, text=text, earlier=self.naming, earlier_text=self.source.text)

    @cached_property
    def source(self) -> Source:
        """The text under the name of its file, with line feeds as line breaks, so that lines are counted alike."""
        # A byte order mark is no character of the text, and yet has a column.
        return Source(self.name, _LINE_BREAK.sub("\n", self.text).replace("\ufeff", " "))

    @cached_property
    def places(self) -> Places:
        """The places of the text."""
        return Places(self.source, self.encoding)

    @property
    def language(self) -> Language:
        """The language of the text."""
        return language(self.name)

    @cached_property
    def names(self) -> Naming:
        """The names of the text as it is, as far as it parses."""
        try:
            return self.language.named(self.source, Budget().of_processor(SECONDS))
        except UndecidedError:
            return Naming()

    @cached_property
    def naming(self) -> Naming:
        """The names of the text, and those of the text before that are not read in it."""
        if self.earlier is None or self.names.whole:
            return self.names
        return self.names.completed(self.earlier.carried(self.earlier_text, self.source))

    def in_comment(self, offset: int) -> bool:
        """True where an offset is in a comment, or at its end."""
        return any(comment.start < offset <= comment.end for comment in self.comments())

    def comments(self) -> Iterator[Span]:
        """The stretches of comments."""
        offset = 0
        for kind, text in self.language.tokens(self.source.text):
            if kind[:1] == _COMMENT:
                yield Span(self.source, offset, offset + len(text))
            offset += len(text)

    def word(self, offset: int) -> Span | None:
        """The word at an offset, or that ends there; None where there is none."""
        line, column = self.source.position(offset)
        start = offset - column + 1
        for match in _WORD.finditer(self.source.line(line)):
            if match.start() <= column - 1 <= match.end():
                return Span(self.source, start + match.start(), start + match.end())
        return None


def _name(uri: str, language_id: str) -> str:
    """The name of the file, extended by the suffix of the editor's language where its own suffix is of no language."""
    name = PurePosixPath(unquote(urlsplit(uri).path)).name or "model"
    if PurePosixPath(name).suffix in LANGUAGES:
        return name
    return name + next((suffix for suffix, one in LANGUAGES.items() if one.descriptor.name == language_id), DEFAULT)


@frozen
class Places:
    """The places of a source whose lines end in plain line breaks, in the units of an encoding."""

    source: Source
    encoding: str = "utf-16"

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(offset + 1 for offset, character in enumerate(self.source.text) if character == "\n")]

    def position(self, offset: int) -> lsp.Position:
        """The line and the column of an offset."""
        line, column = self.source.position(offset)
        return lsp.Position(line - 1, units(self.source.line(line)[: column - 1], self.encoding))

    def range(self, span: Span) -> lsp.Range:
        """The lines and columns of a stretch."""
        return lsp.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: lsp.Position) -> int:
        """The offset of a place, which is at the end of its line where that is shorter, and of the text where that is;
        of one inside a character, the offset of that."""
        if position.line >= len(self._starts):
            return len(self.source.text)
        start = self._starts[position.line]
        return start + within(self.source.line(position.line + 1), position.character, self.encoding)

    @property
    def whole(self) -> lsp.Range:
        """All of the text."""
        return lsp.Range(lsp.Position(0, 0), self.position(len(self.source.text)))
