"""A sweep as Python has it: values, which a notebook shows as the command line does, with the picture of the growth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vsym.basics.source import Source
from vsym.show.notebook import Displayed
from vsym.show.sweeps.story import story
from vsym.show.text.story import Story
from vsym.sweeping.axes import Axis, axis, listed
from vsym.sweeping.plan import plan
from vsym.sweeping.pool import cores
from vsym.sweeping.row import to_record
from vsym.sweeping.settings import Settings
from vsym.sweeping.sweep import Swept, carried_out


@dataclass(frozen=True, repr=False)
class Sweep(Displayed, Swept):
    """The rows of a sweep in order."""

    @property
    def records(self) -> list[dict[str, Any]]:
        """The rows as plain values, one column each for parameters and verdicts: what a table of pandas is made of."""
        found = []
        for row in self.rows:
            record = to_record(row)
            parameters, verdicts = record.pop("parameters"), record.pop("verdicts")
            found.append({**parameters, **record, **verdicts})
        return found

    def told(self) -> Story:
        """The table and the sentences of `vsym sweep`."""
        return story(self, everything=False, quiet=False)

    def picture(self) -> str | None:
        """The growth of the concrete and of the counter states, and of the time."""
        from vsym.show.sweeps.plot import svg

        return svg(self) if self.rows else None


def sweep(
    source: Source, parameters: Mapping[str, int | str | Iterable[int]], settings: Settings, jobs: int | None
) -> Sweep:
    """Measure a row for every combination; raises what `plan` and `pool.measured` raise, and KeyboardInterrupt."""
    from vsym.languages.registry import parsed

    planned = plan(parsed(source), [_axis(name, values) for name, values in parameters.items()], settings)
    swept = carried_out(planned, (), jobs or cores(), lambda _: None, lambda _: None)
    if swept.interrupted:
        raise KeyboardInterrupt
    return Sweep(**vars(swept))


def _axis(name: str, values: int | str | Iterable[int]) -> Axis:
    if isinstance(values, str):
        return axis(name, values)
    return listed(name, [values] if isinstance(values, int) else values)
