"""A model for all sizes at once: from a model with open parameters to what holds whatever their values."""

from __future__ import annotations

from dataclasses import dataclass

from pysmt.environment import Environment

from vsym.gsst import OpenModel
from vsym.options import RefusedError
from vsym.pipeline import decide
from vsym.presburger.solver import Budget
from vsym.symmetry.decide import Decided, Notify
from vsym.symmetry.instances import Instance, smallest_instances
from vsym.symmetry.lemmas import domain_of
from vsym.symmetry.virtual import possible


@dataclass(frozen=True)
class Identified:
    """What is symmetric at every size; of each relation that is not, the smallest instance that shows it."""

    opened: OpenModel
    decided: Decided
    instances: tuple[Instance | None, ...]


def identify(opened: OpenModel, budget: Budget, notify: Notify) -> Identified:
    """Identification with the sizes as variables (theory, section 1).

    Raises what `pipeline.decide` raises, and RefusedError where the open parameters cannot have any values.
    """
    with budget.interruption.heeded():
        _check_domain(opened, budget)
    decided = decide(opened.model, budget, notify)
    with budget.interruption.heeded():
        instances = smallest_instances(opened.model, decided.decisions, opened.instance, budget)
    return Identified(opened, decided, instances)


def _check_domain(opened: OpenModel, budget: Budget) -> None:
    model = opened.model
    domain = domain_of(model)
    if model.sizes is not None and not possible(Environment(), model, domain, budget)(domain):
        names = ", ".join(f"`{name}`" for name in model.sizes.parameters)
        raise RefusedError(f"--for-all: the domains of {names} leave them no values")
