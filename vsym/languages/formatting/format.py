"""A text written anew in the one style of its language: it means the same and has the same comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lark import Token, Tree

from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.blocks import Statement, add_remarks, block
from vsym.languages.formatting.remarks import margins
from vsym.languages.formatting.style import Style


def rewritten(
    source: Source,
    tree: Tree[Token],
    statements: Sequence[Statement],
    style: Style,
    parse_tree: Callable[[Source], Tree[Token]],
    spelling: Callable[[Token], str] = str,
) -> str:
    """The text of a source that was parsed to `tree`, whose words the statements are, in the one style.

    Raises ChangedError where the new text does not read like the old one.
    """
    beside = margins(source, [word for one in statements for word in one.words()], style)
    lines = block(statements, 0, beside)
    add_remarks(lines, beside.final().above, 0, beside)
    text = "\n".join([*lines, ""])
    if not agrees(source, tree, text, style, parse_tree, spelling):
        raise _ChangedError(f"{source.name}: formatted, this would not be the same")
    return text


class _ChangedError(Exception):
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
