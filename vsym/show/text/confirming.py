"""The evidence for verdicts: the answers of all engines side by side, and the goals of a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import plural, seconds
from vsym.checking.cross_check import CrossChecked, Reply
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.show.text.fitting import table
from vsym.show.text.lines import values_text

_COLORS = {"holds": "green", "violated": "red", "unknown": "yellow", "error": "red", "failed": "bold red"}

_LONGEST = 100


def replies_table(checked: CrossChecked) -> Table:
    """A row for each attempt that has an answer on any property, a column for each property; a last row marks the
    properties on which the attempts disagree."""
    replies = table("attempt", *checked.properties)
    for name in checked.engines:
        own = {one.property: one for one in checked.replies if one.engine == name}
        if any(map(_speaks, own.values())):
            replies.add_row(Text(name), *(_told(own[prop]) for prop in checked.properties))
    if checked.disagreements:
        wrong = ("they disagree" if prop in checked.disagreements else "" for prop in checked.properties)
        replies.add_row(Text(""), *(Text(mark, "bold red") for mark in wrong))
    return replies


def times_line(checked: CrossChecked) -> Text:
    """The time of each engine, without those that are missing or refused every property."""
    replies = {name: [one for one in checked.replies if one.engine == name] for name in checked.engines}
    took = {name: sum(one.seconds for one in own) for name, own in replies.items() if any(map(_speaks, own))}
    return Text(f" {', '.join(f'{name} {seconds(time)}' for name, time in took.items())}", "dim")


def reasons_lines(checked: CrossChecked) -> Iterable[Text]:
    """The reasons that an engine has no verdict, each once."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in checked.replies:
        if one.said not in ("holds", "violated"):
            why = one.reason or "it does not say why"
            short = why if len(why) <= _LONGEST else f"{why[:_LONGEST]}…"
            reasons.setdefault((one.engine, f"{one.said}: {short}"), []).append(one.property)
    for (engine, why), names in reasons.items():
        of = "" if len(names) == len(checked.properties) else f" of {', '.join(names)}"
        yield Text(f" {engine}{of}: {why}", "dim")


def _speaks(reply: Reply) -> bool:
    return reply.said not in ("refused", "missing")


def _told(reply: Reply) -> Text:
    if not _speaks(reply):
        return Text("–", "dim")
    length = "" if reply.length is None else f", {reply.length}"
    return Text(f"{reply.said}{length}", _COLORS[reply.said])


def goal_lines(goals: Sequence[tuple[str, bool]], solver: str, *, quiet: bool) -> list[Table | Text]:
    """The answers of a solver to the goals of a certificate, and the verdict on it as a whole."""
    answers = table("goal", "answer")
    for label, valid in goals:
        answers.add_row(Text(label), Text("unsat", "green") if valid else Text("sat", "red"))
    failed = sum(not valid for _, valid in goals)
    verdict = Text(f"not valid: {solver} can satisfy {failed} of {plural(len(goals), 'goal')}", "red")
    if not failed:
        verdict = Text(f"valid: {plural(len(goals), 'goal')}, checked by {solver}", "green")
    return [verdict] if quiet else [answers, Text(""), verdict]


def proven_lines(
    model: Model | Program, verdicts: Sequence[tuple[str, bool, Mapping[str, int]]], bounds: Mapping[str, str]
) -> list[Text]:
    """The properties of a model that a valid certificate proves, and those that it leaves open.

    Each property has its name, whether it holds, and if not, values of open parameters at which it is violated. Those
    that are proved by `bounds` have these by their names.
    """
    parameters = values_text(model.parameters)
    lines = [Text(f"its definitions are those of {model.name}{f' with {parameters}' if parameters else ''}")]
    for name, holds, values in verdicts:
        at = f" at {values_text(values.items())}" if values else ""
        by = f", by {bounds[name].partition(':')[0]}" if name in bounds else ""
        lines.append(Text(f"{name} holds{by}" if holds else f"{name} is violated{at}{by}"))
    named = {name for name, _, _ in verdicts}
    left = [prop.name for prop in model.properties if prop.name not in named]
    if left:
        lines.append(Text(f"it does not cover {', '.join(left)}", "dim"))
    return lines


def unknown_lines(names: Iterable[str]) -> list[Text]:
    """A note that without a model, a certificate proves properties only of the system that it defines."""
    about = "of the system that it defines; name the model to compare its definitions with yours"
    return [Text(f"it proves {', '.join(names)} {about}", "yellow")]
