"""Büchi automata that accept the paths on which a formula of LTL holds."""

from __future__ import annotations

from collections.abc import Callable

from vsym.basics.frozen import frozen
from vsym.logic.automaton_acceptance import on_states
from vsym.logic.automaton_edges import Cube, Rough, fewest
from vsym.logic.automaton_simplify import simplified
from vsym.logic.automaton_tableau import tableau
from vsym.logic.components import components
from vsym.logic.formula import Formula, conjunction, disjunction, negate
from vsym.logic.ltl_normal_form import normal_form


@frozen
class Automaton:
    """A generalized Büchi automaton over the states of a system.

    Its states are 0 … `states` − 1. An edge (source, target, guard) is taken at a state of the system that satisfies
    the guard, a predicate; the system's step and the automaton's go together. So a run on the path s₀ s₁ … begins in
    `initial`, and its k-th edge is guarded in sₖ. The run accepts iff it visits every set of `acceptance` infinitely
    often; with no such set, every infinite run accepts. Two edges never have both the same source and target.
    """

    states: int
    initial: int
    edges: tuple[tuple[int, int, Formula], ...]
    acceptance: tuple[frozenset[int], ...]


def _go_on() -> None:
    return None


def translate(formula: Formula, pause: Callable[[], None] = _go_on) -> Automaton:
    """An automaton that accepts a path iff the formula holds on it.

    From every state but the initial one there is an accepting run, as far as guards that are not each other's
    complements can all hold. Its size can be exponential in the formula's; `pause` is called now and then, and may
    raise to give up. Raises ValueError on a CTL operator.
    """
    normal = normal_form(formula)
    automaton = on_states(simplified(tableau(normal, pause), pause), pause)
    return _named(automaton, normal.predicates)


def recurrent(automaton: Automaton) -> tuple[frozenset[int], ...]:
    """The strongly connected components in which accepting runs end; all other states are visited finitely often."""
    component = components(((source, target) for source, target, _ in automaton.edges), automaton.states)
    inside = {component[source] for source, target, _ in automaton.edges if component[source] == component[target]}
    for accepting in automaton.acceptance:
        inside &= {component[state] for state in accepting}
    members: dict[int, list[int]] = {}
    for state, number in enumerate(component):
        members.setdefault(number, []).append(state)
    return tuple(frozenset(states) for number, states in members.items() if number in inside)


def _named(automaton: Rough, predicates: tuple[Formula, ...]) -> Automaton:
    guards: dict[tuple[int, int], list[Cube]] = {}
    for edge in automaton.edges:
        guards.setdefault((edge.source, edge.target), []).append(edge.guard)
    edges = tuple(
        (source, target, disjunction(_guard(cube, predicates) for cube in fewest(cubes)))
        for (source, target), cubes in sorted(guards.items())
    )
    acceptance = tuple(
        frozenset(state for state, colour in enumerate(automaton.colours) if mark in colour)
        for mark in range(automaton.marks)
    )
    return Automaton(automaton.states, 0, edges, acceptance)


def _guard(cube: Cube, predicates: tuple[Formula, ...]) -> Formula:
    return conjunction(
        negate(predicates[literal // 2]) if literal % 2 else predicates[literal // 2] for literal in sorted(cube)
    )
