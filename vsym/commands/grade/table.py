"""`vsym grade`: the marks of all solutions as a table, and as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.options import HOLDS, VIOLATED
from vsym.commands.answer import Answer
from vsym.commands.grade.demands import Demand
from vsym.commands.grade.marking import Mark
from vsym.show.text.fitting import table


@frozen
class Graded:
    """A solution, by the name of its file, with the mark for each demand."""

    file: str
    marks: tuple[Mark, ...]

    def points(self, demands: Sequence[Demand]) -> int:
        """The sum of the points of its marks."""
        return sum(demand.points for demand, mark in zip(demands, self.marks, strict=True) if mark.fulfilled)


def graded(solutions: Sequence[Graded], demands: Sequence[Demand], rows: str | None, *, quiet: bool) -> Answer:
    """The table, with the feedback below, and the rows for the file of that name."""
    most = sum(demand.points for demand in demands)
    marks_table = table("solution", "points", *(demand.title for demand in demands))
    for one in solutions:
        marks = (_shown(mark) for mark in one.marks)
        marks_table.add_row(Text(one.file), Text(f"{one.points(demands)}/{most}"), *marks)
    lines: list[RenderableType] = [marks_table]
    for one in solutions:
        said = [] if quiet else feedback(one, demands)
        if said:
            lines += [Text(""), Text(f"{one.file}:", "bold"), *(Text(f" {line}") for line in said)]
    status = HOLDS if all(mark.fulfilled for one in solutions for mark in one.marks) else VIOLATED
    files = {} if rows is None else {rows: _csv(solutions, demands, most)}
    return Answer(status, tuple(lines), files=files)


def feedback(solution: Graded, demands: Sequence[Demand]) -> list[str]:
    """The feedback on the demands that are not fulfilled, each sentence once."""
    said: dict[str, list[str]] = {}
    for demand, mark in zip(demands, solution.marks, strict=True):
        if not mark.fulfilled:
            said.setdefault(mark.feedback, []).append(demand.title)
    everything = len(said) == 1 and len(solution.marks) > 1 and not any(mark.fulfilled for mark in solution.marks)
    return [line if everything else f"{', '.join(titles)}: {line}" for line, titles in said.items()]


def _shown(mark: Mark) -> Text:
    return Text("yes", "green") if mark.fulfilled else Text(f"no: {mark.value}", "red")


def _csv(solutions: Sequence[Graded], demands: Sequence[Demand], most: int) -> str:
    """A row for each solution. No cell begins as a formula of a spreadsheet would."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["solution", "points", "of", *(demand.title for demand in demands), "feedback"])
    for one in solutions:
        cells = [one.file, one.points(demands), most, *(mark.value for mark in one.marks)]
        writer.writerow([_plain(cell) for cell in (*cells, " | ".join(feedback(one, demands)))])
    return written.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
