"""`vsym fmt`: a model in the one style."""

from __future__ import annotations

import difflib
import re

from vsym.basics.frozen import frozen
from vsym.basics.options import HOLDS, VIOLATED
from vsym.basics.source import Source
from vsym.commands.answer import Answer
from vsym.languages.reading import decoded, read_bytes
from vsym.languages.registry import language
from vsym.show.text.progress import Narrator


@frozen
class Formatted:
    """A model as it was read, its new text, and whether the file would be another one with it."""

    source: Source
    text: str
    changes: bool

    def rewritten(self) -> Answer:
        """The new text."""
        return Answer(HOLDS, raw=self.text.encode())

    def compared(self, *, check: bool, diff: bool, quiet: bool) -> Answer:
        """The changes, as lines of `diff -u` or one sentence; status 10 if asked for."""
        status = VIOLATED if check and self.changes else HOLDS
        if diff:
            return Answer(status, raw=self._difference().encode("utf-8", "surrogateescape"))
        said = "would change" if self.changes else "is unchanged"
        return Answer(status, raw="" if quiet else f"{self.source.name} {said}\n")

    def _difference(self) -> str:
        """The lines that change, as `diff -u` writes them; nothing where only the kind of line breaks does."""
        name = self.source.name
        old, new = (re.findall(r"[^\n]*\n|[^\n]+", text) for text in (self.source.text, self.text))
        lines = difflib.unified_diff(old, new, name, name)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def fmt(file: str, narrator: Narrator, name: str | None = None) -> Formatted:
    """Format a file (`-` is standard input), under another name if one is given; raises DiagnosticError where it cannot
    be read or has a syntax error."""
    content = read_bytes(file)
    source = decoded(name or file, content)
    narrator.say(f"formatting {source.name}")
    text = language(source.name).formatted(source)
    return Formatted(source, text, text.encode("utf-8") != content)
