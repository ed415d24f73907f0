"""Blocks of lines, each for a set of processes: who is named, who is left for `else`, and who is named twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from vsym.gsst.declarations import GuardLine, Otherwise, Repeat, StartLine
from vsym.gsst.numbers import repetitions
from vsym.gsst.places import processes
from vsym.gsst.scope import Scope
from vsym.processes import Processes

LineT = TypeVar("LineT", GuardLine, StartLine)


@dataclass(frozen=True)
class PlacedLine(Generic[LineT]):
    """A line, the processes that it is for, and the scope that its indices stand in."""

    line: LineT
    processes: Processes
    scope: Scope


def placed(lines: Sequence[LineT | Repeat[LineT]], scope: Scope) -> list[PlacedLine[LineT]] | None:
    """Every line, repetitions written out; None where the processes of some line are not known, which is reported."""
    written = list(_written_out(lines, scope))
    others = next((line for line, _ in written if isinstance(line.head, Otherwise)), None)
    named = []
    for line, inner in written:
        if not isinstance(line.head, Otherwise):
            among = processes(line.head, inner)
            named.append(None if among is None else PlacedLine(line, among, inner))
        elif line is not others and others is not None:
            scope.problems.add("VS208", line.head.span, "a second `else`", f"the first is at {others.head.span}")
    known = [line for line in named if line is not None]
    if scope.everyone is None or len(known) < len(named):
        return None
    _report_overlaps(known, scope)
    if others is not None:
        rest = scope.everyone - Processes.of(piece for line in known for piece in line.processes.ranges)
        known.append(PlacedLine(others, rest, next(inner for line, inner in written if line is others)))
    return known


def _written_out(lines: Iterable[LineT | Repeat[LineT]], scope: Scope) -> Iterator[tuple[LineT, Scope]]:
    for line in lines:
        if isinstance(line, Repeat):
            for inner in repetitions(line, scope):
                yield from _written_out(line.body, inner)
        else:
            yield line, scope


def _report_overlaps(lines: Sequence[PlacedLine[LineT]], scope: Scope) -> None:
    ranges = sorted((low, high, number) for number, line in enumerate(lines) for low, high in line.processes.ranges)
    reached, holder = 0, 0
    for low, high, number in ranges:
        if low <= reached:
            first, second = sorted((holder, number))
            both = Processes.of([(low, min(high, reached))])
            subject = f"process {both} is" if both.size == 1 else f"processes {both} are"
            hint = f"the other line is at {lines[first].line.head.span}"
            scope.problems.add("VS208", lines[second].line.head.span, f"{subject} named by two lines", hint)
        if high > reached:
            reached, holder = high, number
