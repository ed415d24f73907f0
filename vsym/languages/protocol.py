"""What every language offers: texts that stand for models, their names, a style, colours, a model to begin with.

Nothing outside this folder knows more of a language than this; `registry.py` has the list of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.languages.naming import Guard, Naming
from vsym.models.text import AnyText

if TYPE_CHECKING:
    from pygments.token import _TokenType

Token: TypeAlias = "tuple[_TokenType, str]"
"""A piece of a text with its kind, as Pygments has them."""


class Language(Protocol):
    """A language that models are written in; the module of its name in this folder is one."""

    def parsed(self, source: Source, budget: Budget = UNLIMITED, /) -> AnyText:
        """The text; raises DiagnosticError with every syntax error that was found, LimitReachedError at a limit."""

    def formatted(self, source: Source, /) -> str:
        """The same model with the same comments in the one style; raises DiagnosticError for errors of syntax."""

    def named(self, source: Source, budget: Budget = UNLIMITED, /) -> Naming:
        """The names of a text as far as it parses, and its outline; raises LimitReachedError."""

    def naming_of(self, text: AnyText, /) -> Naming:
        """The names of a text of this language without errors of syntax, and its outline."""

    def guards(self, source: Source, budget: Budget = UNLIMITED, /) -> tuple[Guard, ...]:
        """The guards of its steps, in their order; raises DiagnosticError for errors of syntax, LimitReachedError."""

    def vocabulary(self) -> tuple[str, ...]:
        """Its reserved words."""

    def starter(self, name: str, /) -> str:
        """A commented model of that name to begin with; it has errors where no model can have the name."""

    def tokens(self, text: str, /, *, formula: bool = False) -> Iterator[Token]:
        """The pieces of a model's text, or of a single temporal formula, to be coloured; together they are the text."""
