"""A system whose variables have the ranges of the values that they can take, by flow from its initial states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, compare, conjunction
from vsym.logic.terms import Linear, linear
from vsym.reductions.programs.closing import closed
from vsym.symmetry.detected.domains import Domains, flow
from vsym.symmetry.detected.simplifying import decided, simplified
from vsym.system.shapes import Shapes
from vsym.system.symmetry import Symmetry
from vsym.system.system import System, Variable


def narrowed(system: System, budget: Budget, images: Sequence[Symmetry] = ()) -> System:
    """The same system as far as it is reachable: what its variables' values decide is decided.

    With permutations that need not keep its initial states, it is the same also where these take what is reached. Its
    events keep their numbers. Where no initial state is possible it stays as it is, and so it does where it is not seen
    which values permutations lead to. Raises LimitReachedError.
    """
    begun = closed(system, images) if images else system
    shapes = Shapes(system)
    placed = shapes.all()
    domains = flow(begun, placed, budget)
    known = tuple(domains[variable.atom] for variable in system.variables)
    if not all(known) or not all(one.permutes(known) for one in images):
        return system
    fewer, _ = simplified(system, domains, shapes, placed)

    def within(formula: Formula) -> Formula:
        return decided(formula, domains)

    return replace(
        fewer,
        variables=tuple(_variable(variable, domains) for variable in system.variables),
        domain=conjunction(part for variable in system.variables for part in _gaps(variable, domains)),
        properties=tuple(prop.rewritten(within) for prop in system.properties),
        fairness=tuple(replace(one, formula=within(one.formula)) for one in system.fairness),
        deadlock=None if system.deadlock is None else within(system.deadlock),
    )


def _variable(variable: Variable, domains: Domains) -> Variable:
    values = domains[variable.atom]
    return replace(variable, low=Linear((), min(values)), high=Linear((), max(values)))


def _gaps(variable: Variable, domains: Domains) -> Iterator[Formula]:
    """That a variable does not have the values between its least and its greatest that it never takes."""
    values = domains[variable.atom]
    term = linear([(variable.atom, 1)])
    for missing in sorted({*range(min(values), max(values))} - values):
        yield compare(term, "!=", Linear((), missing))
