"""Sets of states that no step leaves: those with values of some domains in which predicates hold (theory, section 11,
Theorem 27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, TRUE, Formula, atoms, conjunction, conjuncts
from vsym.logic.terms import Linear
from vsym.symmetry.detected.domains import Domains, may_write, support
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.questions import SolverQuestion
from vsym.system.symmetry import IDENTITY
from vsym.system.system import Event, System


def require_closed(system: System, domains: Sequence[Values], budget: Budget, inside: Formula = TRUE) -> None:
    """Raise UndecidedError unless it is proved that each step from values of some domains, where a predicate holds,
    leads to such values, and to where the predicate holds.

    Simple checks show this of most events; a solver decides the others.
    """
    by_atom: Domains = {one.atom: values for one, values in zip(system.variables, domains, strict=True)}
    for event in budget.paced(_steps(system), every=1):
        if _stays_in(system, event, by_atom) and _keeps(system, event, inside):
            continue
        if not _question(system, domains, event, inside, budget).stays(event, inside, inside):
            raise UndecidedError(f"a step of {event.label} leaves the values that symmetry is about")


def inductive(
    system: System, domains: Sequence[Values], given: Formula, predicates: Sequence[Formula], budget: Budget
) -> tuple[int, ...]:
    """The numbers of the predicates that hold in all initial states and that each step keeps from where all of these
    and a `given` one hold, which steps keep: as many as can be. Raises UndecidedError."""
    left = [number for number, one in enumerate(predicates) if _begins(system, domains, given, one, budget)]
    changed = True
    while changed:
        inside = conjunction((given, *(predicates[number] for number in left)))
        kept = [number for number in left if _is_kept(system, domains, inside, predicates[number], budget)]
        changed, left = kept != left, kept
    return tuple(left)


def _is_kept(system: System, domains: Sequence[Values], inside: Formula, predicate: Formula, budget: Budget) -> bool:
    return all(
        _keeps(system, event, predicate)
        or _question(system, domains, event, inside, budget).stays(event, inside, predicate)
        for event in budget.paced(_steps(system), every=1)
    )


def _begins(system: System, domains: Sequence[Values], given: Formula, predicate: Formula, budget: Budget) -> bool:
    """True for a predicate that holds in all initial states."""
    start = Event(name="start", label="start", guard=system.initial, update=())
    return _question(system, domains, start, conjunction((given, predicate)), budget).stays(start, given, predicate)


def _steps(system: System) -> Iterator[Event]:
    return (event for event in system.events if event.error is None and event.guard != FALSE)


def _question(
    system: System, domains: Sequence[Values], event: Event, inside: Formula, budget: Budget
) -> SolverQuestion:
    cells = {system.positions[atom] for atom in (*support(event), *atoms(inside))}
    written = {system.places[name] for name, _ in event.update}
    return SolverQuestion(system, domains, IDENTITY, sorted(cells | written), budget)


def _stays_in(system: System, event: Event, domains: Domains) -> bool:
    """True where the values that an event may write show that it leads to values of the domains."""
    return all(values <= domains[system.variables[cell].atom] for cell, values in may_write(system, event, domains))


def _keeps(system: System, event: Event, predicate: Formula) -> bool:
    """True where substitution shows that each part of a predicate holds after a step exactly where it held before."""
    updates = {name: term for name, term in event.update if isinstance(term, Linear)}
    changed = {system.variables[system.places[name]].atom for name, _ in event.update}
    concerned = [part for part in conjuncts(predicate) if not changed.isdisjoint(atoms(part))]
    same = len(updates) == len(event.update)
    return not concerned or (same and all(with_values(part, updates) == part for part in concerned))
