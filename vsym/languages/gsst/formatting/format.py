"""A model written anew in the one style."""

from __future__ import annotations

from vsym.basics.source import Source
from vsym.languages.formatting.format import rewritten
from vsym.languages.formatting.style import Style
from vsym.languages.gsst.formatting.reading import statements
from vsym.languages.gsst.parse import build, parse_tree

STYLE = Style(
    line="//",
    closing=frozenset({"}"}),
    # `:` is what follows it.
    stops=("->", "of", "=", "where", "with", "others", ":", "if", "do", "respects"),
)


def formatted(source: Source) -> str:
    """The text in the one style, which is the same model with the same comments.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like
    the old one.
    """
    tree = parse_tree(source)
    build(source, tree)
    return rewritten(source, tree, statements(tree), STYLE, parse_tree)
