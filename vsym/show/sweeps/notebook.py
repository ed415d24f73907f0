"""A sweep as Python values, which a notebook shows as the command line does, with the picture of the growth."""

from __future__ import annotations

from typing import Any

from vsym.basics.frozen import frozen
from vsym.show.notebook import Displayed
from vsym.show.sweeps.story import story
from vsym.show.text.lines import Story
from vsym.sweeping.row import to_record
from vsym.sweeping.sweep import Swept


@frozen(repr=False)
class Sweep(Displayed, Swept):
    """The rows of a sweep in order."""

    @property
    def records(self) -> list[dict[str, Any]]:
        """The rows as plain values, with one column for each parameter and verdict, ready for a pandas table."""
        records = []
        for row in self.rows:
            record: dict[str, Any] = {**to_record(row)}
            parameters, verdicts = record.pop("parameters"), record.pop("verdicts")
            records.append({**parameters, **record, **verdicts})
        return records

    def told(self) -> Story:
        """The table and the sentences of `vsym sweep`."""
        return story(self, everything=False, quiet=False)

    def picture(self) -> str | None:
        """The growth of the concrete and of the counter states, and of the time."""
        from vsym.show.sweeps.plot import svg

        return svg(self) if self.rows else None
