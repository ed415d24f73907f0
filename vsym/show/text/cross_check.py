"""What all engines say of each property, side by side."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import seconds
from vsym.checking.cross_check import CrossChecked, Reply
from vsym.show.text.fitting import table

_COLORS = {"holds": "green", "violated": "red", "unknown": "yellow", "error": "red", "failed": "bold red"}

_LONGEST = 100


def replies_table(checked: CrossChecked) -> Table:
    """A row for each property, a column for each engine that has something to say of any."""
    engines = [name for name in checked.engines if any(_speaks(one) for one in checked.replies if one.engine == name)]
    found = table("property", *engines, "")
    wrong = checked.disagreements
    for name in checked.properties:
        by_engine = {reply.engine: reply for reply in checked.said_of(name)}
        mark = Text("they disagree", "bold red") if name in wrong else Text("")
        found.add_row(Text(name), *(_told(by_engine[engine]) for engine in engines), mark)
    return found


def times_line(checked: CrossChecked) -> Text:
    """How long each engine took for what it decided."""
    took = {name: sum(one.seconds for one in checked.replies if one.engine == name) for name in checked.engines}
    speaking = [name for name in checked.engines if any(_speaks(one) for one in checked.replies if one.engine == name)]
    return Text(f" {', '.join(f'{name} {seconds(took[name])}' for name in speaking)}", "dim")


def reasons_lines(checked: CrossChecked) -> Iterable[Text]:
    """Why an engine has no verdict, each reason once."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in checked.replies:
        if one.said not in ("holds", "violated"):
            reasons.setdefault((one.engine, _short(one)), []).append(one.property)
    for (engine, why), names in reasons.items():
        of = "" if len(names) == len(checked.properties) else f" of {', '.join(names)}"
        yield Text(f" {engine}{of}: {why}", "dim")


def _short(reply: Reply) -> str:
    reason = reply.reason or "it does not say why"
    return f"{reply.said}: {reason if len(reason) <= _LONGEST else f'{reason[:_LONGEST]}…'}"


def _speaks(reply: Reply) -> bool:
    return reply.said not in ("refused", "missing")


def _told(reply: Reply) -> Text:
    if not _speaks(reply):
        return Text("–", "dim")
    length = "" if reply.length is None else f", {reply.length}"
    return Text(f"{reply.said}{length}", _COLORS[reply.said])
