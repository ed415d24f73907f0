"""Where a step moves the processes that do not take it: `others` and its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.languages.gsst.declared_steps import Move, Others, Repeat, SweepLine
from vsym.languages.gsst.lines import report_overlaps
from vsym.languages.gsst.numbers import repetitions
from vsym.languages.gsst.places import processes, state
from vsym.languages.gsst.scope import Scope
from vsym.models.counting.moves import Arrow, Sweep
from vsym.models.counting.processes import Processes


def sweeps(declared: Others, scope: Scope) -> tuple[Sweep, ...] | None:
    """The moves of each set of processes, without those that lead back; None where they have no meaning, which has been
    reported."""
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
    if rest and scope.everyone is not None:
        sets = [inside for _, inside in named if inside is not None]
        left = scope.everyone - Processes.of(piece for inside in sets for piece in inside.ranges)
        found.append(_sweep(rest[0], left, scope))
    whole = [sweep for sweep in found if sweep is not None]
    if len(whole) < len(found) or scope.everyone is None:
        return None
    return tuple(sweep for sweep in whole if sweep.processes and sweep.moves)


def arrow(move: Move, scope: Scope) -> Arrow | None:
    """What a partner or another process does; None where it has no meaning, which has been reported."""
    source, target = state(move.source, scope), state(move.target, scope)
    return None if source is None or target is None else Arrow(source, target)


def _sweep(line: SweepLine, inside: Processes | None, scope: Scope) -> Sweep | None:
    moves: dict[str, Arrow] = {}
    wrong = inside is None
    for move, inner in _written_out(line.moves, scope):
        meant = arrow(move, inner)
        if meant is None:
            wrong = True
        elif meant.source in moves:
            message = f"`{meant.source}` has two targets"
            hint = f"these processes go to `{moves[meant.source].target}`; in `others`, each local state has one target"
            scope.problems.add("VS324", move.span, message, hint)
        else:
            moves[meant.source] = meant
    if wrong or inside is None:
        return None
    name = "" if line.head is None else line.head.span.text
    return Sweep(inside, tuple(move for move in moves.values() if move.source != move.target), name)


def _written_out(moves: Iterable[Move | Repeat[Move]], scope: Scope) -> Iterator[tuple[Move, Scope]]:
    for move in moves:
        if isinstance(move, Repeat):
            for inner in repetitions(move, scope):
                yield from _written_out(move.body, inner)
        else:
            yield move, scope
