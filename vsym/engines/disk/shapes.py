"""The shapes of a store's JSON: the manifest of format 1, and files of older levels.

`vsym explore --store` and `vsym check --store` write `manifest.json` when a level is done; the files of states are as
templates/compiled/stored/writing.c says.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Amount, Count, Keywords, Positive

Digest: TypeAlias = Annotated[str, Keywords(pattern="^[0-9a-f]{64}$")]
"""A SHA-256 in hexadecimal."""

FileName: TypeAlias = Annotated[str, Keywords(pattern="^((level|merged|outbox)-[0-9]{6,}-[0-9]{4,}|starts)$")]
"""The name of a file of states."""

Digits: TypeAlias = Annotated[str, Keywords(pattern="^[0-9]+$")]
"""A number as text."""

Flags: TypeAlias = Annotated[str, Keywords(pattern="^[01]*$")]
"""A 0 or 1 for each of several things."""


class Identity(TypedDict):
    """The identity of a store: what it explores, and how states are divided."""

    program: Digest
    """Of the C program that explores."""
    model: Digest
    """Of the same program without the conditions that properties put to states."""
    words: Positive
    """The 64-bit words of a packed state."""
    parts: Annotated[int, Keywords(minimum=1, maximum=9999)]
    """The number of parts that states are divided into."""


class StoredFile(TypedDict):
    """A file of states."""

    name: FileName
    bytes: Count
    """Its size."""
    checksum: Annotated[int, Keywords(minimum=0, maximum=2**32 - 1)]
    """The CRC-32C of all behind the blocks of states."""
    states: Annotated[dict[str, Positive], Keywords(propertyNames={"pattern": "^[0-9]+$"})]
    """The number of states of each part that has some, by the part's number."""


class Shown(TypedDict):
    """The least state, as it is stored, of the first level that has one of a kind."""

    level: Count
    state: Annotated[str, Keywords(pattern="^[0-9a-f]+( [0-9a-f]+)*$")]
    """The words of the packed state in hexadecimal."""


class Figures(TypedDict):
    """Sums over all levels."""

    fired: Count
    """The firings of enabled rules."""
    deadlocks: Count
    """The deadlocked states."""
    represented: Digits | None
    """The number of states that the stored ones stand for; null: not counted."""
    several: bool
    """True if several states of one orbit may be stored."""
    start_fault: bool
    """True if a start state ends in an error."""
    rules: Flags
    """1 for each rule that has fired."""
    faulty_conditions: Flags
    """1 for each condition that has ended in an error in a state."""
    seconds: Amount
    """The seconds of processor."""
    written: Count
    """The bytes that were written."""


class Contents(TypedDict):
    """A manifest without its checksum."""

    format: Literal[1]
    identity: Identity
    started: bool
    """True if the start states are known."""
    older: list[Positive]
    """The number of states of each level that the chapters have."""
    older_bytes: Count
    """The bytes of those levels."""
    chapters: list[Annotated[str, Keywords(pattern="^history-[0-9]{6,}$")]]
    """The files with the older levels, each a `Chapter`."""
    files: list[StoredFile]
    levels: list[list[FileName]]
    """The files of each level after those of the chapters."""
    runs: list[list[FileName]]
    """For each part, the files whose sections of it together have the states that are known, the oldest first."""
    inbox: list[FileName]
    """The files with candidates for the next level."""
    figures: Figures
    answers: Annotated[dict[str, Shown], Keywords(propertyNames={"pattern": "^[0-9]+$"})]
    """By the number of a question, the least state of the first level that answers it."""
    deadlock: Shown | None
    error: tuple[Count, Shown] | None
    """The number of the event that ends in an error, and the state in which it does."""


class Manifest(Contents):
    """An exploration after its last level."""

    sha256: Digest
    """Of all other fields."""


class Chapter(TypedDict):
    """A file with older levels, which the manifest does not repeat; it has its own `sha256`."""

    levels: list[list[StoredFile]]
