"""The texts that are open, their changes as editors send them, and the work on them that goes on meanwhile."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from lsprotocol import types as lsp

from vsym.basics.source import Source
from vsym.languages.findings import Finding
from vsym.languages.registry import LANGUAGES
from vsym.lsp.document import Document
from vsym.lsp.jobs import Job, Symmetry, Verdict, Verdicts
from vsym.subprocesses.columns import within
from vsym.subprocesses.process import Failure, Limits
from vsym.subprocesses.worker import Worker

PAUSE = 0.15
"""Seconds without a further change before vsym reads a changed text."""

READING = Limits(5.0, 500)
"""The limits of looking for errors in a text."""

PATIENCE = 1.0
"""Seconds that work on the symmetry of an earlier text may still take."""

_log = logging.getLogger(__name__)

Publish = Callable[[Document, "tuple[Finding, ...] | None"], None]
"""Publishes the findings in a version of a text; None for one that is closed."""


_LINE_BREAK = re.compile(r"\r\n?|\n")


@dataclass
class Sheet:
    """A version of a text with the results so far; requests that need its symmetry await `symmetry`."""

    document: Document
    symmetry: asyncio.Future[Symmetry]
    findings: tuple[Finding, ...] = ()
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    group: str | None = None
    work: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def known(self) -> Symmetry | None:
        """The symmetry of the text, as far as that is known by now."""
        if not self.symmetry.done() or self.symmetry.cancelled():
            return None
        result = self.symmetry.result()
        return result if result.group else replace(result, group=self.group)

    def end(self) -> None:
        """Cancel the work, and tell those who wait."""
        for task in self.work:
            task.cancel()
        self.symmetry.cancel()


class Workspace:
    """Texts by their addresses. One process looks for errors, and another decides symmetry; each check of properties
    has a process of its own."""

    def __init__(self, publish: Publish, limits: Limits) -> None:
        self.limits = limits
        self._publish = publish
        self._sheets: dict[str, Sheet] = {}
        self._reading, self._deciding = Worker(), Worker()

    async def prepare(self) -> None:
        """Start the process that looks for errors, so that the first text does not wait for it."""
        for source in starters():
            await self._reading.ask(Job("findings", source, READING).task, READING.seconds)

    def sheet(self, uri: str) -> Sheet | None:
        """A text that is open."""
        return self._sheets.get(uri)

    def open(self, document: Document) -> None:
        """A text is opened."""
        self._put(document, 0.0)

    def change(self, uri: str, version: int, changes: Sequence[lsp.TextDocumentContentChangeEvent]) -> None:
        """A text that is open has changed."""
        before = self._sheets[uri].document
        self._put(before.changed(version, changed(before.text, changes, before.encoding)), PAUSE)

    def _put(self, document: Document, pause: float) -> None:
        before = self._sheets.pop(document.uri, None)
        if before is not None:
            before.end()
        sheet = Sheet(document, asyncio.get_running_loop().create_future())
        self._sheets[document.uri] = sheet
        sheet.work.append(asyncio.ensure_future(self._look(sheet, pause)))

    def close(self, uri: str) -> None:
        """A text is closed."""
        sheet = self._sheets.pop(uri, None)
        if sheet is not None:
            sheet.end()
            self._publish(sheet.document, None)

    def end(self) -> None:
        """End all work."""
        for sheet in self._sheets.values():
            sheet.end()
        for worker in (self._reading, self._deciding):
            worker.stop()

    async def symmetry(self, sheet: Sheet) -> Symmetry:
        """The symmetry of a text, when it is known; raises CancelledError where the text has changed before."""
        return await asyncio.shield(sheet.symmetry)

    def look_for_group(self, sheet: Sheet) -> None:
        """Begin the search for the group of a text whose symmetry is known; it may take long, so a hover starts it."""
        symmetry = sheet.known
        if symmetry is not None and symmetry.group is None and not sheet.findings and len(sheet.work) == 1:
            sheet.work.append(asyncio.ensure_future(self._group(sheet)))

    async def _group(self, sheet: Sheet) -> None:
        sheet.group = "vsym is looking for the group"
        group = await self._deciding.ask(Job("group", sheet.document.source, self.limits).task, PATIENCE)
        sheet.group = _told(group).text if isinstance(group, Failure) else group

    async def check(self, sheet: Sheet, start: int, end: int) -> Verdicts | Failure:
        """The verdicts on the properties that begin in a stretch of a text."""
        worker = Worker()
        try:
            verdicts = await worker.ask(Job("verdicts", sheet.document.source, self.limits, start, end).task)
        finally:
            worker.stop()
        if isinstance(verdicts, Verdicts):
            sheet.verdicts.update({one.name: one for one in verdicts.outcomes})
            return verdicts
        return _told(verdicts)

    async def _look(self, sheet: Sheet, pause: float) -> None:
        await asyncio.sleep(pause)
        source = sheet.document.source
        findings = await self._reading.ask(Job("findings", source, READING).task, READING.seconds)
        if isinstance(findings, Failure):
            findings = (Finding("limit", 0, 0, f"vsym did not read the text: {_told(findings).text}", warning=True),)
        sheet.findings = findings
        self._publish(sheet.document, sheet.findings)
        if any(not one.warning for one in findings):
            sheet.symmetry.set_result(Symmetry(reason="the text has errors"))
            return
        decided = await self._deciding.ask(Job("symmetry", source, self.limits).task, PATIENCE)
        if isinstance(decided, Failure):
            decided = Symmetry(reason=_told(decided).text)
        sheet.symmetry.set_result(decided)
        if decided.findings:
            sheet.findings = (*findings, *decided.findings)
            self._publish(sheet.document, sheet.findings)


def starters() -> list[Source]:
    """A small text in each language."""
    return [Source(f"model{one.descriptor.suffix}", one.starter("model")) for one in dict.fromkeys(LANGUAGES.values())]


def _told(failure: Failure) -> Failure:
    """A failure, which is logged where it is a bug of ours."""
    if failure.reason == "bug":
        _log.error("%s", failure.text)
        return Failure("bug", "this is a bug in vsym; the server's log has more")
    return failure


def changed(text: str, changes: Sequence[lsp.TextDocumentContentChangeEvent], encoding: str) -> str:
    """The text after some changes, one after the other. Line ends stay, since editors count by them."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangeWholeDocument):
            text = change.text
        else:
            start = end = _offset(text, change.range.start, encoding)
            if change.range.end != change.range.start:
                end = max(start, _offset(text, change.range.end, encoding))
            text = text[:start] + change.text + text[end:]
    return text


def _offset(text: str, position: lsp.Position, encoding: str) -> int:
    """The offset of a place, at the end of its line or of the text where these are shorter."""
    start = 0
    if position.line:
        pieces = _LINE_BREAK.split(text, position.line) if "\r" in text else text.split("\n", position.line)
        if len(pieces) <= position.line:
            return len(text)
        start = len(text) - len(pieces[-1])
    following = _LINE_BREAK.search(text, start)
    return start + within(text[start : following.start() if following else len(text)], position.character, encoding)
