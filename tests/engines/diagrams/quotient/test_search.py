"""Refutations by a part of the states: some endless path through it refutes the property, as brute force confirms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.diagrams.plain import as_states
from tests.engines.diagrams.quotient.drawn import SYMMETRIES, symmetric_system
from tests.support.drawn import chosen, many
from tests.system.judging import Structure, check_path, check_shows, holds, structure
from tests.system.systems import asked, at, shifted, variable
from vsym.basics.limits import Budget
from vsym.basics.options import StrategyName
from vsym.diagrams.symmetry.action import Action
from vsym.diagrams.symmetry.product import Generated
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.orbits import exploring, orbits
from vsym.engines.diagrams.quotient.search import can_be_refuted, fragment, judged
from vsym.engines.diagrams.quotient.stepping import OrbitSteps, Transport
from vsym.engines.diagrams.quotient.strategies import Explored, strategy_of
from vsym.engines.diagrams.quotient.symmetries import Settings, Symmetries
from vsym.engines.diagrams.quotient.verifying import verify
from vsym.logic.formula import TRUE, Formula, Temporal, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.system.report import Silence
from vsym.system.result import SystemPath, Verdict
from vsym.system.step import Vector, after
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import Event, System


def endless_part(whole: Structure, states: Collection[Vector]) -> Structure:
    """The structure on the given states that begin an endless path through given states; a deadlock begins one."""
    kept = set(states)
    while True:
        fewer = {one for one in kept if not whole.steps[one] or any(target in kept for _, target in whole.steps[one])}
        if fewer == kept:
            break
        kept = fewer
    steps = {one: tuple(step for step in whole.steps[one] if step[1] in kept) for one in whole.steps if one in kept}
    return Structure(whole.system, tuple(one for one in whole.initial if one in kept), steps)


def questions(whole: Structure, states: Collection[Vector]) -> list[Property]:
    """Properties to judge on some states: those of the system that a path can refute, and two saying that paths that
    cannot stay for ever leave. Both hold, and a path that merely ends where the search stops must not refute them."""
    system = whole.system

    def one_of(some: Iterable[Vector]) -> Formula:
        cells = ([at(v.name, "=", value) for v, value in zip(system.variables, one, strict=True)] for one in some)
        return disjunction(map(conjunction, cells))

    leaving, outside = one_of(set(states) - endless_part(whole, states).steps.keys()), negate(one_of(states))
    own = [one for one in system.properties if can_be_refuted(one) and len(str(one.formula)) < 1_000]
    all_leave = Temporal("AG", (disjunction([negate(leaving), Temporal("AF", (outside,))]),))
    leave = Temporal("G", (disjunction([negate(leaving), Temporal("F", (outside,))]),))
    return [*own, asked("ctl", all_leave, "all leave"), asked("ltl", leave, "leave")]


def check(whole: Structure, states: Collection[Vector], found: Sequence[tuple[Property, Verdict]]) -> set[str]:
    """Each property is refuted where an endless path through the states does it, and only if it is violated, which a
    path of the whole shows; the names of those that are."""
    part = endless_part(whole, states)
    for prop, verdict in found:
        assert verdict.outcome == "violated" or holds(part, prop), prop
        if verdict.outcome == "violated":
            assert not holds(whole, prop), prop
            assert verdict.path is not None
            check_path(whole, verdict.path)
            check_shows(whole, prop, verdict.path)
    return {prop.name for prop, verdict in found if verdict.outcome == "violated"}


def test_real_states_refute_what_their_paths_do() -> None:
    cut = 0
    # Of these, at least one search is cut where its states refute something.
    for seed in chosen((4, 7, 10, 12), range(many(15))):
        draw = Random(seed)
        system = symmetric_system(draw, fair=True)
        whole = structure(system)
        if len(whole.initial) == len(whole.steps):
            continue
        states = [*whole.steps][: draw.randint(len(whole.initial), len(whole.steps) - 1)]
        encoding = Encoding(system)
        known = fragment(encoding, as_states(encoding.space, map(encoding.values, states)))
        cut += bool(check(whole, states, [(one, judged(known, one)) for one in questions(whole, states)]))
    assert cut, cut


def runners(draw: Random) -> System:
    """A few members that go forward, to the end or for ever round: few steps alone come back to no state."""
    names = [f"m{number}" for number in range(draw.randint(2, 3))]
    far, events = draw.randint(2, 3), list[Event]()
    for name in names:
        events.append(Event(f"{name} on", "on", at(name, "<", far), ((name, shifted(name, 1)),)))
    if draw.random() < 0.5:
        events += (Event(f"{name} back", "back", at(name, "=", far), ((name, shifted(name, -far)),)) for name in names)
    variables = tuple(variable(name, 0, far) for name in names)
    start = conjunction([at(name, "=", 0) for name in names])
    system = System("runners", variables, TRUE, start, tuple(events))
    SYMMETRIES[system] = swaps(len(names))
    return system


def swaps(members: int) -> tuple[Symmetry, ...]:
    """The exchanges of members that follow each other, with one variable each."""
    return tuple(Symmetry(((one, Image(one + 1, ())), (one + 1, Image(one, ())))) for one in range(members - 1))


@pytest.mark.parametrize("strategy", ["within", "representatives"])
def test_representatives_refute_what_paths_through_their_orbits_do(strategy: StrategyName) -> None:
    cut = 0
    # Of these, at least one search is cut where its states refute something.
    for seed in chosen((4, 7, 10, 12), range(many(15))):
        draw = Random(f"{strategy} {seed}")
        system = runners(draw) if seed % 5 == 4 else symmetric_system(draw, fair=True)
        whole = structure(system)
        symmetric = Symmetries(SYMMETRIES[system]).on(system)
        encoding = Encoding(system, order=symmetric.order)
        steps = OrbitSteps(encoding, symmetric.over(encoding), proved=True)
        layers = draw.randint(1, 2)

        def ends(explored: Explored, layers: int = layers) -> bool:
            return len(explored.layers) > layers

        explored = strategy_of(strategy, exploring(steps, ends), ()).run()
        if explored.complete:
            continue
        met = {encoding.vector(values) for values in steps.group.closure(explored.states)}
        known = orbits(steps, symmetric, explored, 0.0)
        # All states are starts here, reachable or not: the states of an orbit must have the same answers.
        anywhere = structure(replace(system, initial=TRUE))
        found = [(one, judged(known, one)) for one in questions(anywhere, met)]
        cut += bool(check(whole, met & whole.steps.keys(), found))
    assert cut, cut


def climbers() -> System:
    """Ten members on stairs, each of which goes up or down by one."""
    names = [f"m{number}" for number in range(10)]
    events = []
    for name in names:
        events.append(Event(f"{name} up", "up", at(name, "<=", 4), ((name, shifted(name, 1)),)))
        events.append(Event(f"{name} down", "down", at(name, ">=", 1), ((name, shifted(name, -1)),)))
    top, down = (conjunction([at(name, "=", step) for name in names]) for step in (5, 0))
    low = conjunction([at(name, "<=", 1) for name in names])
    properties = (
        asked("ctl", Temporal("AF", (top,)), "all arrive"),
        asked("ltl", Temporal("G", (Temporal("F", (low,)),)), "all come back"),
        asked("ltl", Temporal("F", (negate(down),)), "some leave"),
        asked("ctl", Temporal("EF", (top,)), "all can arrive"),
        asked("invariant", negate(conjunction([top, down])), "none are at both"),
    )
    variables = tuple(variable(name, 0, 5) for name in names)
    return System("climbers", variables, TRUE, down, tuple(events), properties=properties)


class _Looks(Silence):
    """Counts the reports of the work, as a clock that nothing else moves."""

    looks = 0

    def saturated(self, _: int) -> None:
        """One more."""
        self.looks += 1


@pytest.mark.parametrize("proved", [True, False])
def test_a_search_that_is_cut_has_looked_at_paths(proved: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long before the search could end, paths through few states refute two properties. For each other property, the
    answer says why it is unknown."""
    monkeypatch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 256)
    system, report = climbers(), _Looks()
    settings = Settings(Symmetries(swaps(10), proved), "representatives")
    budget = Budget(deadline=200, clock=lambda: report.looks)
    answer = verify(system, system.properties, settings, budget, report)
    assert answer.reached is not None
    assert not answer.reached.complete
    arrive, back, leave, can_arrive, at_both = answer.verdicts
    for verdict in (arrive, back):
        assert (verdict.outcome, verdict.method) == ("violated", "representatives")
        assert verdict.path is not None
        assert verdict.path.loop is not None
        assert is_path(system, verdict.path)
    reasons = [verdict.reason or "" for verdict in (leave, can_arrive, at_both)]
    began = r"the time limit was reached; explored [\d,]+ states(?: of [\d,]+ orbits)?; "
    ends = (
        r"no path through [\d,]+ states of these violates it",
        "no path can refute it: vsym needs all states",
        "no other violation there",
    )
    for reason, end in zip(reasons, ends, strict=True):
        assert re.fullmatch(began + end, reason), reason


def is_path(system: System, path: SystemPath) -> bool:
    """Tells if every step of a path is one of the system."""
    pairs = zip(path.steps, path.states, path.states[1:], strict=False)
    return all(number is not None and after(system, number, one) == other for number, one, other in pairs)


TWELVE = Generated((3, 2, 2), (Action.of((0, 2, 1), {0: (2, 0, 1), 2: (1, 0)}),))
"""One generator: three values of a level in a ring, and two levels exchanged of which one is negated on the way."""

VECTORS = tuple(product(range(3), range(2), range(2)))


def test_vectors_are_taken_to_all_of_their_orbit_and_to_no_other() -> None:
    elements = TWELVE.elements()
    for source in VECTORS:
        orbit = {element.apply(source) for element in elements}
        for target in VECTORS:
            found = Transport(TWELVE).taking(source, target)
            assert (found is not None) == (target in orbit)
            assert found is None or (found in TWELVE and found.apply(source) == target)
