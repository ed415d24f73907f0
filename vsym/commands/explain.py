"""`vsym explain`: the meaning of a code or a term; `vsym schema`: the JSON Schema of the documents that vsym prints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.constrain import Constrain
from rich.markdown import Markdown
from rich.text import Text

from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.options import HOLDS, RefusedError
from vsym.basics.source import did_you_mean
from vsym.commands.answer import Answer
from vsym.show.documents import opening


def explain(name: str) -> Answer:
    """The handbook's section on a code or a term; raises RefusedError where it has none."""
    section = resources.find(name)
    if section is None:
        names = [names for section in resources.sections() for names in section.names]
        hint = did_you_mean(name, names) or "`vsym explain` lists all"
        raise RefusedError(f"the handbook has nothing on `{name}`; {hint}")
    lines = (Text(section.title, "bold"), Text(""), _Styled(section.text))
    return Answer(
        HOLDS, lines, {**opening(), "title": section.title, "also": [*section.also], "markdown": section.text}
    )


def contents() -> Answer:
    """The titles of all sections."""
    titles = [section.title for section in resources.sections()]
    return Answer(HOLDS, tuple(Text(title) for title in titles), {**opening(), "sections": [*titles]})


def schema() -> Answer:
    """The JSON Schema of the documents that --json prints: a file of an installed package, and in a checkout made of
    the types. Raises RefusedError where Pydantic, which makes it, is missing there."""
    built = resources.directory("show") / "schema.json"
    if built.is_file():
        return Answer(HOLDS, raw=built.read_text("utf-8"))
    try:
        from vsym.basics.schema import text
    except ModuleNotFoundError as error:
        raise RefusedError("in a checkout, `vsym schema` needs Pydantic: pip install pydantic") from error

    from vsym.show.shapes.documents import Document

    return Answer(HOLDS, raw=text(Document))


_WIDEST = 100
"""The columns of text that is read line by line."""

_BLOCK = re.compile(r"```.*?```|\n\n+|\n(?=[-|#>]|\d+\. )", re.DOTALL)
"""The places where a line break of Markdown has to stay."""


@frozen
class _Styled:
    """Markdown, rendered where there are colours to render it with, and else as it is written; either way, a paragraph
    is wrapped for the terminal alone."""

    text: str

    def __rich_console__(self, console: Console, _options: ConsoleOptions) -> Iterator[RenderableType]:
        styled = Text(_unwrapped(self.text)) if console.no_color else Markdown(self.text, code_theme="ansi_dark")
        yield Constrain(styled, _WIDEST)


def _unwrapped(markdown: str) -> str:
    """The text with one line for each paragraph and each item of a list."""
    written, end = [], 0
    for block in _BLOCK.finditer(markdown):
        written += [markdown[end : block.start()].replace("\n", " "), block.group()]
        end = block.end()
    return "".join([*written, markdown[end:].replace("\n", " ")])
