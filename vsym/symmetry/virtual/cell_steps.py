"""Steps by whom the model does not tell apart: one of them shows what all lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.basics.limits import UNLIMITED, Budget
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import RangeError, State, Step, line_steps
from vsym.symmetry.virtual.cells import cells


def distinct_steps(model: Model, state: State, budget: Budget = UNLIMITED) -> Iterator[Step]:
    """A step for each way in which processes of cells can take one; others lead to states of the same orbits."""
    for origin, line, movers, partners in budget.paced(lines_by_cell(model, model.transitions)):
        try:
            step = next(line_steps(model, state, origin, line, movers, partners), None)
        except RangeError:
            continue
        if step is not None:
            yield step


def lines_by_cell(
    model: Model,
    transitions: Iterable[LocalTransition],
    movers: Processes | None = None,
    partners: Processes | None = None,
) -> Iterator[tuple[LocalTransition, GuardedUpdate, Processes, Processes | None]]:
    """The guard lines of transitions for each cell of movers, and each of partners, which may be restricted."""
    alike = cells(model)
    for transition in transitions:
        for line in transition.lines:
            moving = line.processes if movers is None else line.processes & movers
            others = line.partners if partners is None or line.partners is None else line.partners & partners
            for cell in alike:
                if not moving & cell:
                    continue
                if others is None:
                    yield transition, line, moving & cell, None
                else:
                    yield from ((transition, line, moving & cell, others & other) for other in alike if others & other)
