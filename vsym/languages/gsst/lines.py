"""Blocks of lines, each line for a set of processes, with `else` for the rest and no process named twice; and the
destinations of moves, including those in a step's `others`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.numbers import written_out
from vsym.languages.gsst.places import processes, state
from vsym.languages.gsst.scope import CASES, Scope
from vsym.languages.problems import complete
from vsym.logic.formula import FALSE, TRUE, And, Formula, Not, Or, conjunction, negate
from vsym.models.counting.locations import Arrow, Sweep
from vsym.models.counting.processes import Processes

LineT = TypeVar("LineT", bound=d.GuardLine | d.StartLine)


@frozen
class PlacedLine(Generic[LineT]):
    """A line, the processes that it is for (None where that is not known), and the scope that its indices stand in."""

    line: LineT
    processes: Processes | None
    scope: Scope


def placed(lines: Sequence[LineT | d.Repeat[LineT]], scope: Scope) -> list[PlacedLine[LineT]]:
    """Every line, with repetitions written out; errors in the sets of processes are reported."""
    named: list[PlacedLine[LineT]] = []
    others: list[tuple[LineT, Scope]] = []
    for line, inner in written_out(lines, scope):
        if isinstance(line.head, d.Otherwise):
            others.append((line, inner))
        else:
            named.append(PlacedLine(line, processes(line.head, inner), inner))
    for line, _ in others[1:]:
        scope.problems.add("VS208", line.head.span, "a second `else`", f"the first is at {others[0][0].head.span}")
    report_overlaps([(line.line.head.span, line.processes) for line in named], scope)
    rest, sets = scope.everyone, complete(line.processes for line in named)
    if rest is not None:
        rest = None if sets is None else rest - Processes.of(piece for among in sets for piece in among.ranges)
    return [*named, *(PlacedLine(line, rest, inner) for line, inner in others)]


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
            shared = f"process {both}" if both.size == 1 else f"processes {both}"
            if scope.open_names:
                shared = "a group"
            other, here = sets[first][0], sets[second][0]
            hint = f"the other line is at {other}"
            if other == here:
                hint = "a `for` repeats this line for the same processes"
            scope.problems.add("VS208", here, f"two lines name {shared}", hint)
        if high > reached:
            reached, holder = high, number


@frozen
class Branching:
    """`target` where the condition holds, else `otherwise`."""

    condition: Formula
    target: str | Branching
    otherwise: str | Branching


Destination: TypeAlias = str | Branching
"""A local state, or one by conditions on the state before the step."""


@frozen
class DestinationCase:
    """The targets of several moves in the states in which `condition` holds."""

    condition: Formula
    targets: tuple[str, ...]


def destination(written: d.Target, scope: Scope, habit: str | None = None) -> Destination | None:
    """The meaning of a target; None where it has no meaning, which has been reported.

    `habit` is a hint for a name that is no local state.
    """
    if not isinstance(written, d.ConditionalTarget):
        return state(written, scope, habit)
    condition = formula(written.condition, scope)
    target, otherwise = destination(written.target, scope), destination(written.otherwise, scope)
    if condition is None or target is None or otherwise is None:
        return None
    return Branching(condition, target, otherwise)


def destination_cases(destinations: Sequence[Destination], span: Span, scope: Scope) -> tuple[DestinationCase, ...]:
    """The cases of several moves together; one of the cases applies in every state.

    Moves that ask for the same have no more cases than one of them. Too many cases are reported, and none is returned.
    """
    cases: list[DestinationCase] = []
    truths: Mapping[Formula, bool] = {TRUE: True, FALSE: False}
    waiting: list[tuple[tuple[Formula, ...], Mapping[Formula, bool], Sequence[Destination]]]
    waiting = [((), truths, destinations)]
    while waiting:
        conditions, truths, left = waiting.pop()
        scope.allowance.work(span, len(left))
        left = [_decided(one, truths) for one in left]
        undecided = next((one.condition for one in left if isinstance(one, Branching)), None)
        if undecided is None:
            targets = tuple(one for one in left if isinstance(one, str))
            cases.append(DestinationCase(conjunction(conditions), targets))
        else:
            for condition in (negate(undecided), undecided):
                waiting.append(((*conditions, condition), {**truths, **_facts(condition)}, left))
        if len(cases) + len(waiting) > CASES:
            too_many_together(span, scope)
            return ()
    return tuple(cases)


def too_many_together(span: Span, scope: Scope) -> None:
    """Report a step of too many cases."""
    hint = "let assignments and moves depend on the same conditions"
    scope.problems.add("VS328", span, f"this step has more than {CASES:,} cases", hint)


def _facts(condition: Formula) -> dict[Formula, bool]:
    """The conditions that hold, or do not hold, wherever a condition holds."""
    truths: dict[Formula, bool] = {}
    waiting = [condition]
    while waiting:
        fact = waiting.pop()
        truths |= {fact: True, negate(fact): False}
        match fact:
            case And(operands):
                waiting += operands
            case Not(Or(operands)):
                waiting += map(negate, operands)
    return truths


def _decided(destination: Destination, truths: Mapping[Formula, bool]) -> Destination:
    """The part of a destination that is still open, given the truth of some conditions."""
    while isinstance(destination, Branching) and destination.condition in truths:
        destination = destination.target if truths[destination.condition] else destination.otherwise
    return destination


@frozen
class DeclaredMove:
    """A move from a local state to a destination."""

    source: str
    destination: Destination


@frozen
class DeclaredSweep:
    """The moves of a set of processes in a line of `others`; `name` is the set as written in the text."""

    processes: Processes
    moves: tuple[DeclaredMove, ...]
    name: str

    def at(self, targets: Iterable[str]) -> Sweep:
        """The sweep with these local states as targets, without the moves from a local state to itself."""
        arrows = (Arrow(move.source, target) for move, target in zip(self.moves, targets, strict=True))
        return Sweep(self.processes, tuple(arrow for arrow in arrows if arrow.source != arrow.target), self.name)


def sweeps(declared: d.Others, scope: Scope) -> tuple[DeclaredSweep, ...] | None:
    """The moves of each set of processes; None where they have no meaning, which has been reported."""
    named: list[tuple[d.SweepLine, Processes | None]] = []
    rest: list[d.SweepLine] = []
    for line in declared.lines:
        if line.head is None:
            rest.append(line)
        else:
            named.append((line, processes(line.head, scope)))
    for line in rest[1:]:
        hint = f"the first is at {rest[0].span}; separate moves of the same processes by commas"
        scope.problems.add("VS208", line.span, "`others` has a second line for all the rest", hint)
    report_overlaps([(line.head.span, inside) for line, inside in named if line.head is not None], scope)
    sweeps = [_sweep(line, inside, scope) for line, inside in named]
    if rest:
        sets = [inside for _, inside in named if inside is not None]
        taken = Processes.of(piece for inside in sets for piece in inside.ranges)
        sweeps.append(_sweep(rest[0], None if scope.everyone is None else scope.everyone - taken, scope))
    whole = complete(sweeps)
    return None if whole is None or scope.everyone is None else tuple(sweep for sweep in whole if sweep.processes)


def declared_move(move: d.Move, scope: Scope) -> DeclaredMove | None:
    """The move of a partner or another process; None where it has no meaning, which has been reported."""
    source, target = state(move.source, scope), destination(move.target, scope)
    return None if source is None or target is None else DeclaredMove(source, target)


def _sweep(line: d.SweepLine, inside: Processes | None, scope: Scope) -> DeclaredSweep | None:
    moves: dict[str, DeclaredMove] = {}
    wrong = inside is None
    for move, inner in written_out(line.moves, scope):
        meant = declared_move(move, inner)
        if meant is None:
            wrong = True
        elif meant.source in moves:
            message = f"`{meant.source}` has two targets"
            target = moves[meant.source].destination
            where = f"go to `{target}`" if isinstance(target, str) else "have a target"
            hint = f"these processes already {where}; in `others`, each local state has one target"
            scope.problems.add("VS324", move.span, message, hint)
        else:
            moves[meant.source] = meant
    if wrong or inside is None:
        return None
    name = "" if line.head is None else line.head.span.text
    return DeclaredSweep(inside, tuple(moves.values()), name)
