"""A protocol written anew in the one style, which is that of `.gsst` files."""

from __future__ import annotations

from vsym.basics.source import Source
from vsym.languages.gsst.formatting import Layout, restyled
from vsym.languages.pp.parse import PARSER

_LAYOUT = Layout(
    frozenset({"transition_name", "pair", "family", "parameter", "input", "otherwise"}),
    frozenset(
        {
            *("system", "parameters", "define", "states", "inputs", "transition", "output", "precondition"),
            *("predicate", "stated", "repeat"),
        }
    ),
)


def formatted(source: Source) -> str:
    """The text in the one style, which is the same protocol with the same comments.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like the old one.
    """
    return restyled(source, PARSER, _LAYOUT)
