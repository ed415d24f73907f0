"""Invariants of pairs of variables, true in all reachable states: symmetries need not keep states that violate them."""

from __future__ import annotations

from random import Random

from tests.support.drawn import many
from tests.symmetry.detected.finding import detected
from tests.symmetry.detected.judging import initial_states
from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import TRUE, And, Formula, Or, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.invariants import implications
from vsym.system.step import Vector, holds, steps
from vsym.system.system import Event, System

START = conjunction([at("x", "=", 0), at("y", "=", 0)])


def _event(guard: Formula, **update: int) -> Event:
    return Event("e", "e", guard, tuple((name, Linear((), value)) for name, value in update.items()))


def _system(*events: Event) -> System:
    return System("pair", (variable("x", 0, 2), variable("y", 0, 2)), TRUE, START, events)


def _implied(*events: Event) -> set[Formula]:
    detection = Detection(_system(*events), UNLIMITED)
    return set(implications(detection.system, detection.domains, [0, 1], UNLIMITED))


def test_what_becomes_defined_together_is_undefined_together() -> None:
    x_then_y = Or((at("x", ">=", 1), at("y", "<=", 0)))
    y_then_x = Or((at("y", ">=", 1), at("x", "<=", 0)))
    both = _event(at("x", "=", 0), x=1, y=2)
    assert _implied(both) == {x_then_y, y_then_x}
    # Where x is not 0, neither is y: that is known of the state before only because it is kept.
    assert _implied(both, _event(at("x", ">=", 1), y=1)) == {x_then_y, y_then_x}
    assert _implied(both, _event(at("x", ">=", 1), y=0)) == {x_then_y}
    assert _implied(both, _event(TRUE, y=1)) == {y_then_x}
    assert _implied(both, _event(TRUE, y=1), _event(TRUE, x=1)) == set()


def test_what_an_event_does_not_write_or_copies_stays_as_it_was() -> None:
    """If x is not 0, neither is y, which keeps its value; z has nothing to do with them."""
    variables = tuple(variable(name, 0, 2) for name in "xyz")
    start = conjunction([START, at("z", "=", 0)])
    copied = Event("e", "e", at("x", ">=", 1), (("y", linear([(Named("y"), 1)])),))
    events = (_event(at("x", "=", 0), x=1, y=2), copied, _event(TRUE, z=1), _event(TRUE, z=0))
    detection = Detection(System("triple", variables, TRUE, start, events), UNLIMITED)
    found = set(implications(detection.system, detection.domains, range(3), UNLIMITED))
    assert found == {Or((at(one, ">=", 1), at(other, "<=", 0))) for one, other in ("xy", "yx")}


def test_it_is_true_in_all_reachable_states() -> None:
    seen = 0
    for seed in range(many(120)):
        system = _drawn(Random(seed))
        detection = Detection(system, UNLIMITED)
        known = implications(detection.system, detection.domains, range(3), UNLIMITED)
        for state in _reached(system):
            assert all(holds(system, formula, state) for formula in known)
            seen += bool(known)
    assert seen > 60


def _drawn(draw: Random) -> System:
    """Three variables that copy each other and numbers."""
    names = "xyz"

    def event() -> Event:
        tests = [
            at(name, draw.choice(("=", "!=")), draw.randrange(3)) for name in draw.sample(names, draw.randint(1, 2))
        ]
        written = draw.sample(names, draw.randint(1, 3))
        terms = [
            draw.choice([Linear((), draw.randrange(3)), linear([(Named(draw.choice(names)), 1)])]) for _ in written
        ]
        return Event("e", "e", draw.choice((And, Or))(tuple(tests)), tuple(zip(written, terms, strict=True)))

    initial = conjunction(at(name, "=", draw.randrange(2)) for name in names)
    variables = tuple(variable(name, 0, 2) for name in names)
    return System("drawn", variables, TRUE, initial, tuple(event() for _ in range(draw.randint(2, 4))))


def _reached(system: System) -> list[Vector]:
    reached = dict.fromkeys(initial_states(system))
    waiting = [*reached]
    while waiting:
        for _, then in steps(system, waiting.pop()):
            if then not in reached:
                reached[then] = None
                waiting.append(then)
    return [*reached]


def test_what_is_never_true_is_kept_by_all() -> None:
    none, both = (conjunction(at(name, "=", value) for name in "xy") for value in (0, 1))
    system = _system(_event(none, x=1, y=1), _event(both, x=0, y=0))
    never = And((at("x", "=", 0), at("y", "=", 1)))
    assert detected(system, UNLIMITED).order == 2
    assert detected(system, UNLIMITED, kept=[never]).order == 2
    assert detected(system, UNLIMITED, kept=[at("x", "=", 0)]).order == 1
    sooner = _system(
        _event(none, x=1, y=1), _event(both, x=0, y=0), _event(at("x", "=", 0), y=1), _event(at("y", "=", 0), x=1)
    )
    assert detected(sooner, UNLIMITED).order == 2
    assert detected(sooner, UNLIMITED, kept=[never]).order == 1
