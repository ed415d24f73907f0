"""What is said of a certificate: of each goal, and of what all of them prove."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import plural
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.show.text.fitting import table
from vsym.show.text.lines import values_text


def goal_lines(goals: Sequence[tuple[str, bool]], solver: str, *, quiet: bool) -> list[Table | Text]:
    """What a solver says of each goal of a certificate, and of it as a whole."""
    found = table("goal", "answer")
    for label, valid in goals:
        found.add_row(Text(label), Text("unsat", "green") if valid else Text("sat", "red"))
    failed = sum(not valid for _, valid in goals)
    verdict = Text(f"not valid: {failed} of {plural(len(goals), 'goal')} can be satisfied, says {solver}", "red")
    if not failed:
        verdict = Text(f"valid: {plural(len(goals), 'goal')}, checked by {solver}", "green")
    return [verdict] if quiet else [found, Text(""), verdict]


def proven_lines(model: Model | Program, found: Sequence[tuple[str, bool, Mapping[str, int]]]) -> list[Text]:
    """What a valid certificate proves of a model, and which of its properties it leaves open.

    Each property has its name, whether it holds, and if not, values of open parameters at which it is violated.
    """
    parameters = values_text(model.parameters)
    lines = [Text(f"its definitions are those of {model.name}{f' with {parameters}' if parameters else ''}")]
    for name, holds, values in found:
        at = f" at {values_text(values.items())}" if values else ""
        lines.append(Text(f"{name} holds" if holds else f"{name} is violated{at}"))
    named = {name for name, _, _ in found}
    left = [prop.name for prop in model.properties if prop.name not in named]
    if left:
        lines.append(Text(f"it says nothing of {', '.join(left)}", "dim"))
    return lines


def unknown_lines(names: Iterable[str]) -> list[Text]:
    """What nobody can know of a certificate without a model."""
    about = "whether its definitions are those of your model is not known; name the model to compare them"
    return [Text(f"it proves {', '.join(names)} of the system that it defines: {about}", "yellow")]
