"""Values that no step leaves: virtual symmetry speaks of states with values of some domains, and of all their steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import FALSE
from vsym.symmetry.detected.domains import Domains, may_write, support
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.questions import SolverQuestion
from vsym.system.symmetry import IDENTITY
from vsym.system.system import Event, System


def require_closed(system: System, domains: Sequence[Values], budget: Budget) -> None:
    """Raise UndecidedError unless it is proved that each step from values of some domains leads to such values.

    Most events are seen not to leave them; a solver is asked about the others.
    """
    by_atom: Domains = {one.atom: values for one, values in zip(system.variables, domains, strict=True)}
    for event in budget.paced(_leaving(system, by_atom), every=1):
        cells = [system.positions[atom] for atom in support(event)]
        if not SolverQuestion(system, domains, IDENTITY, sorted({*cells}), budget).stays(event):
            raise UndecidedError(f"a step of {event.label} leaves the values that symmetry is about")


def _leaving(system: System, domains: Domains) -> Iterator[Event]:
    """The events that are not seen to lead to values of the domains."""
    for event in system.events:
        if event.error is None and event.guard != FALSE:
            written = may_write(system, event, domains)
            if any(not values <= domains[system.variables[cell].atom] for cell, values in written):
                yield event
