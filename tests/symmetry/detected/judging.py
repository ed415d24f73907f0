"""Detected symmetries checked against the definition: permutations of literals that keep starts and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from tests.support.oracle_symmetries import Structure, Symmetry, Vector, closed_box, is_symmetry
from vsym.logic.formula import Formula
from vsym.symmetry.detected.detection import Detected, predicates
from vsym.system.step import OutsideRangeError, after, holds, is_enabled, is_initial
from vsym.system.symmetry import Symmetry as Candidate
from vsym.system.system import System


def initial_states(system: System) -> list[Vector]:
    """The states that the system may start in."""
    return [
        state for state in product(*(range(low, high + 1) for low, high in system.ranges)) if is_initial(system, state)
    ]


def successors(system: System, numbers: Sequence[int]) -> Callable[[Vector], Iterator[Vector | None]]:
    """The states to which some events lead from a state, None for an error. Steps that leave a range are left out:
    they begin only in vectors that are no states."""

    def of(state: Vector) -> Iterator[Vector | None]:
        for number in numbers:
            if is_enabled(system, number, state):
                if system.events[number].error is not None:
                    yield None
                else:
                    try:
                        yield after(system, number, state)
                    except OutsideRangeError:
                        continue

    return of


def least_domains(system: System) -> tuple[tuple[int, ...], ...]:
    """The least domains with all initial states that no step leaves."""
    return closed_box(initial_states(system), successors(system, range(len(system.events))))


def structure(
    system: System, domains: Sequence[frozenset[int]], labels: Sequence[int] = (), kept: Sequence[Formula] = ()
) -> Structure:
    """The sets and relations that symmetries of a system have to keep, on all states with values of some domains."""
    columns = tuple(tuple(sorted(domain)) for domain in domains)
    states = list(product(*columns))
    inside = set(states)
    sets = [frozenset(initial_states(system))]
    sets += [
        frozenset(state for state in states if holds(system, one, state)) for whole in kept for one in predicates(whole)
    ]
    relations = []
    labels = labels or (0,) * len(system.events)
    for label in sorted(set(labels)):
        of = successors(system, [number for number, other in enumerate(labels) if other == label])
        relations.append(frozenset((s, t) for s in states for t in of(s) if t is None or t in inside))
    return Structure(columns, tuple(sets), tuple(relations))


def symmetry(candidate: Candidate, domains: Sequence[Sequence[int]]) -> Symmetry:
    """A symmetry as the oracle has them."""
    return Symmetry(
        tuple(candidate.cell(cell) for cell in range(len(domains))),
        tuple({value: candidate.value(cell, value) for value in domain} for cell, domain in enumerate(domains)),
    )


def wrong(detected: Detected, expected: Structure) -> list[Symmetry]:
    """The generators that are no symmetries by the definition."""
    generators = [symmetry(one, expected.domains) for one in detected.generators]
    return [one for one in generators if not is_symmetry(expected, one)]


def keeps_fairness(system: System, detected: Detected) -> bool:
    """Tells if each generator takes the fairness constraints, as sets of states, to each other."""
    states = list(product(*detected.literals.values))
    fair = {frozenset(s for s in states if holds(system, one.formula, s)) for one in system.fairness}
    generators = [symmetry(one, detected.literals.values) for one in detected.generators]
    return all({frozenset(map(one.image, states)) for states in fair} == fair for one in generators)
