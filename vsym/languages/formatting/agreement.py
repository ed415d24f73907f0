"""Whether two texts mean the same and have the same comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token, Tree

from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.style import Style


class ChangedError(Exception):
    """The formatted text does not mean the same, or has other comments: a bug of ours."""


def agrees(
    source: Source,
    tree: Tree[Token],
    text: str,
    style: Style,
    parse_tree: Callable[[Source], Tree[Token]],
    spelling: Callable[[Token], str] = str,
) -> bool:
    """Whether a new text for a source, which was parsed to `tree`, differs in spaces, line breaks and `;` alone, and in
    how words are spelled that have one `spelling`."""
    try:
        read = parse_tree(Source(source.name, text))
    except DiagnosticError:
        return False
    same = [*_shape(read, spelling)] == [*_shape(tree, spelling)]
    return same and style.comments(text) == style.comments(source.text)


def _shape(tree: Tree[Token], spelling: Callable[[Token], str]) -> Iterator[str | int]:
    """Rules with their numbers of children, and tokens, in the order of the text; `;` has no meaning."""
    stack: list[Token | Tree[Token]] = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, Token):
            yield spelling(part)
            continue
        children = [child for child in part.children if child != ";"]
        yield str(part.data)
        yield len(children)
        stack += reversed(children)
