"""Initial states: if there are any, and the local states that processes can be in there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.source import DiagnosticError
from vsym.logic.formula import TRUE, conjunction
from vsym.models.counting.counts import at_least_one, home_counts
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes

if TYPE_CHECKING:
    from vsym.basics.limits import Budget


def check_start(model: Model, budget: Budget) -> None:
    """Raises DiagnosticError where there is no initial state, and UndecidedError.

    For views of a model without a decision on its symmetry, which would also check this.
    """
    if home_counts(model)[1] == TRUE:
        return
    from vsym.arithmetic.environment import Environment
    from vsym.symmetry.virtual.claims import start_diagnostic

    with budget.interruption.heeded():
        unable = start_diagnostic(Environment(), model, budget)
    if unable is not None:
        raise DiagnosticError([unable])


def initial_local_states(model: Model, budget: Budget | None = None) -> frozenset[str]:
    """The local states of processes in initial states; a solver finds them where `init` does not list them.

    Raises UndecidedError where the budget does not suffice.
    """
    homes, rest = home_counts(model)
    settled = Processes.of(piece for home in homes for piece in home.processes.ranges)
    if model.initial == TRUE or (rest == TRUE and settled == model.processes):
        return frozenset(home.state for home in homes) or frozenset(model.states if model.size else ())

    from vsym.arithmetic.environment import Environment
    from vsym.basics.limits import Budget
    from vsym.symmetry.virtual.decision import possible

    budget = budget or Budget()
    with budget.interruption.heeded():
        some = possible(Environment(), model, TRUE, budget)
        starts = [conjunction([model.initial, at_least_one(state, model.processes)]) for state in model.states]
        return frozenset(state for state, start in zip(model.states, starts, strict=True) if some(start))
