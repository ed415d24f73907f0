"""The lab in the Python of a browser: there is no server; the page's worker asks, and ends slow requests."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.lab import lessons, verbs
from vsym.lab.protocol import Request, problem
from vsym.languages.registry import DEFAULT, LANGUAGES
from vsym.subprocesses.process import Failure, Task, done

if TYPE_CHECKING:
    from vsym.lab import shapes

SECONDS = 30.0
"""The seconds that a request may take here; the page may end it earlier."""


class Lab:
    """The page that begins with the text of a file of this name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def preload(self) -> None:
        """Load the modules that the first answers need."""
        example = Source(f"example{DEFAULT}", LANGUAGES[DEFAULT].starter("example"))
        for verb in ("lint", "check"):
            verbs.answer(verb, example, {}, Budget())

    def ask(self, verb: str, body: str) -> str:
        """The answer to a verb, both sides as JSON."""
        values = json.loads(body)
        try:
            reply = self._answered(verb, values)
        except RefusedError as error:
            reply = problem("refused", str(error))
        return json.dumps({"version": values["version"], **reply} if "version" in values else reply)

    def _answered(self, verb: str, values: dict[str, Any]) -> shapes.Reply:
        if verb.startswith("lesson/"):
            return {"answer": lessons.lesson(verb.removeprefix("lesson/"))}
        request = Request.of(verb, values)
        if verb == "explain":
            return {"answer": verbs.explained(values["name"])}
        if verb in ("begin", "cancel", "save"):
            raise RefusedError("the page itself does this")
        asked = {name: value for name, value in request.values.items() if name not in ("text", "version")}
        task = Task("vsym.lab.verbs", "answer", (verb, verbs.source_of(self.name, values), asked))
        result = done(task, Budget(deadline=time.monotonic() + SECONDS))
        if isinstance(result, Failure):
            return problem(result.reason, result.text)
        reply: shapes.Reply = result
        return reply
