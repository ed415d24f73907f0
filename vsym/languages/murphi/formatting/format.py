"""A program written anew in the one style."""

from __future__ import annotations

from vsym.basics.source import Source
from vsym.languages.formatting.format import rewritten
from vsym.languages.formatting.style import Style
from vsym.languages.murphi.formatting.reading import statements
from vsym.languages.murphi.formatting.spelling import spelling
from vsym.languages.murphi.parse import parse, parse_tree
from vsym.languages.murphi.scan import scan
from vsym.languages.murphi.words import KEYWORDS

_ENDS = ("}", *(word for word in KEYWORDS if word.startswith("end")))

STYLE = Style(
    line="--",
    closing=frozenset({*_ENDS, *(f"{word};" for word in _ENDS)}),
    strings=r'["“](?:\\(?s:.)|[^\\"”])*["”]',
    verbatim="--!",
)


def formatted(source: Source) -> str:
    """The text in the one style, which is the same program with the same comments and annotations.

    Raises DiagnosticError with every syntax error, and ChangedError where the new text does not read like
    the old one.
    """
    tree = parse_tree(source)
    if tree.children or scan(source).annotations:
        parse(source, whole=False, tree=tree)
    return rewritten(source, tree, statements(tree), STYLE, parse_tree, spelling)
