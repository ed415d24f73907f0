"""Symmetries of systems drawn at random against the definition: none is wrong, and most are found."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from tests.support.drawn import chosen, many
from tests.support.oracle_symmetries import order, without_constants
from tests.symmetry.detected.drawn_systems import Drawn, drawn
from tests.symmetry.detected.judging import initial_states, keeps_fairness, least_domains, structure, wrong
from vsym.basics.limits import UNLIMITED
from vsym.symmetry.detected import event_graph, normalising
from vsym.symmetry.detected.detection import Detected, Detection


def _systems(usual: int) -> list[Drawn]:
    # The system of the very first seed takes as long as twenty others.
    every = (drawn(Random(seed)) for seed in range(1, 1 + many(usual)))
    return [one for one in every if initial_states(one.system)]


def _judged(one: Drawn) -> tuple[Detected, int]:
    """The symmetries detected in a system, checked against the definition, and the number of all its symmetries."""
    system, labels, kept, _ = one
    detection = Detection(system, UNLIMITED, labels)
    for least, domain in zip(least_domains(system), detection.domains, strict=True):
        assert domain >= set(least)
    detected = detection.detected(kept)
    assert detected.checked == "proved"
    fair = [constraint.formula for constraint in system.fairness]
    expected = structure(system, detection.domains, labels, kept)
    assert not wrong(detected, expected)
    assert keeps_fairness(system, detected)
    if len(fair) == 1:
        expected = structure(system, detection.domains, labels, [*kept, *fair])
    full = order(without_constants(expected))
    if len(fair) < 2:
        assert full % detected.order == 0
    return detected, full


def test_no_generator_is_wrong_and_most_groups_are_found_whole() -> None:
    judged = [_judged(one) for one in _systems(15) if len(one.system.fairness) < 2]
    several = [(detected.order, full) for detected, full in judged if full > 1]
    complete = sum(found == full for found, full in several)
    print(f"{complete} of {len(several)} groups of drawn systems are found whole")
    assert complete >= 0.8 * len(several) > 3


def test_fairness_constraints_are_taken_to_each_other() -> None:
    every = (drawn(Random(seed)) for seed in count(1))
    fair = (one for one in every if len(one.system.fairness) > 1 and initial_states(one.system))
    orders = [_judged(one)[0].order for one in islice(fair, 4)]
    assert max(orders) > 1


@pytest.mark.parametrize("entries", chosen([3], [normalising.ENTRIES, 3]))
def test_normal_forms_alone_find_a_subgroup(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    # No event is small, nor a formula; and with so few entries sums are no tables, but pin their values.
    monkeypatch.setattr(event_graph, "SMALL", 0)
    monkeypatch.setattr(normalising, "ENTRIES", entries)
    judged = [_judged(one) for one in _systems(5)]
    several = [(detected.order, full) for detected, full in judged if full > 1]
    complete = sum(found == full for found, full in several)
    print(f"{complete} of {len(several)} groups of drawn systems are found whole by normal forms")
    # Most are written in ways that only their transitions tell to be the same.
    assert any(detected.order > 1 for detected, _ in judged)
