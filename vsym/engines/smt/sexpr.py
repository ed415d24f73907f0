"""SMT-LIB as trees: what two texts are compared as, whatever their spaces and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Tree: TypeAlias = "str | tuple[Tree, ...]"
"""A symbol without bars, a number, a keyword or a string in its quotes; or a list."""

OPERATORS = frozenset({"and", "or", "not", "=>", "ite", "=", "<", "<=", ">", ">=", "+", "-", "*", "true", "false"})
"""What stands in a formula beside numbers and the symbols that are declared."""

_TOKEN = re.compile(
    r'\s+|;[^\n]*|(?P<bracket>[()])|\|(?P<quoted>[^|\\"]*)\||(?P<string>"[^"]*")|(?P<plain>[^\s()|;"]+)|(?P<wrong>.)',
    re.DOTALL,
)
_PLAIN = re.compile(r'[0-9]+|:.*|".*"', re.DOTALL)


def trees(text: str) -> tuple[Tree, ...]:
    """The lists that a text is made of; raises ValueError for a text that is not made of lists."""
    opened: list[list[Tree]] = [[]]
    for found in _TOKEN.finditer(text):
        match found.lastgroup:
            case None:
                continue
            case "bracket" if found.group() == "(":
                opened.append([])
            case "bracket" if len(opened) > 1:
                opened[-2].append(tuple(opened.pop()))
            case "quoted" | "string" | "plain" as kind:
                opened[-1].append(found[kind])
            case _:
                raise ValueError(f"`{found.group()}` stands alone")
    if len(opened) > 1:
        raise ValueError("a bracket is not closed")
    return tuple(opened[0])


def written(tree: Tree) -> str:
    """A tree as text."""
    if isinstance(tree, tuple):
        return f"({' '.join(map(written, tree))})"
    return tree if tree in OPERATORS or _PLAIN.fullmatch(tree) else f"|{tree}|"


def symbols(tree: Tree) -> Iterator[str]:
    """Every symbol in a formula."""
    stack = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif part not in OPERATORS and not part.isdecimal():
            yield part
