"""HTML read strictly into a tree, for tests: every element that is opened must be closed, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

VOID = {"meta", "br", "link", "img", "hr", "input"}


@dataclass
class Element:
    """An element with its attributes and its children: elements and texts."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text inside."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def words(self) -> str:
        """The text with single spaces, as it is read."""
        return " ".join(self.text.split())

    @property
    def classes(self) -> set[str]:
        """The classes of the element."""
        return set(self.attributes.get("class", "").split())

    def __iter__(self) -> Iterator[Element]:
        waiting = [child for child in reversed(self.children) if isinstance(child, Element)]
        while waiting:
            yield (element := waiting.pop())
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def all(self, name: str, within: str | None = None) -> list[Element]:
        """The elements of a name or of a `.class`, in the order of the text, perhaps only those inside an id."""
        inside = self if within is None else self.id(within)
        if name.startswith("."):
            return [e for e in inside if name[1:] in e.classes]
        return [e for e in inside if e.name == name]

    def rows(self, within: str | None = None) -> list[list[str]]:
        """The words of each cell, row by row."""
        return [[cell.words for cell in row if cell.name in ("th", "td")] for row in self.all("tr", within)]

    def id(self, name: str) -> Element:
        """The only element with an id."""
        [found] = self._by_id[name]
        return found

    @cached_property
    def _by_id(self) -> dict[str, list[Element]]:
        found: dict[str, list[Element]] = {}
        for element in self:
            if name := element.attributes.get("id"):
                found.setdefault(name, []).append(element)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        assert len(element.attributes) == len(attrs)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """The tree of a document; raises AssertionError where its elements do not nest."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    [document] = reader.open
    return document
