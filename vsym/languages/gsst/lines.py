"""Blocks of lines, each for a set of processes: who is named, who is left for `else`, and who is named twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.declarations import StartLine
from vsym.languages.gsst.declared_steps import GuardLine, Otherwise, Repeat
from vsym.languages.gsst.numbers import repetitions
from vsym.languages.gsst.places import processes
from vsym.languages.gsst.scope import Scope
from vsym.models.counting.processes import Processes

LineT = TypeVar("LineT", bound=GuardLine | StartLine)


@frozen
class PlacedLine(Generic[LineT]):
    """A line, the processes that it is for (None where that is not known), and the scope that its indices stand in."""

    line: LineT
    processes: Processes | None
    scope: Scope


def placed(lines: Sequence[LineT | Repeat[LineT]], scope: Scope) -> list[PlacedLine[LineT]]:
    """Every line, repetitions written out; what is wrong with the sets of processes has been reported."""
    named: list[PlacedLine[LineT]] = []
    others: list[tuple[LineT, Scope]] = []
    for line, inner in written_out(lines, scope):
        if isinstance(line.head, Otherwise):
            others.append((line, inner))
        else:
            named.append(PlacedLine(line, processes(line.head, inner), inner))
    for line, _ in others[1:]:
        scope.problems.add("VS208", line.head.span, "a second `else`", f"the first is at {others[0][0].head.span}")
    report_overlaps([(line.line.head.span, line.processes) for line in named], scope)
    rest = _rest(named, scope)
    return [*named, *(PlacedLine(line, rest, inner) for line, inner in others)]


def _rest(named: Sequence[PlacedLine[LineT]], scope: Scope) -> Processes | None:
    """The processes that no line names."""
    sets = [line.processes for line in named if line.processes is not None]
    if scope.everyone is None or len(sets) < len(named):
        return None
    return scope.everyone - Processes.of(piece for among in sets for piece in among.ranges)


def written_out(lines: Iterable[LineT | Repeat[LineT]], scope: Scope) -> Iterator[tuple[LineT, Scope]]:
    """Every line with its scope, repetitions written out."""
    for line in lines:
        if isinstance(line, Repeat):
            for inner in repetitions(line, scope):
                yield from written_out(line.body, inner)
        else:
            yield line, scope


def report_overlaps(sets: Sequence[tuple[Span, Processes | None]], scope: Scope) -> None:
    """Report every set of processes, written at a place, that has a process in common with one before."""
    ranges = sorted(
        (low, high, number)
        for number, (_, processes) in enumerate(sets)
        if processes is not None
        for low, high in processes.ranges
    )
    reached, holder = 0, 0
    for low, high, number in ranges:
        if low <= reached:
            first, second = sorted((holder, number))
            both = Processes.of([(low, min(high, reached))])
            subject = f"process {both} is" if both.size == 1 else f"processes {both} are"
            if scope.kept:
                subject = "a group is"
            other, here = sets[first][0], sets[second][0]
            hint = f"the other line is at {other}"
            if other == here:
                hint = "a `for` repeats this line for the same processes"
            scope.problems.add("VS208", here, f"{subject} named by two lines", hint)
        if high > reached:
            reached, holder = high, number
