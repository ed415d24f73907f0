"""Certificates of verdicts by bounds: proofs on few counters, carried to the counters of cells.

The guards of cells are the model's own, so counting in cells needs no symmetry. Over their counters, each goal of the
certificate states a step of the proof together with its premise: a guard of the model implies that of the step that may
be possible, or follows from that of the step that must be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import get_args

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.basics.numbers import plural
from vsym.checking.answer import Outcome
from vsym.checking.question import Subject
from vsym.checking.stages import by_cells
from vsym.engines.smt.carried import Sums
from vsym.engines.smt.certificate import Scope
from vsym.engines.smt.certificate_model import Proven, owner
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.logic.bounds import Steps, deciding_steps
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduce import block_of
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Report
from vsym.system.system import System

SIDES: tuple[Steps, ...] = get_args(Steps)

CARRYING_SECONDS = 60.0
"""The limit for restating a proof on few counters as one on the counters of cells. The verdict needs no certificate."""


@frozen
class Certifying:
    """A model whose verdicts by bounds are to leave certificates."""

    subject: Subject[Model]
    budget: Budget
    report: Report

    @cached_property
    def _cells(self) -> Reduced:
        return by_cells(self.subject, self.budget, self.report)

    def certified(self, outcome: Outcome, counters: CounterSystem, system: System) -> Outcome:
        """An outcome on a system of some counters, with its proof as one on the counters of cells.

        Where there is none in time, or it is no proof there, the certificate does not cover it.
        """
        proof = outcome.verdict.proof
        if proof is None:
            return outcome
        self.report.say(f"writing the certificate of {outcome.property.name}")
        budget = self.budget.within(min(CARRYING_SECONDS, self.budget.left / 2))
        try:
            cells = self._cells
            blocks = [block.processes for block in counters.blocks]
            steps = deciding_steps(outcome.property, holds=outcome.verdict.outcome == "holds")
            scopes = sums(cells, blocks, steps).carried(system, proof.scopes, budget)
        except (UndecidedError, LimitReachedError, UnreadableError):
            scopes = {}
        return replace(outcome, verdict=replace(outcome.verdict, proof=replace(proof, scopes=scopes)))


def sums(cells: Reduced, blocks: Sequence[Processes], side: Steps) -> Sums:
    """The counters of blocks as sums of the counters of cells."""
    counters, system = cells.counters, cells.system
    names = [variable.name for variable in system.variables]
    parts: dict[str, tuple[str, ...]] = {}
    for block in blocks:
        where = f"[{block_of(cells.model, block).name}]" if len(blocks) > 1 else ""
        for state in counters.states:
            inside = (n for n, one in enumerate(counters.counters) if one.state == state and one.processes <= block)
            parts[f"#{state}{where}"] = tuple(names[number] for number in inside)
    parts |= {name: (name,) for name in names[len(counters.counters) :]}
    within = ([one.name for one in counters.blocks if one.processes <= block] for block in blocks)
    said = "; ".join(" & ".join(one) for one in within)
    return Sums(system, parts, f"{side} steps of {plural(len(blocks), 'block')}: {said}")


def check_bounds(scopes: Sequence[Scope], cells: Reduced, properties: Sequence[Proven]) -> None:
    """Raise UnreadableError where a proof tells processes apart that the bounds which it states do not, or these are no
    bounds of the model, or not those that its property asks for."""
    stated = {prop.name: prop for prop in cells.model.properties}
    holds = {one.name: one.holds for one in properties}
    for scope in scopes:
        side, over = _stated(scope, cells)
        if (symbol := over.tells_apart(scope)) is not None:
            raise UnreadableError(
                f"`{scope.name}` counts `{symbol}` by itself, and by its bounds no block has it alone"
            )
        name = owner(scope.name, stated)
        if name is not None and side != (needed := deciding_steps(stated[name], holds=holds[name])):
            said = "holds" if holds[name] else "is violated"
            shows = f"that `{name}` {said} is shown by {needed} steps"
            raise UnreadableError(f"{shows}, and its bounds are on {side} steps")


_BOUNDS = re.compile(r"(may and must|may|must) steps of .*?: (.*)")


def _stated(scope: Scope, cells: Reduced) -> tuple[Steps, Sums]:
    """The side and the sums that a certificate states; raises UnreadableError where they are not of the model."""
    match = _BOUNDS.fullmatch(scope.bounds or "")
    if match is None:
        raise UnreadableError(f"`{scope.name}` does not say by which bounds it is proved")
    side = next(one for one in SIDES if one == match[1])
    processes = {block.name: block.processes for block in cells.counters.blocks}
    within = [block.split(" & ") for block in match[2].split("; ")]
    if sorted(name for block in within for name in block) != sorted(processes):
        raise UnreadableError(f"`{scope.name}` has bounds on other blocks than the model can have")
    blocks = [Processes.of(piece for name in block for piece in processes[name].ranges) for block in within]
    stated = sums(cells, blocks, side)
    if stated.bounds != scope.bounds:
        raise UnreadableError(f"`{scope.name}` has bounds on other blocks than the model can have")
    return side, stated
