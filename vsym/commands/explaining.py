"""`vsym explain`: what a code or a term means; `vsym schema`: how JSON documents are made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from vsym.basics import reference, resources
from vsym.basics.frozen import frozen
from vsym.basics.options import HOLDS, RefusedError
from vsym.basics.source import did_you_mean
from vsym.commands.answer import Answer


def explain(name: str) -> Answer:
    """The handbook's section on a code or a term; raises RefusedError where it has none."""
    section = reference.find(name)
    if section is None:
        known = [known for section in reference.sections() for known in section.names]
        hint = did_you_mean(name, known) or "`vsym explain` lists all"
        raise RefusedError(f"the handbook has nothing on `{name}`; {hint}")
    shown = (Text(section.title, "bold"), Text(""), _Styled(section.text))
    return Answer(HOLDS, shown, {"title": section.title, "also": [*section.also], "markdown": section.text})


def contents() -> Answer:
    """The titles of all sections."""
    titles = [section.title for section in reference.sections()]
    return Answer(HOLDS, tuple(Text(title) for title in titles), {"sections": [*titles]})


def schema(folder: Literal["show", "sweeping"]) -> Answer:
    """The JSON Schema of the documents that a folder of the package makes."""
    return Answer(HOLDS, raw=resources.read(folder, "schema.json"))


@frozen
class _Styled:
    """Markdown, rendered where there are colours to render it with, and else as it is written."""

    text: str

    def __rich_console__(self, console: Console, _options: ConsoleOptions) -> Iterator[RenderableType]:
        yield Text(self.text) if console.no_color else Markdown(self.text, code_theme="ansi_dark")
