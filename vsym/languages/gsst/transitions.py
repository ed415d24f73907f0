"""Local transitions: from a state to another, with a guard for all processes or one per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from vsym.basics.source import Span
from vsym.languages.gsst.assignments import Alternatives, assignments
from vsym.languages.gsst.declared_steps import Otherwise, Respects, Transition
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.limits import CASES
from vsym.languages.gsst.lines import placed, written_out
from vsym.languages.gsst.numbers import number
from vsym.languages.gsst.pairs import PairLine, pair_lines
from vsym.languages.gsst.places import processes
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.step_moves import step_moves
from vsym.languages.gsst.syntax import Reference
from vsym.languages.gsst.targets import too_many_together
from vsym.logic.formula import TRUE, Formula, conjunction
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Respected
from vsym.models.counting.processes import Processes


def transitions(declared: Transition, scope: Scope) -> tuple[LocalTransition, ...] | None:
    """The local transition, as several where it assigns or leads somewhere by cases, each of which then belongs to its
    guard; None where it has no meaning, which has been reported.

    Its name is for reports, and several transitions may have the same.
    """
    name = None if declared.name is None else indexed_name(declared.name, scope)
    moves = step_moves(declared, scope)
    lines = _lines(declared, scope)
    respected = None if declared.respects is None else _respected(declared.respects, scope)
    if moves is None or lines is None:
        return None
    # The n-th cases of all lines go together, so that lines that assign alike stay alike.
    assigning = max((len(line) for line in lines), default=1)
    if assigning * len(moves) > CASES:
        too_many_together(declared.span, scope)
        return None
    found = tuple(
        LocalTransition(
            name,
            move.source,
            move.target,
            tuple(_narrowed(line[case], move.condition) for line in lines if case < len(line)),
            declared.span,
            respected,
            move.partner,
            move.others,
            number * assigning + case,
        )
        for number, move in enumerate(moves)
        for case in range(assigning)
    )
    if not found:
        return None
    alone = declared.partner is None and declared.others is None
    resting = all(one.source == one.target for one in found)
    if resting and alone and not any(case.update for line in lines for case in line):
        message = f"this transition leads from `{found[0].source}` to itself"
        hint = "a local transition changes the local state, other processes or a shared variable"
        scope.problems.add("VS313", declared.target.span, message, hint)
        return None
    if declared.respects is not None and any(one.joint for one in found):
        message = "`respects` is for a transition that moves one process from one local state to another"
        hint = "leave it out: what this transition tells apart is found without it"
        scope.problems.add("VS325", declared.respects.span, message, hint)
        return None
    return found


def _narrowed(line: GuardedUpdate, condition: Formula) -> GuardedUpdate:
    return line if condition == TRUE else replace(line, guard=conjunction([line.guard, condition]))


def indexed_name(reference: Reference, scope: Scope) -> str | None:
    """A declared name with the values of its indices: `cap[i]` is `cap[2]` where i = 2."""
    indices = [number(bracket, scope) for bracket in reference.brackets]
    return None if None in indices else reference.name + "".join(f"[{index}]" for index in indices)


def _lines(declared: Transition, scope: Scope) -> list[list[GuardedUpdate]] | None:
    """The lines, each as the cases of what it assigns."""
    if declared.block is None:
        guard = TRUE if declared.guard is None else formula(declared.guard, scope)
        update = assignments(declared.update, scope)
        if guard is None or scope.everyone is None:
            return None
        partners = None if declared.partner is None else scope.everyone
        return [_cases(scope.everyone, guard, update, declared.span, partners)]
    if declared.partner is not None:
        pairs = pair_lines(declared.block, scope)
        return None if pairs is None else list(_guarded(pairs))
    for stated, _ in written_out(declared.block, scope):
        if stated.partners is not None:
            hint = "`trans A -> B with C -> D` moves two processes at once"
            scope.problems.add("VS323", stated.partners.span, "this transition has no partner", hint)
    found = []
    for line in placed(declared.block, scope):
        guard = formula(line.line.guard, line.scope)
        update = assignments(line.line.update, line.scope)
        if guard is not None and line.processes:
            found.append(_cases(line.processes, guard, update, line.line.span))
    return found


def _guarded(pairs: Iterable[PairLine]) -> Iterator[list[GuardedUpdate]]:
    meanings: dict[Span, tuple[Formula | None, Alternatives]] = {}
    for one in pairs:
        # `else` stands for several sets of pairs, and what is wrong with it is said once.
        key = one.line.guard.span
        if not isinstance(one.line.head, Otherwise) or key not in meanings:
            meanings[key] = formula(one.line.guard, one.scope), assignments(one.line.update, one.scope)
        guard, update = meanings[key]
        if guard is not None:
            yield _cases(one.movers, guard, update, one.line.span, one.partners)


def _cases(
    processes: Processes, guard: Formula, update: Alternatives, span: Span, partners: Processes | None = None
) -> list[GuardedUpdate]:
    return [
        GuardedUpdate(processes, conjunction([guard, holds]), assigned, span, partners) for holds, assigned in update
    ]


def _respected(declared: Respects, scope: Scope) -> Respected | None:
    """The stated partition; None where it has no meaning, which has been reported."""
    cells: list[Processes] = []
    for expression in declared.cells:
        cell = processes(expression, scope)
        if cell is None or scope.everyone is None:
            continue
        named = Processes.of(piece for known in cells for piece in known.ranges)
        if both := cell & named:
            subject = f"process {both} is" if both.size == 1 else f"processes {both} are"
            hint = "a comma separates cells, and `|` joins sets into one"
            scope.problems.add("VS208", expression.span, f"{subject} in two cells", hint)
            continue
        cells.append(cell)
    if scope.everyone is None or len(cells) < len(declared.cells):
        return None
    rest = scope.everyone - Processes.of(piece for cell in cells for piece in cell.ranges)
    inhabited = sorted((cell for cell in (*cells, rest) if cell), key=lambda cell: cell.first)
    return Respected(tuple(inhabited), declared.span)
