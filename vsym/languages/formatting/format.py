"""A text written anew in the one style of its language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lark import Token, Tree

from vsym.basics.source import Source
from vsym.languages.formatting.agreement import ChangedError, agrees
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
        raise ChangedError(f"{source.name}: formatted, this would not be the same")
    return text
