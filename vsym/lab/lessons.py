"""The tutorial, as the page shows it: texts in Markdown as trees of elements."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics import resources
from vsym.basics.options import RefusedError
from vsym.lab.linting import hidden

if TYPE_CHECKING:
    from vsym.lab import shapes

Tree: TypeAlias = "list[str | Tree | dict[str, str]]"
"""An element: its name, its attributes, and its contents, elements or texts."""

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NUMBER = re.compile(r"\d+")
_EXAMPLE = re.compile(r"`examples/([\w/]+\.\w+)`")


@cache
def names() -> tuple[str, ...]:
    """The lessons, in their order."""
    folder = resources.directory("docs") / "tutorial"
    names = [path.stem for path in folder.glob("*.md")] if folder.is_dir() else []
    return tuple(sorted(names, key=lambda name: int(number.group()) if (number := _NUMBER.match(name)) else 0))


def text(name: str) -> str:
    """A lesson as it is written; raises RefusedError where there is none of that name."""
    if name not in names():
        raise RefusedError(f"there is no lesson `{name}`")
    return resources.read("docs", f"tutorial/{name}.md")


def listed() -> list[shapes.LessonTitle]:
    """Every lesson with its title."""
    return [{"name": name, "title": text(name).partition("\n")[0].removeprefix("# ")} for name in names()]


def lesson(name: str) -> shapes.Lesson:
    """A lesson, the examples that it names by their paths, and how many checks it hides."""
    written = text(name)
    named = sorted({*_EXAMPLE.findall(written)})
    return {
        "name": name,
        "body": tree(_COMMENT.sub("", written)),
        "examples": {f"examples/{one}": resources.read("examples", one) for one in named},
        "hidden": len(hidden(written)),
    }


def tree(markdown: str) -> Tree:
    """A text as a tree."""
    from rich.markdown import Markdown

    root: Tree = ["div", {}]
    stack = [root]
    parsed = Markdown(markdown).parsed
    for token in chain.from_iterable(one.children or () if one.type == "inline" else (one,) for one in parsed):
        match token.type:
            case "text" | "softbreak" | "hardbreak":
                stack[-1].append(token.content or "\n")
            case "code_inline":
                stack[-1].append(["code", {}, token.content])
            case "fence" | "code_block":
                stack[-1].append(["pre", {"kind": token.info.strip()}, token.content])
            case "hr":
                stack[-1].append(["hr", {}])
            case _ if token.nesting == 1:
                attributes = {"href": str(token.attrs["href"])} if "href" in token.attrs else {}
                opened: Tree = ["span", {}] if token.hidden else [token.tag, attributes]
                stack[-1].append(opened)
                stack.append(opened)
            case _ if token.nesting == -1:
                stack.pop()
    return root
