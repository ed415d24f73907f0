"""The language of `.m` files: Murphi, with typed variables, scalarsets, and guarded rules of statements.

The module is a `Language`. What a function needs is imported by it: the parser for texts, Pygments for colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Template
from typing import TYPE_CHECKING

from vsym.basics import resources
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source

if TYPE_CHECKING:
    from vsym.languages.naming import Guard, Naming
    from vsym.languages.protocol import Token
    from vsym.models.text import AnyText


def parsed(source: Source, budget: Budget = UNLIMITED, /) -> AnyText:
    """The text; raises DiagnosticError with every syntax error that was found, LimitReachedError at a limit."""
    from vsym.languages.murphi.text import text

    return text(source, budget)


def formatted(source: Source, /) -> str:
    """The same program with the same comments in the one style; raises DiagnosticError for errors of syntax."""
    from vsym.languages.murphi.formatting import formatted

    return formatted(source)


def named(source: Source, budget: Budget = UNLIMITED, /) -> Naming:
    """The names of a text as far as it parses, and its outline; raises LimitReachedError."""
    from vsym.languages.murphi.naming import named

    return named(source, budget)


def naming_of(text: AnyText, /) -> Naming:
    """The names of a text of this language without errors of syntax, and its outline."""
    from vsym.languages.murphi.naming import naming
    from vsym.languages.murphi.text import MurphiText

    assert isinstance(text, MurphiText)
    return naming(text.file)


def guards(source: Source, budget: Budget = UNLIMITED, /) -> tuple[Guard, ...]:
    """The guards of its steps, in their order; raises DiagnosticError for errors of syntax, LimitReachedError."""
    from vsym.languages.murphi.naming import guards
    from vsym.languages.murphi.parse import parse

    return guards(parse(source, budget))


def vocabulary() -> tuple[str, ...]:
    """Its reserved words."""
    from vsym.languages.murphi.words import KEYWORDS, TRUTHS

    return tuple(sorted((*KEYWORDS, *TRUTHS)))


def starter(name: str, /) -> str:
    """A commented model of that name to begin with; it has errors where no model can have the name."""
    return Template(resources.read("templates", "starter.m")).substitute(name=name)


def tokens(text: str, /, *, formula: bool = False) -> Iterator[Token]:
    """The pieces of a model's text, or of a single temporal formula, to be coloured; together they are the text."""
    from vsym.languages.murphi.highlighting import tokens

    return tokens(text, formula=formula)
