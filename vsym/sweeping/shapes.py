"""The shapes of a row of a sweep: in documents, and as a line of `vsym sweep -o FILE.jsonl`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.options import ChosenStrategy
from vsym.basics.shapes import Amount, Count, Keywords

Verdict: TypeAlias = Annotated[str, Keywords(pattern=r"^(holds( up to \d+)?|violated|unknown)$")]


class Row(TypedDict):
    """The findings for one choice of the parameters; null where unknown."""

    parameters: dict[str, int]
    symmetry: Literal["full", "not full", "undecided"] | None
    blocks: Count | None
    processes: Count | None
    local_states: Count | None
    concrete_states: Count | None
    """null also: too many digits."""
    concrete_log10: float | None
    """The decimal logarithm of the concrete states."""
    counter_states: Count | None
    """The states of the counter system, reachable or not."""
    reachable_states: Count | None
    """null: not all were explored."""
    deadlock: bool | None
    """True if one is reachable."""
    group: Annotated[str, Keywords(enum=["auto", "declared", "detected", "virtual", "none"])] | None
    """The value of `--group`; null: the default."""
    order: Count | None
    """The order of the group up to which states were one; null: there was none, or it has too many digits."""
    exact: bool | None
    """True if one state was explored of each orbit."""
    strategy: ChosenStrategy | None
    """The way in which decision diagrams explored up to the group; null: they did not."""
    compile_seconds: Amount | None
    """The part of the seconds for the C program that explored; null: there is none."""
    seconds: Amount
    verdicts: dict[str, Verdict]
    """The verdict on each property."""
    reasons: dict[str, str]
    """The reason why a verdict is unknown, by the property."""
    failure: Literal["model", "limit", "bug"] | None
    """The reason why the row is incomplete."""
    problem: str | None
    """The failure in one line."""


class StoredRow(Row):
    """A line of a file, which may have rows of one sweep only."""

    model: str
    """The digest of the model, its properties and the settings."""
    checksum: str
    """The digest of the row, by which vsym sees that somebody has edited it."""
