"""What a step moves: its mover, a partner and all the others, by the cases in which they lead somewhere else."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.languages.gsst.declared_steps import Transition
from vsym.languages.gsst.habits import GUARD
from vsym.languages.gsst.places import state
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.sweeps import DeclaredSweep, declared_move, sweeps
from vsym.languages.gsst.targets import Destination, destination, destination_cases
from vsym.logic.formula import Formula
from vsym.models.counting.moves import Arrow, Sweep


@frozen
class StepMoves:
    """What a step moves where `condition` holds before it."""

    condition: Formula
    source: str
    target: str
    partner: Arrow | None
    others: tuple[Sweep, ...]


def step_moves(declared: Transition, scope: Scope) -> tuple[StepMoves, ...] | None:
    """The cases of what a step moves, one of which applies in every state; None where they have no meaning, which has
    been reported."""
    source, target = state(declared.source, scope), destination(declared.target, scope, GUARD)
    partner = None if declared.partner is None else declared_move(declared.partner.move, scope)
    others = () if declared.others is None else sweeps(declared.others, scope)
    if source is None or target is None or others is None or (declared.partner is not None and partner is None):
        return None
    with_partner = [] if partner is None else [partner.destination]
    destinations: list[Destination] = [target, *with_partner]
    destinations += [move.destination for sweep in others for move in sweep.moves]
    found: list[StepMoves] = []
    for case in destination_cases(destinations, declared.span, scope):
        targets = iter(case.targets)
        moved = next(targets)
        arrow = None if partner is None else Arrow(partner.source, next(targets))
        found.append(StepMoves(case.condition, source, moved, arrow, _others(others, targets)))
    return tuple(found) or None


def _others(declared: tuple[DeclaredSweep, ...], targets: Iterator[str]) -> tuple[Sweep, ...]:
    found = [sweep.at([next(targets) for _ in sweep.moves]) for sweep in declared]
    return tuple(sweep for sweep in found if sweep.moves)
