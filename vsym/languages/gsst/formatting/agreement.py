"""Whether two texts are the same model with the same comments."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from vsym.basics.source import DiagnosticError, Source
from vsym.languages.gsst.formatting.remarks import comments
from vsym.languages.gsst.parse import parse_tree


def agrees(source: Source, tree: Tree[Token], text: str) -> bool:
    """Whether a new text for a source, which was parsed to `tree`, differs in spaces, line breaks and `;` alone."""
    try:
        read = parse_tree(Source(source.name, text))
    except DiagnosticError:
        return False
    return [*_shape(read)] == [*_shape(tree)] and comments(text) == comments(source.text)


def _shape(tree: Tree[Token]) -> Iterator[str | int]:
    """Rules with their numbers of children, and tokens, in the order of the text; `;` has no meaning."""
    stack: list[Token | Tree[Token]] = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, Token):
            yield str(part)
            continue
        children = [child for child in part.children if child != ";"]
        yield str(part.data)
        yield len(children)
        stack += reversed(children)
