"""The reduction of LTL of threshold automata to reachability (theory, section 12) on drawn automata, by listing
states."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support import oracle_ltl
from tests.support.drawn import many
from tests.support.oracle_thresholds import (
    Atom,
    Instance,
    NoShapeError,
    drawn_automaton,
    drawn_formula,
    instances,
    negated,
    shapes,
    some_path,
    some_run,
)

DRAWN = 150


def test_the_shapes_of_a_formula_are_its_runs_at_all_small_sizes() -> None:
    held, events = 0, 0
    for seed in range(many(DRAWN)):
        chance = random.Random(seed)
        automaton = drawn_automaton(chance)
        wrong = negated(drawn_formula(chance, automaton))
        try:
            several = shapes(automaton, wrong)
        except NoShapeError:
            continue
        events += any(shape.events for shape in several)
        for instance in instances(automaton):
            refuted = some_run(instance, wrong)
            held += not refuted
            assert refuted == any(some_path(instance, shape) for shape in several), (seed, instance.n, instance.t)
    assert held > many(DRAWN)
    assert events > many(DRAWN) // 10


@pytest.mark.parametrize("seed", range(many(6)))
def test_progression_says_what_the_tableau_says(seed: int) -> None:
    chance = random.Random(seed)
    automaton = drawn_automaton(chance)
    formula = drawn_formula(chance, automaton)
    for instance in instances(automaton, 2):
        graph = explicit(instance, formula)
        holds = oracle_ltl.ltl_holds(graph, set(instance.starts()), tableau(formula))
        assert some_run(instance, negated(formula)) == (not holds)


def explicit(instance: Instance, formula: object) -> oracle_ltl.Graph[tuple[int, ...]]:
    """The graph of the reachable states."""
    successors: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
    waiting = list(instance.starts())
    while waiting:
        state = waiting.pop()
        if state not in successors:
            stays = {state} if instance.stays(state) else set()
            successors[state] = frozenset(instance.successors(state) | stays)
            waiting += successors[state]
    names = [name for name in oracle_ltl.atoms(tableau(formula)) if isinstance(name, Atom)]
    letters = {state: frozenset(name for name in names if instance.true(name, state)) for state in successors}
    return oracle_ltl.Graph(successors, letters)


def tableau(formula: Any) -> oracle_ltl.Formula:
    """The formula as the tableau takes it."""
    true = oracle_ltl.Connective("or", oracle_ltl.Atom("no"), oracle_ltl.Not(oracle_ltl.Atom("no")))
    match formula:
        case bool():
            return true if formula else oracle_ltl.Not(true)
        case ("not", inner):
            return oracle_ltl.Not(tableau(inner))
        case ("and" | "or" as word, parts):
            first, *others = map(tableau, parts)
            for other in others:
                first = oracle_ltl.Connective(word, first, other)
            return first
        case ("F" | "G" as word, inner):
            return oracle_ltl.Tense(word, (tableau(inner),))
    return oracle_ltl.Atom(formula)
