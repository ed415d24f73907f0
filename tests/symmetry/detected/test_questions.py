"""Questions, keys of images and proofs against all valuations: trying, the solver and keys say the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from random import Random

import pytest

from tests.support.drawn import many
from tests.support.oracle_symmetries import Vector
from tests.symmetry.detected.drawn_systems import drawn, permutation
from tests.system.systems import at, shifted, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import FALSE, TRUE, conjunction
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected import questions
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.images import Images, Memberships, NoKeyError
from vsym.symmetry.detected.proving import Finding
from vsym.symmetry.detected.questions import Questions
from vsym.system.event_classes import Placed, Shapes
from vsym.system.step import after, holds, is_enabled
from vsym.system.symmetry import IDENTITY, Image, Symmetry
from vsym.system.system import Event, Remainder, System

TWO = Linear((), 2)
EXCHANGE = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))


def _cases(most: int) -> Iterator[tuple[System, list[frozenset[int]], Symmetry]]:
    """Systems, each with its domains and with a permutation of its literals: the one that it was made with, or any."""
    for seed in range(many(most)):
        draw = Random(seed)
        system, _, _, hidden = drawn(draw)
        candidate = hidden or permutation(draw, system.variables)
        domains = [frozenset(range(low, high + 1)) for low, high in system.ranges]
        if all(len(domains[cell]) == len(domains[image.target]) for cell, image in candidate.moved):
            yield system, domains, candidate


def _does(system: System, number: int, state: Vector) -> Hashable:
    if not is_enabled(system, number, state):
        return None
    return "error" if system.events[number].error is not None else after(system, number, state)


def _is_image(system: System, states: list[Vector], candidate: Symmetry, one: int, other: int) -> bool:
    """The definition."""
    for state in states:
        then = _does(system, one, state)
        image = candidate.state(then) if isinstance(then, tuple) else then
        if _does(system, other, candidate.state(state)) != image:
            return False
    return True


@pytest.mark.parametrize(("tried", "sampled"), [(questions.TRIED, questions.SAMPLE), (questions.TRIED, 2), (0, 0)])
def test_trying_and_the_solver_say_what_all_valuations_say(
    monkeypatch: pytest.MonkeyPatch, tried: int, sampled: int
) -> None:
    monkeypatch.setattr(questions, "TRIED", tried)
    monkeypatch.setattr(questions, "SAMPLE", sampled)
    seen = {True: 0, False: 0}
    for system, domains, candidate in _cases(2):
        asked = Questions(system, _placed(system, domains), domains, UNLIMITED)
        states = list(product(*map(sorted, domains)))
        for one, event in enumerate(system.events[:4]):
            for other, image in enumerate(system.events[:4]):
                if (event.error is None) == (image.error is None):
                    expected = _is_image(system, states, candidate, one, other)
                    assert asked.is_image(candidate, one, other) == expected
                    seen[expected] += 1
                guards = event.guard, image.guard
                same = all(holds(system, guards[0], s) == holds(system, guards[1], candidate.state(s)) for s in states)
                assert asked.is_same(candidate, *guards) == same
    assert min(seen.values()) > 3


@pytest.mark.parametrize("tried", [questions.TRIED, 0])
def test_a_step_to_a_value_that_a_domain_leaves_out_is_none(monkeypatch: pytest.MonkeyPatch, tried: int) -> None:
    monkeypatch.setattr(questions, "TRIED", tried)
    monkeypatch.setattr(questions, "SAMPLE", tried)
    system = _two(_up("x", 0), Event("never", "never", FALSE, ()), Event("on", "on", at("x", "=", 0), (("x", TWO),)))
    domains = [frozenset({0, 2, 3}), frozenset({0})]
    asked = Questions(system, _placed(system, domains), domains, UNLIMITED)
    assert asked.is_image(IDENTITY, 0, 1)
    assert not asked.is_image(IDENTITY, 2, 1)


def _placed(system: System, domains: Sequence[Values]) -> tuple[Placed, ...]:
    shapes = Shapes(system)
    values: dict[Atom, Values] = {one.atom: domain for one, domain in zip(system.variables, domains, strict=True)}
    return tuple(shapes.with_values(one, values) for one in shapes.all())


def test_equal_keys_are_equal_meanings() -> None:
    seen = 0
    for system, domains, candidate in _cases(12):
        memberships = Memberships(system, domains)
        plain, images = Images(memberships, IDENTITY), Images(memberships, candidate)
        states = list(product(*map(sorted, domains)))
        keys = [_key(plain, event) for event in system.events]
        for one, event in enumerate(system.events):
            key = _key(images, event)
            for other, known in enumerate(keys):
                if key is not None and key == known:
                    assert _is_image(system, states, candidate, one, other)
                    seen += 1
    assert seen > 10


def _key(images: Images, event: Event) -> Hashable:
    try:
        return images.event(event)
    except NoKeyError:
        return None


def _two(*events: Event, high: int = 3) -> System:
    start = conjunction([at("x", "=", 0), at("y", "=", 0)])
    return System("two", (variable("x", 0, high), variable("y", 0, high)), TRUE, start, events)


def _up(name: str, at_most: int) -> Event:
    return Event(f"up {name}", f"up {name}", at(name, "<=", at_most), ((name, shifted(name, 1)),))


@pytest.mark.parametrize("high", [3, 300])
def test_a_wrong_candidate_is_refuted_with_the_event(high: int) -> None:
    right = Detection(_two(_up("x", high - 1), _up("y", high - 1), high=high), UNLIMITED)
    assert right.prover.finding(EXCHANGE) == Finding("proved")
    reset = Event("reset", "reset", at("y", "=", high), (("y", Linear()),))
    wrong = Detection(_two(_up("x", high - 1), _up("y", high - 1), reset, high=high), UNLIMITED)
    assert wrong.prover.finding(EXCHANGE) == Finding("refuted", 2)


def test_an_event_that_is_an_error_has_none_as_its_image_that_is_not() -> None:
    error = Event("bad", "bad", at("x", "=", 3), (), error="bad")
    rest = Event("rest", "rest", at("y", "=", 3), ())
    detection = Detection(_two(_up("x", 2), _up("y", 2), error, rest), UNLIMITED)
    assert detection.prover.finding(EXCHANGE).outcome == "refuted"


def test_initial_states_are_kept_or_the_candidate_is_refuted() -> None:
    free = System("two", (variable("x", 0, 3), variable("y", 0, 3)), TRUE, at("x", "=", 0), (_up("x", 2), _up("y", 2)))
    assert Detection(free, UNLIMITED).prover.finding(EXCHANGE) == Finding("refuted")


def test_a_candidate_is_a_permutation_of_literals() -> None:
    detection = Detection(_two(_up("x", 2), _up("y", 1)), UNLIMITED)
    with pytest.raises(ValueError, match="not a permutation"):
        detection.prover.finding(EXCHANGE)
    with pytest.raises(ValueError, match="not a permutation"):
        detection.prover.finding(Symmetry(((0, Image(1, ())),)))


def test_it_is_open_where_the_solver_gives_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = [Event(name, name, TRUE, ((name, Remainder(shifted(name, 1), 301)),)) for name in "xy"]
    reflected = Symmetry(tuple((cell, Image(1 - cell, ((7, 8), (8, 7)))) for cell in (0, 1)))
    detection = Detection(_two(*counting, high=300), UNLIMITED)
    monkeypatch.setattr(questions, "TRIED", 0)
    monkeypatch.setattr(questions, "SAMPLE", 0)
    assert detection.prover.finding(reflected) == Finding("refuted", 0)
    monkeypatch.setattr(questions, "SECONDS", 0.0)
    assert detection.prover.finding(reflected) == Finding("open", 0)
