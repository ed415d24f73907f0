"""The answers to requests: the laboratory passes verbs to one of two workers, or answers them at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.lab import verbs
from vsym.lab.protocol import Request, problem
from vsym.lab.workers import Worker
from vsym.languages.registry import DEFAULT, LANGUAGES
from vsym.subprocesses.process import Limits

if TYPE_CHECKING:
    from vsym.lab import shapes

QUICK = Limits(seconds=10.0, megabytes=1000)
"""The limits of a question whose answer is waited for while one types."""


@frozen
class Folio:
    """A file that is open, by its name, with the text that it had; `save` writes it. It ends lines as it did."""

    name: str
    text: str
    read: Callable[[], str]
    save: Callable[[str], None]


class Laboratory:
    """Two workers, and the file that may be saved, if any; the page has its `editor` where that is built."""

    def __init__(
        self, folio: Folio | None, name: str, text: str, limits: Limits, *, editor: bool | None = None
    ) -> None:
        self.editor = editor_built() if editor is None else editor
        self.folio, self.name, self.text = folio, name, text
        self.quick, self.checks = Worker(QUICK), Worker(limits)
        self._saving = threading.Lock()
        self._known = None if folio is None else folio.text

    def preload(self) -> None:
        """Let both workers load their modules, so that the first answers come at once."""
        example = Source(f"example{DEFAULT}", LANGUAGES[DEFAULT].starter("example"))
        for worker, verb in ((self.quick, "lint"), (self.quick, "steps"), (self.checks, "check")):
            threading.Thread(target=worker.ask, args=(Request(verb, {}), example), daemon=True).start()

    def close(self) -> None:
        """End the workers."""
        self.quick.stop()
        self.checks.stop()

    def beginning(self) -> shapes.Beginning:
        """The values that the page needs to begin with."""
        seconds = self.checks.limits.seconds
        return verbs.beginning(self.name, self.text, saves=self.folio is not None, seconds=seconds, editor=self.editor)

    def answered(self, request: Request) -> shapes.Reply:
        """The answer to a request, with the version of the text that it is about."""
        values = request.values
        try:
            record = self._answered(request)
        except RefusedError as error:
            record = problem("refused", str(error))
        return {"version": values["version"], **record} if "version" in values else record

    def _answered(self, request: Request) -> shapes.Reply:
        match request.verb:
            case "explain":
                return {"answer": verbs.explained(request.values["name"])}
            case "cancel":
                self.checks.cancel()
                return {"answer": {}}
            case "save":
                return {"answer": self._saved(request.values)}
            case "tokens":
                # Typing waits for no other answer, and lexers need no time to speak of.
                return verbs.answer(request.verb, verbs.source_of(self.name, request.values), {}, Budget())
            case "check":
                return self.checks.ask_alone(request, verbs.source_of(self.name, request.values))
            case _:
                return self.quick.ask(request, verbs.source_of(self.name, request.values))

    def _saved(self, values: Any) -> shapes.Saved:
        if self.folio is None:
            raise RefusedError("no file is open: start `vsym lab FILE`, or use Share for a link to the text")
        with self._saving:
            try:
                there = self.folio.read()
            except FileNotFoundError:
                there = self._known or ""
            except (OSError, UnicodeDecodeError) as error:
                raise RefusedError(f"{self.name} cannot be read: {error}") from error
            if there != self._known and not values.get("overwrite"):
                return {"saved": False, "message": f"another program has changed {self.name}"}
            try:
                self.folio.save(values["text"])
            except OSError as error:
                raise RefusedError(f"{self.name} cannot be written: {error.strerror}") from error
            self._known = values["text"]
        return {"saved": True, "message": f"saved {self.name}"}


_TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
    }
)

EDITOR = "editor.js"
"""The editor, which is there where it was built: scripts/build-web.sh builds it."""

BUILDING = "in a checkout with npm, run: scripts/build-web.sh && pip install ."
"""The commands that build it."""


def editor_built() -> bool:
    """True where the page has its editor; without it, it has a plain field."""
    return (resources.directory("web") / "page" / EDITOR).is_file()


def table() -> dict[str, tuple[str, bytes]]:
    """Each address with the type and the content of its file."""
    page = resources.directory("web") / "page"
    files = (one for one in sorted(page.rglob("*")) if one.suffix in _TYPES)
    served = {f"/{one.relative_to(page).as_posix()}": (_TYPES[one.suffix], one.read_bytes()) for one in files}
    return {"/": served["/index.html"], **served}
