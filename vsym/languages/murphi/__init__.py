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
    from vsym.languages.protocol import Token
    from vsym.models.text import AnyText


def parsed(source: Source, budget: Budget = UNLIMITED, /) -> AnyText:
    """The text; raises DiagnosticError with every syntax error that was found, LimitReachedError at a limit."""
    from vsym.languages.murphi.text import text

    return text(source, budget)
