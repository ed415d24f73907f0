"""A parsed text that is a row of declarations, with conditions as hints; all languages but Murphi share it.

The parser of a language is imported where a text needs it; a text kept from an earlier run needs none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source

if TYPE_CHECKING:
    from vsym.languages.parsing import Parser


class _File(Protocol):
    """The syntax value of a whole text."""

    @property
    def declarations(self) -> tuple[Any, ...]:
        """All that it declares, in its order."""


FileT = TypeVar("FileT", bound=_File)


@frozen
class DeclaredText(ABC, Generic[FileT]):
    """The declarations of a text, with conditions as hints; its language gives them their meaning."""

    source: Source
    file: FileT
    hints: tuple[Any, ...] = ()

    @staticmethod
    @abstractmethod
    def parser() -> Parser[Any]:
        """The parser of the language."""

    @classmethod
    def parsed(cls, source: Source, budget: Budget) -> Self:
        """The text of a source; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
        return cls(source, cls.parser().parse(source, budget))

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> Self:
        """The same text, followed by the declarations of another one; raises what `parse` does."""
        file: Any = self.file
        others = self.parser().parse(source, budget).declarations
        return replace(self, file=replace(file, declarations=(*file.declarations, *others)))

    def with_hints(self, hints: Sequence[str]) -> Self:
        """The same text with conditions as hints; raises what `Text` says."""
        return replace(self, hints=self.parser().hints(hints))

    def with_expression(self, written: str, declaration: str, budget: Budget) -> Self:
        """The same text with one more declaration, which contains an expression. Raises RefusedError where it is
        several expressions, and what `parse` does."""
        wider = self.beside(Source("<expression>", declaration), budget)
        if len(wider.file.declarations) != len(self.file.declarations) + 1:
            raise RefusedError(f"`{written}` is more than one expression")
        return wider

    def unused(self, name: str) -> str:
        """The name, longer where the text has it."""
        while name in self.source.text:
            name += "_"
        return name
