"""Tests that detection keeps the domain, labels, fairness, formulas and errors, however a system is written down."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import assert_never

import pytest

from tests.support.drawn import chosen, many
from tests.symmetry.detected.drawn_systems import Drawn, drawn
from tests.symmetry.detected.finding import detected
from tests.symmetry.detected.judging import initial_states
from tests.system.systems import X, Y, at, fairness, ring, variable
from vsym.basics.limits import UNLIMITED, UndecidedError
from vsym.basics.options import RefusedError
from vsym.logic.folding import with_values
from vsym.logic.formula import TRUE, Formula, Temporal, compare, conjunction, disjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.symmetry.detected import detection as module
from vsym.symmetry.detected import event_graph, normalising
from vsym.symmetry.detected.detection import Detected, Detection, differing
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, Variable

EXCHANGE = Symmetry(((0, Image(1, ())), (1, Image(0, ()))))


def _flip(name: str) -> Event:
    return Event(f"flip {name}", f"flip {name}", TRUE, ((name, Linear(((Named(name), -1),), 1)),))


def _switches(initial: Formula = TRUE, domain: Formula = TRUE, *more: Event) -> System:
    return System("two", (variable("x", 0, 1), variable("y", 0, 1)), domain, initial, (_flip("x"), _flip("y"), *more))


def test_two_switches_are_exchanged_and_each_is_turned() -> None:
    assert detected(_switches(), UNLIMITED).order == 8
    assert detected(_switches(compare(X, "=", Y)), UNLIMITED).order == 4
    assert detected(_switches(at("x", "=", 0)), UNLIMITED).order == 2


def test_initial_states_satisfy_the_domain() -> None:
    # Nothing in the events tells x and y apart, but the initial states are those where x is not above y.
    def system(domain: Formula) -> System:
        events = (Event("up", "up", compare(X, "=", Y), ()),)
        return System("two", (variable("x", 0, 2), variable("y", 0, 2)), domain, TRUE, events)

    assert detected(system(compare(X, "<=", Y)), UNLIMITED).order < detected(system(TRUE), UNLIMITED).order == 12


def test_a_step_out_of_the_domains_is_none() -> None:
    # Three tokens go round: more than three are in no place, though the product of the domains has such states.
    assert detected(ring(3, 4), UNLIMITED).order == 1
    free = replace(ring(3, 4), initial=TRUE)
    assert detected(free, UNLIMITED).order == 4


def test_labels_are_kept() -> None:
    assert detected(_switches(), UNLIMITED, labels=(1, 1)).order == 8
    assert detected(_switches(), UNLIMITED, labels=(1, 2)).order == 4


def test_each_predicate_of_a_formula_is_kept_and_not_the_formula_alone() -> None:
    one, other = at("x", "=", 0), at("y", "=", 0)
    both = Temporal("AG", (conjunction([one, other]),))
    apart = conjunction([Temporal("AG", (one,)), Temporal("AG", (other,))])
    detection = Detection(_switches(), UNLIMITED)
    assert detection.detected([both]).order == 2
    assert detection.detected([apart]).order == 1
    assert detection.detected([Temporal("AG", (TRUE,))]).order == 8
    assert detection.detected([both]).order == 2


def test_fairness_constraints_may_be_exchanged() -> None:
    fair = replace(_switches(), fairness=fairness(at("x", "=", 0), at("y", "=", 0)))
    assert detected(fair, UNLIMITED).order == 2
    assert detected(replace(fair, fairness=fairness(at("x", "=", 0))), UNLIMITED).order == 2
    twice = replace(fair, fairness=fairness(at("x", "=", 0), at("x", "=", 1)))
    assert detected(twice, UNLIMITED).order == 4


def test_an_error_is_no_event_without_an_update() -> None:
    stays = Event("stays", "stays", at("x", "=", 0), ())
    other = Event("other", "other", at("y", "=", 0), ())
    assert detected(_switches(TRUE, TRUE, stays, other), UNLIMITED).order == 2
    assert detected(_switches(TRUE, TRUE, stays, replace(other, error="bad")), UNLIMITED).order == 1


def test_what_depends_on_nothing_together_is_found_though_each_event_does() -> None:
    to_one: tuple[tuple[str, Term], ...] = (("y", Linear((), 1)),)
    apart = [Event(f"{v}", f"{v}", conjunction([at("x", "=", v), at("y", "=", 0)]), to_one) for v in (0, 1)]
    once = Event("z", "z", at("z", "=", 0), (("z", Linear((), 1)),))
    variables = tuple(variable(name, 0, 1) for name in "xyz")
    system = System("three", variables, TRUE, conjunction([at("y", "=", 0), at("z", "=", 0)]), (*apart, once))
    # x is free, and y and z are alike.
    assert detected(system, UNLIMITED).order == 4


def test_a_case_is_read_where_the_guard_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Where z is 1, the guard says that x is not 0, so the assigned value is the other one of 1 and 2.
    monkeypatch.setattr(normalising, "ENTRIES", 256)
    inside = conjunction([disjunction([at("z", "=", 0), at("x", "!=", 0)]), at("w", "<=", 60)])
    turned = Case(((at("x", "=", 1), Linear((), 2)),), Linear((), 1))
    update: tuple[tuple[str, Term], ...] = (("x", Case(((at("z", "=", 1), turned),), X)),)
    variables = (variable("w", 0, 61), variable("x", 0, 2), variable("z", 0, 1))
    system = System("turned", variables, TRUE, at("w", "!=", 61), (Event("turn", "turn", inside, update),))
    assert Symmetry(((1, Image(1, ((1, 2), (2, 1)))),)) in detected(system, UNLIMITED).generators


@pytest.mark.parametrize(
    ("small", "entries"),
    [(event_graph.SMALL, normalising.ENTRIES), (0, 3), *chosen([], [(0, normalising.ENTRIES)])],
)
def test_it_does_not_depend_on_names_order_or_places(monkeypatch: pytest.MonkeyPatch, small: int, entries: int) -> None:
    monkeypatch.setattr(event_graph, "SMALL", small)
    monkeypatch.setattr(normalising, "ENTRIES", entries)
    orders = []
    # The first systems of all are the largest.
    for seed in range(3, 3 + many(2)):
        draw = Random(seed)
        one = drawn(draw)
        if initial_states(one.system):
            orders.append(detected(one.system, UNLIMITED, one.labels, one.kept).order)
            assert _shuffled(draw, one).order == orders[-1]
    assert max(orders) > 1


def _shuffled(draw: Random, one: Drawn) -> Detected:
    """The symmetries detected in a system with other names, and with its variables and events in another order."""
    system, labels, kept, _ = one
    events = list(zip(system.events, labels or (0,) * len(system.events), strict=True))
    draw.shuffle(events)
    places = draw.sample(range(len(system.variables)), len(system.variables))
    names = {system.variables[place].name: f"v{number}" for number, place in enumerate(places)}
    terms = {name: linear([(Named(other), 1)]) for name, other in names.items()}

    def renamed(term: Term) -> Term:
        match term:
            case Linear(parts, constant):
                return linear(((Named(names[atom.name]), c) for atom, c in parts if isinstance(atom, Named)), constant)
            case Case(branches, otherwise):
                return Case(tuple((with_values(f, terms), renamed(t)) for f, t in branches), renamed(otherwise))
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                return type(term)(renamed(inner), divisor)
        assert_never(term)

    changed = replace(
        system,
        variables=tuple(replace(system.variables[place], name=f"v{number}") for number, place in enumerate(places)),
        initial=with_values(system.initial, terms),
        events=tuple(
            replace(
                event,
                guard=with_values(event.guard, terms),
                update=tuple((names[name], renamed(term)) for name, term in event.update),
            )
            for event, _ in events
        ),
        fairness=tuple(replace(each, formula=with_values(each.formula, terms)) for each in system.fairness),
    )
    numbers = [label for _, label in events] if labels else ()
    return detected(changed, UNLIMITED, numbers, [with_values(formula, terms) for formula in kept])


def test_a_wrong_candidate_is_caught_by_running_it() -> None:
    free = _switches()
    domains = Detection(free, UNLIMITED).domains
    assert differing(free, domains, [EXCHANGE], (0, 0), 64) is None
    assert differing(free, domains, [EXCHANGE], (0, 1), 64) is not None
    started = _switches(at("x", "=", 0))
    wrong = differing(started, domains, [Symmetry(()), EXCHANGE], (0, 0), 64)
    assert wrong is not None
    assert wrong[0] == EXCHANGE


def test_it_is_caught_in_states_that_drawing_does_not_meet() -> None:
    # No state that is drawn satisfies the domain, but the path from the initial state does.
    around = ring(3, 12)
    domains = (frozenset(range(4)),) * 12
    turned = Symmetry(tuple((place, Image((place + 1) % 12, ())) for place in range(12)))
    assert differing(around, domains, [turned], (0,) * 12, 64) is not None
    assert differing(replace(around, initial=TRUE), domains, [turned], (0,) * 12, 64) is None


def test_what_cannot_be_looked_at_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UndecidedError, match="no initial state"):
        detected(_switches(conjunction([at("x", "=", 0), at("x", "=", 1)])), UNLIMITED)
    monkeypatch.setattr(module, "MOST_LITERALS", 3)
    with pytest.raises(UndecidedError, match="at most 3 literals, and the system has 4"):
        detected(_switches(), UNLIMITED)
    open_size = Variable("x", Linear(), linear([(Named("n"), 1)]))
    with pytest.raises(RefusedError, match="`n`"):
        detected(replace(_switches(), variables=(open_size, variable("y", 0, 1)), parameters=("n",)), UNLIMITED)
