"""The handbook's sections on codes of errors and on terms, found by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.basics.resources import read

_PAGES = ("errors.md", "terms.md")
_ALSO = re.compile(r"\s*\*Also: (?P<names>.*)\.\*\n")


@frozen
class Section:
    """A section of the handbook: its title, the other names it is found by, and its text in Markdown."""

    title: str
    also: tuple[str, ...]
    text: str

    @property
    def names(self) -> tuple[str, ...]:
        """What it can be asked for by: `VS203` of `VS203: an unknown group`, or a term and its other names."""
        return (self.title.partition(":")[0], *self.also)


def sections() -> tuple[Section, ...]:
    """Every section, in the order of the handbook: codes, then terms."""
    return tuple(section for page in _PAGES for section in _sections(read("docs", page)))


def find(name: str) -> Section | None:
    """The section on a code or a term, however it is capitalised or spaced; None where there is none."""
    wanted = _key(name)
    return next((section for section in sections() if wanted in map(_key, section.names)), None)


def _sections(page: str) -> Iterator[Section]:
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        also = _ALSO.match(text)
        names = tuple(also["names"].split(", ")) if also else ()
        yield Section(title, names, text[also.end() :].strip() if also else text.strip())


def _key(name: str) -> str:
    return " ".join(name.replace("-", " ").casefold().split())
