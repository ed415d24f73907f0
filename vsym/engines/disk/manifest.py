"""The manifest of a store: its state after a level, and the files with the rest.

The store writes it once all files of a level are there, under another name first, so that a whole one always exists.
Files that it does not name count for nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from vsym.basics.frozen import frozen
from vsym.engines.disk.storage import StoredFile, StoreError, made_name, stored_file

if TYPE_CHECKING:
    from vsym.engines.disk import shapes

FORMAT: Literal[1] = 1

_NOT_AS_WRITTEN = (AttributeError, KeyError, TypeError, ValueError)

CHAPTER = 256
"""The number of levels in a file of levels that the manifest does not repeat."""


@frozen
class Shown:
    """The least state, as it is stored, of the first level that has one of a kind."""

    level: int
    state: str

    @property
    def record(self) -> shapes.Shown:
        """The state as JSON."""
        return {"level": self.level, "state": self.state}


@frozen
class Level:
    """The files of a level, in the order of their first parts."""

    files: tuple[StoredFile, ...]

    @property
    def states(self) -> int:
        """The number of states of the level."""
        return sum(file.total for file in self.files)


@frozen
class Identity:
    """The identity of a store: the program that explores, by its text's SHA-256, the same without its questions, and
    how states are divided."""

    program: str
    model: str
    words: int
    parts: int


@frozen
class Figures:
    """The sums over all levels: firings of rules, deadlocks, the states that those that are stored stand for, the
    seconds of processor, and the bytes that were written."""

    fired: int = 0
    deadlocks: int = 0
    represented: int | None = None
    several: bool = False
    start_fault: bool = False
    rules: str = ""
    faulty_conditions: str = ""
    seconds: float = 0.0
    written: int = 0


@frozen
class Manifest:
    """An exploration after its last level. `chapters` are the files with its older levels, which have `older` states in
    `older_bytes`. `runs` has for each part, the oldest first, the files whose sections of it together have its known
    states. `inbox` has the states found for the next level."""

    identity: Identity
    levels: tuple[Level, ...] = ()
    chapters: tuple[str, ...] = ()
    older: tuple[int, ...] = ()
    runs: tuple[tuple[StoredFile, ...], ...] = ()
    inbox: tuple[StoredFile, ...] = ()
    figures: Figures = field(default_factory=Figures)
    answers: Mapping[int, Shown] = field(default_factory=dict)
    deadlock: Shown | None = None
    error: tuple[int, Shown] | None = None
    started: bool = False
    older_bytes: int = 0

    @property
    def level(self) -> int:
        """The level that comes next."""
        return len(self.older) + len(self.levels)

    @property
    def states(self) -> int:
        """The states of all levels that are done."""
        return sum(self.older) + sum(level.states for level in self.levels)

    @property
    def initial(self) -> int:
        """The states of the first level."""
        return self.older[0] if self.older else self.levels[0].states if self.levels else 0

    @property
    def candidates(self) -> int:
        """The number of states found that may belong to the next level."""
        return sum(file.total for file in self.inbox)

    @property
    def complete(self) -> bool:
        """True if every reachable state is known."""
        return self.started and not self.candidates

    @property
    def files(self) -> dict[str, StoredFile]:
        """The files of states by their names, but for those of the chapters."""
        every = [*self.inbox, *(file for level in self.levels for file in level.files)]
        every += [file for runs in self.runs for file in runs]
        return {file.name: file for file in every}

    def text(self) -> bytes:
        """The manifest as it is written."""
        identity, figures = self.identity, self.figures
        record: shapes.Contents = {
            "format": FORMAT,
            "identity": {
                "program": identity.program,
                "model": identity.model,
                "words": identity.words,
                "parts": identity.parts,
            },
            "started": self.started,
            "older": list(self.older),
            "older_bytes": self.older_bytes,
            "chapters": list(self.chapters),
            "files": [file.record() for _, file in sorted(self.files.items())],
            "levels": [[file.name for file in level.files] for level in self.levels],
            "runs": [[file.name for file in runs] for runs in self.runs],
            "inbox": [file.name for file in self.inbox],
            "figures": {
                "fired": figures.fired,
                "deadlocks": figures.deadlocks,
                "represented": None if figures.represented is None else str(figures.represented),
                "several": figures.several,
                "start_fault": figures.start_fault,
                "rules": figures.rules,
                "faulty_conditions": figures.faulty_conditions,
                "seconds": figures.seconds,
                "written": figures.written,
            },
            "answers": {str(number): answer.record for number, answer in sorted(self.answers.items())},
            "deadlock": None if self.deadlock is None else self.deadlock.record,
            "error": None if self.error is None else (self.error[0], self.error[1].record),
        }
        return sealed(record)


def manifest(data: bytes, place: str, name: str) -> Manifest:
    """The manifest that was written; raises StoreError for one that is damaged or of another format."""
    record = unsealed(data, place, name)
    if record.get("format") != FORMAT:
        reason = f"{place} is of format {record.get('format')}, and this version of vsym writes format {FORMAT}"
        raise StoreError(f"{reason}: use the version that made it, or another folder")
    try:
        return _known(record)
    except _NOT_AS_WRITTEN:
        raise _damaged(place, name) from None


def _known(record: shapes.Contents) -> Manifest:
    """The manifest of a record; raises one of `_NOT_AS_WRITTEN` for one that is of another shape."""
    files = {file.name: file for file in map(stored_file, record["files"])}
    represented = record["figures"]["represented"]
    figures: Any = {**record["figures"], "represented": None if represented is None else int(represented)}
    return Manifest(
        identity=Identity(**record["identity"]),
        levels=tuple(Level(tuple(files[one] for one in names)) for names in record["levels"]),
        chapters=tuple(map(made_name, record["chapters"])),
        older=tuple(record["older"]),
        runs=tuple(tuple(files[one] for one in names) for names in record["runs"]),
        inbox=tuple(files[one] for one in record["inbox"]),
        figures=Figures(**figures),
        answers={int(number): Shown(**answer) for number, answer in record["answers"].items()},
        deadlock=None if record["deadlock"] is None else Shown(**record["deadlock"]),
        error=None if record["error"] is None else (record["error"][0], Shown(**record["error"][1])),
        started=record["started"],
        older_bytes=record["older_bytes"],
    )


def chapter(levels: tuple[Level, ...]) -> bytes:
    """Levels as the file that a manifest names in their place."""
    record: shapes.Chapter = {"levels": [[file.record() for file in level.files] for level in levels]}
    return sealed(record)


def chapter_levels(data: bytes, place: str, name: str) -> tuple[Level, ...]:
    """The levels of such a file; raises StoreError where it is damaged."""
    record: shapes.Chapter = unsealed(data, place, name)
    try:
        return tuple(Level(tuple(map(stored_file, files))) for files in record["levels"])
    except _NOT_AS_WRITTEN:
        raise _damaged(place, name) from None


def sealed(record: Mapping[str, object]) -> bytes:
    """A record as JSON with its SHA-256."""
    return json.dumps({**record, "sha256": _sum(record)}, indent=1).encode()


def unsealed(data: bytes, place: str, name: str) -> Any:
    """The content of a sealed record; raises StoreError where the checksum does not match."""
    try:
        record = json.loads(data)
    except ValueError:
        record = None
    if not isinstance(record, dict) or record.pop("sha256", None) != _sum(record):
        raise _damaged(place, name)
    return record


def _damaged(place: str, name: str) -> StoreError:
    return StoreError(f"{place}: {name} is damaged, so this store is lost")


def _sum(record: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()
