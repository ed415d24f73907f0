"""Where a step moves the processes that do not take it: `others` and its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.basics.frozen import frozen
from vsym.languages.gsst.declared_steps import Move, Others, Repeat, SweepLine
from vsym.languages.gsst.lines import report_overlaps
from vsym.languages.gsst.numbers import repetitions
from vsym.languages.gsst.places import processes, state
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.targets import Destination, destination
from vsym.models.counting.moves import Arrow, Sweep
from vsym.models.counting.processes import Processes


@frozen
class DeclaredMove:
    """From a local state to a destination."""

    source: str
    destination: Destination


@frozen
class DeclaredSweep:
    """What a line of `others` says of a set of processes, called as in the text."""

    processes: Processes
    moves: tuple[DeclaredMove, ...]
    name: str

    def at(self, targets: Iterable[str]) -> Sweep:
        """The moves where they lead to these local states, but for those that lead back."""
        arrows = (Arrow(move.source, target) for move, target in zip(self.moves, targets, strict=True))
        return Sweep(self.processes, tuple(arrow for arrow in arrows if arrow.source != arrow.target), self.name)


def sweeps(declared: Others, scope: Scope) -> tuple[DeclaredSweep, ...] | None:
    """The moves of each set of processes; None where they have no meaning, which has been reported."""
    named: list[tuple[SweepLine, Processes | None]] = []
    rest: list[SweepLine] = []
    for line in declared.lines:
        if line.head is None:
            rest.append(line)
        else:
            named.append((line, processes(line.head, scope)))
    for line in rest[1:]:
        hint = f"the first is at {rest[0].span}; a comma separates moves of the same processes"
        scope.problems.add("VS208", line.span, "a second line of `others` for all the rest", hint)
    report_overlaps([(line.head.span, inside) for line, inside in named if line.head is not None], scope)
    found = [_sweep(line, inside, scope) for line, inside in named]
    if rest:
        sets = [inside for _, inside in named if inside is not None]
        taken = Processes.of(piece for inside in sets for piece in inside.ranges)
        found.append(_sweep(rest[0], None if scope.everyone is None else scope.everyone - taken, scope))
    whole = [sweep for sweep in found if sweep is not None]
    if len(whole) < len(found) or scope.everyone is None:
        return None
    return tuple(sweep for sweep in whole if sweep.processes)


def declared_move(move: Move, scope: Scope) -> DeclaredMove | None:
    """What a partner or another process does; None where it has no meaning, which has been reported."""
    source, target = state(move.source, scope), destination(move.target, scope)
    return None if source is None or target is None else DeclaredMove(source, target)


def _sweep(line: SweepLine, inside: Processes | None, scope: Scope) -> DeclaredSweep | None:
    moves: dict[str, DeclaredMove] = {}
    wrong = inside is None
    for move, inner in _written_out(line.moves, scope):
        meant = declared_move(move, inner)
        if meant is None:
            wrong = True
        elif meant.source in moves:
            message = f"`{meant.source}` has two targets"
            hint = f"{_leading(moves[meant.source].destination)}; in `others`, each local state has one target"
            scope.problems.add("VS324", move.span, message, hint)
        else:
            moves[meant.source] = meant
    if wrong or inside is None:
        return None
    name = "" if line.head is None else line.head.span.text
    return DeclaredSweep(inside, tuple(moves.values()), name)


def _leading(known: Destination) -> str:
    return f"these processes go to `{known}`" if isinstance(known, str) else "another move says where these go"


def _written_out(moves: Iterable[Move | Repeat[Move]], scope: Scope) -> Iterator[tuple[Move, Scope]]:
    for move in moves:
        if isinstance(move, Repeat):
            for inner in repetitions(move, scope):
                yield from _written_out(move.body, inner)
        else:
            yield move, scope
