"""The offer of every language: texts that stand for models, their names, a style, colours, a model to begin with.

Nothing outside this folder knows more of a language than this; `registry.py` has the list of them. A language is a
package with a `LANGUAGE`. It has `text`, `PARSER`, `formatted`, `naming` and `guards`, `tokens` and `WORDS` in its
modules text, parse, formatting, naming and highlighting, which are imported where they are needed first: the
parser for texts, Pygments for colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from string import Template
from typing import TYPE_CHECKING, Any, TypeAlias

from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source

if TYPE_CHECKING:
    from pygments.token import _TokenType

    from vsym.languages.naming import Guard, Naming
    from vsym.models.text import AnyText

Token: TypeAlias = "tuple[_TokenType, str]"
"""A piece of a text with its kind, as Pygments has them."""


@frozen
class Descriptor:
    """The description of a language, for use before any text of it is read.

    Editors, fences in Markdown and the folders of this package call it by its `name`, people by its `title`. Files end
    in one of the `suffixes`, new ones in the first; `templates/starter` with that is a model to begin with. What
    follows a `comment` in a line is one; in a `caseless` language keywords are case-insensitive.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    comment: str
    caseless: bool = False

    @property
    def suffix(self) -> str:
        """The ending of names of new files."""
        return self.suffixes[0]


@frozen
class Language:
    """A language that models are written in, and the package that knows it."""

    package: str
    descriptor: Descriptor

    def parsed(self, source: Source, budget: Budget = UNLIMITED) -> AnyText:
        """The text; raises DiagnosticError with every syntax error that was found, LimitReachedError at a limit."""
        text: AnyText = self._module("text").text(source, budget)
        return text

    def formatted(self, source: Source) -> str:
        """The same model with the same comments in the one style; raises DiagnosticError for errors of syntax."""
        text: str = self._module("formatting").formatted(source)
        return text

    def named(self, source: Source, budget: Budget = UNLIMITED) -> Naming:
        """The names of a text as far as it parses, and its outline; raises LimitReachedError."""
        from vsym.languages.naming import Naming
        from vsym.languages.recovering import recovered

        parser = self._module("parse").PARSER
        file, whole = recovered(source, lambda text: parser.parts(text, budget), lambda text: parser.scan(text))
        return Naming() if file is None else replace(self._naming(file), whole=whole)

    def naming_of(self, text: AnyText) -> Naming:
        """The names of a text of this language without errors of syntax, and its outline."""
        own: Any = text
        return self._naming(own.file)

    def _naming(self, file: object) -> Naming:
        naming: Naming = self._module("naming").naming(file)
        return naming

    def guards(self, source: Source, budget: Budget = UNLIMITED) -> tuple[Guard, ...]:
        """The guards of its steps, in their order; raises DiagnosticError for errors of syntax, LimitReachedError."""
        guards: tuple[Guard, ...] = self._module("naming").guards(self._module("parse").PARSER.parse(source, budget))
        return guards

    def vocabulary(self) -> tuple[str, ...]:
        """Its reserved words."""
        words: tuple[str, ...] = self._module("highlighting").WORDS
        return words

    def starter(self, name: str) -> str:
        """A commented model of that name to begin with; it has errors where no model can have the name."""
        return Template(resources.read("templates", f"starter{self.descriptor.suffix}")).substitute(name=name)

    def tokens(self, text: str, *, formula: bool = False) -> Iterator[Token]:
        """The pieces of a model's text, or of a single temporal formula, to be coloured; together they are the text."""
        tokens: Iterator[Token] = self._module("highlighting").tokens(text, formula=formula)
        return tokens

    def _module(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")
