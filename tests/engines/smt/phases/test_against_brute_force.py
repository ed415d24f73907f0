"""Phases against brute force: drawn threshold automata with falling guards, LTL of `F` and `G`, all sizes up to 4."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.engines.smt.open_models import is_confirmed
from tests.engines.smt.phases.drawn_systems import at_size, formula_of, phases, system_of
from tests.support.drawn import many
from tests.support.oracle_thresholds import (
    Automaton,
    Formula,
    Instance,
    drawn_automaton,
    drawn_formula,
    drawn_predicate,
    either,
    instances,
    negated,
    some_run,
)
from tests.system.systems import HERE
from vsym.logic.properties import Fairness
from vsym.reductions.evidence import require_system

SEEDS = range(many(15))


def drawn(seed: int) -> tuple[Automaton, Formula]:
    chance = random.Random(seed)
    automaton = drawn_automaton(chance)
    return automaton, drawn_formula(chance, automaton)


def test_verdicts_and_smallest_sizes_are_those_of_brute_force() -> None:
    counts = {"holds": 0, "violated": 0}
    for seed in SEEDS:
        automaton, formula = drawn(seed)
        system = system_of(automaton, formula)
        verdict = phases(system).verdict(system.properties[0])
        if isinstance(verdict, str):
            continue
        wrong = negated(formula)
        sizes = [(one.n, one.t) for one in instances(automaton) if some_run(one, wrong)]
        assert verdict.outcome == ("violated" if sizes else "holds"), seed
        counts[verdict.outcome] += 1
        if sizes:
            assert verdict.values is not None
            size = (verdict.values["n"], verdict.values["t"])
            assert size in (sizes[:1] if verdict.smallest else sizes), seed
        elif seed % 3 == 0:
            assert is_confirmed(verdict.proof), seed
    assert min(counts.values()) > many(3)


def test_paths_at_one_size_are_replayed() -> None:
    """Every third system also states fairness beside the formula."""
    shown = 0
    for seed in SEEDS:
        automaton, formula = drawn(seed)
        instance = Instance(automaton, 3, 1)
        system = system_of(automaton, formula)
        if seed % 3 == 0:
            fair = drawn_predicate(random.Random(seed), automaton)
            system = replace(system, fairness=(Fairness(formula_of(automaton, fair), "fair", HERE),))
            formula = either(("F", ("G", negated(fair))), formula)
        system = at_size(system, instance)
        [prop] = system.properties
        verdict = phases(system).verdict(prop)
        if isinstance(verdict, str):
            continue
        refuted = some_run(instance, negated(formula))
        assert verdict.outcome == ("violated" if refuted else "holds"), seed
        if refuted:
            assert verdict.path is not None
            require_system(system, prop, verdict, verdict.path)
            shown += 1
    assert shown > many(3)
