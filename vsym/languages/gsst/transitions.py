"""Local transitions: the moves of a step, with a guard for all processes, one per line, or one per pair of processes,
and its assignments to shared variables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.gsst.arithmetic import truth_term
from vsym.languages.gsst.common_mistakes import GUARD
from vsym.languages.gsst.declarations import Assign, GuardLine, Otherwise, Repeat, Respects, Transition
from vsym.languages.gsst.expressions import condition, evaluate, formula, member_name, term
from vsym.languages.gsst.lines import (
    Destination,
    declared_move,
    destination,
    destination_cases,
    placed,
    sweeps,
    too_many_together,
)
from vsym.languages.gsst.numbers import number, written_out
from vsym.languages.gsst.places import processes, state
from vsym.languages.gsst.scope import CASES, Quantity, Scope, branches, choice, too_many
from vsym.languages.gsst.syntax import Reference
from vsym.languages.gsst.variables import in_range, named_value
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, negate
from vsym.logic.terms import Linear
from vsym.models.counting.locations import Arrow, Sweep
from vsym.models.counting.model import Assignment, GuardedUpdate, LocalTransition, Respected, SharedVariable
from vsym.models.counting.processes import Processes, refine


def transitions(declared: Transition, scope: Scope) -> tuple[LocalTransition, ...] | None:
    """The local transition, as several where it assigns or leads somewhere by cases, each of which then belongs to its
    guard; None where it has no meaning, which has been reported.

    Its name is for reports, and several transitions may have the same.
    """
    name = None if declared.name is None else indexed_name(declared.name, scope)
    moves = _step_moves(declared, scope)
    lines = _lines(declared, scope)
    respected = None if declared.respects is None else _respected(declared.respects, scope)
    if moves is None or lines is None:
        return None
    # The n-th cases of all lines go together, so that lines that assign alike stay alike.
    assigning = max((len(line) for line in lines), default=1)
    if assigning * len(moves) > CASES:
        too_many_together(declared.span, scope)
        return None
    cases = tuple(
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
    if not cases:
        return None
    if declared.respects is not None and any(one.joint for one in cases):
        message = "`respects` needs a transition that moves one process from one local state to another"
        hint = "leave out `respects`: vsym finds the partition itself"
        scope.problems.add("VS325", declared.respects.span, message, hint)
        return None
    return cases


def _narrowed(line: GuardedUpdate, condition: Formula) -> GuardedUpdate:
    return line if condition == TRUE else replace(line, guard=conjunction([line.guard, condition]))


def indexed_name(reference: Reference, scope: Scope) -> str | None:
    """A declared name with the values of its indices: `cap[i]` is `cap[2]` where i = 2."""
    indices = [number(bracket, scope) for bracket in reference.brackets]
    return None if None in indices else reference.name + "".join(f"[{index}]" for index in indices)


def _lines(declared: Transition, scope: Scope) -> list[list[GuardedUpdate]] | None:
    """The lines, each as the cases of its assignments."""
    if declared.block is None:
        guard = TRUE if declared.guard is None else formula(declared.guard, scope)
        update = assignments(declared.update, scope)
        if guard is None or scope.everyone is None:
            return None
        partners = None if declared.partner is None else scope.everyone
        return [_cases(scope.everyone, guard, update, declared.span, partners)]
    if declared.partner is not None:
        pairs = _pair_lines(declared.block, scope)
        return None if pairs is None else list(_guarded(pairs))
    for stated, _ in written_out(declared.block, scope):
        if stated.partners is not None:
            hint = "`trans A -> B with C -> D` moves two processes at once"
            scope.problems.add("VS323", stated.partners.span, "this transition has no partner", hint)
    lines = []
    for line in placed(declared.block, scope):
        guard = formula(line.line.guard, line.scope)
        update = assignments(line.line.update, line.scope)
        if guard is not None and line.processes:
            lines.append(_cases(line.processes, guard, update, line.line.span))
    return lines


def _guarded(pairs: Iterable[_PairLine]) -> Iterator[list[GuardedUpdate]]:
    meanings: dict[Span, tuple[Formula | None, Alternatives]] = {}
    for one in pairs:
        # `else` stands for several sets of pairs; vsym reports an error in it once.
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
        named = Processes.of(piece for group in cells for piece in group.ranges)
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


@frozen
class _StepMoves:
    """The moves of a step where `condition` holds before it."""

    condition: Formula
    source: str
    target: str
    partner: Arrow | None
    others: tuple[Sweep, ...]


def _step_moves(declared: Transition, scope: Scope) -> tuple[_StepMoves, ...] | None:
    """The cases of a step's moves, one of which applies in every state; None where they have no meaning, which has been
    reported."""
    source, target = state(declared.source, scope), destination(declared.target, scope, GUARD)
    partner = None if declared.partner is None else declared_move(declared.partner.move, scope)
    others = () if declared.others is None else sweeps(declared.others, scope)
    if source is None or target is None or others is None or (declared.partner is not None and partner is None):
        return None
    with_partner = [] if partner is None else [partner.destination]
    destinations: list[Destination] = [target, *with_partner]
    destinations += [move.destination for sweep in others for move in sweep.moves]
    moves: list[_StepMoves] = []
    for case in destination_cases(destinations, declared.span, scope):
        targets = iter(case.targets)
        moved = next(targets)
        arrow = None if partner is None else Arrow(partner.source, next(targets))
        swept = [sweep.at([next(targets) for _ in sweep.moves]) for sweep in others]
        moving = tuple(sweep for sweep in swept if sweep.moves)
        moves.append(_StepMoves(case.condition, source, moved, arrow, moving))
    return tuple(moves) or None


@frozen
class _PairLine:
    """A guard line with the movers and the partners that it is for, and the scope that its indices stand in."""

    line: GuardLine
    movers: Processes
    partners: Processes
    scope: Scope


def _pair_lines(lines: Sequence[GuardLine | Repeat[GuardLine]], scope: Scope) -> list[_PairLine] | None:
    """Every line, repetitions written out and `else` for all pairs that no other line names.

    None where the sets have no meaning, which has been reported.
    """
    everyone = scope.everyone
    named: list[_PairLine] = []
    others: list[tuple[GuardLine, Scope]] = []
    complete = True
    for line, inner in written_out(lines, scope):
        if isinstance(line.head, Otherwise):
            if line.partners is not None:
                hint = "`else` covers all pairs of mover and partner that no other line names"
                scope.problems.add("VS323", line.partners.span, "`else` takes no partners", hint)
            others.append((line, inner))
            continue
        movers = processes(line.head, inner)
        partners = everyone if line.partners is None else processes(line.partners, inner)
        if movers is None or partners is None:
            complete = False
        else:
            named.append(_PairLine(line, movers, partners, inner))
    for line, _ in others[1:]:
        scope.problems.add("VS208", line.head.span, "a second `else`", f"the first is at {others[0][0].head.span}")
    _report_overlaps(named, scope)
    if not complete or everyone is None:
        return None
    pairs = [*named]
    for line, inner in others[:1]:
        # All movers of a cell are inside or outside of each line's.
        for cell in refine([everyone, *(one.movers for one in named)]):
            taken = Processes.of(piece for one in named if cell <= one.movers for piece in one.partners.ranges)
            pairs.append(_PairLine(line, cell, everyone - taken, inner))
    return [one for one in pairs if one.movers and one.partners]


def _report_overlaps(named: Sequence[_PairLine], scope: Scope) -> None:
    for place, one in enumerate(named):
        for other in named[:place]:
            movers, partners = one.movers & other.movers, one.partners & other.partners
            # Nobody is a partner of itself; where sizes are open, an index is a whole group.
            alone = not scope.open_names and movers.size == 1 and movers == partners
            if movers and partners and not alone:
                message = "two lines name the same pair of mover and partner"
                scope.problems.add("VS208", one.line.head.span, message, f"the other line is at {other.line.head.span}")
                break


Alternatives: TypeAlias = tuple[tuple[Formula, tuple[Assignment, ...]], ...]
"""The assignments of a step, each with the condition on which it does; one condition holds in every state."""


def assignments(written: Sequence[Assign], scope: Scope) -> Alternatives:
    """The assignments of one `do` by cases; those with errors are left out and reported."""
    seen: dict[str, Span] = {}
    values: list[tuple[Assign, str, Quantity]] = []
    for assign in written:
        name, span = _assigned_name(assign.variable, scope), assign.variable.span
        if name is None:
            evaluate(assign.value, scope)
            continue
        if name in seen:
            message = f"`{name}` is assigned twice in one step"
            scope.problems.add("VS209", span, message, f"the first is at {seen[name]}")
            evaluate(assign.value, scope)
            continue
        seen[name] = span
        variable = scope.shared[name]
        value = None if variable is None else _value(assign, variable, scope)
        if value is not None:
            values.append((assign, name, value))
    cases = [branches(value) for _, _, value in values]
    if (count := math.prod(len(one) for one in cases)) > CASES:
        too_many(count, written[0].span, scope.problems)
        return ()
    if count > 1:
        scope.allowance.work(written[0].span, count)
    alternatives: list[tuple[Formula, tuple[Assignment, ...]]] = []
    for chosen in product(*cases):
        holds = conjunction(condition for condition, _ in chosen)
        if holds != FALSE:
            pairs = zip(values, chosen, strict=True)
            together = tuple(Assignment(name, value, assign.span) for (assign, name, _), (_, value) in pairs)
            alternatives.append((holds, together))
    return tuple(alternatives)


def _assigned_name(variable: Reference, scope: Scope) -> str | None:
    """The name of the assigned shared variable; None where there is none, which has been reported."""
    name = variable.name
    if name in scope.families:
        return member_name(variable, scope)
    if name not in scope.shared:
        scope.unknown("VS210", variable.span, name, "shared variable", {**scope.shared, **scope.families})
        return None
    if variable.brackets:
        scope.problems.add("VS316", variable.brackets[0].span, f"`{name}` is not a family and has no indices")
        return None
    return name


def _value(assign: Assign, variable: SharedVariable, scope: Scope) -> Quantity | None:
    if variable.words:
        return named_value(assign.value, variable.words, scope)
    if not variable.boolean:
        value = term(assign.value, scope)
        if isinstance(value, Linear) and not in_range(value, variable, assign.value.span, scope):
            return None
        return value
    truth = condition(assign.value, scope)
    if truth is None:
        return None
    one, zero = Linear((), 1), Linear()
    return truth_term(truth, scope.shared) or choice([(truth, one), (negate(truth), zero)])
