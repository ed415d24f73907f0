"""Every engine of the registry passes the contract; those that work on systems decide alike."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path as Folder
from typing import Any

import pytest
from hypothesis import given

from tests.engines.contract import Contract, Subject, drawn_quickly
from tests.support.drawn import chosen
from tests.support.present import present
from tests.system.generated import systems, systems_with_errors
from tests.system.judging import check_path, check_shortest, check_shows, distances, holds, satisfying, structure
from tests.system.systems import X, Y, Z, asked, at, ctl, fairness, invariant, ltl, registers, ring, tokens, variable
from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.disk.engine import DiskEngine
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.protocol import Engine, Explorer
from vsym.engines.registry import MODULES, engine
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Iff,
    Temporal,
    TemporalOperator,
    compare,
    conjunction,
    disjunction,
    negate,
)
from vsym.logic.progress import progress
from vsym.logic.properties import Premise, Property
from vsym.logic.reachability import reachability
from vsym.logic.terms import Linear
from vsym.system import step
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Path, Verdict
from vsym.system.system import Event, System


class SystemContract(Contract):
    """The contract of an engine that works on systems."""

    fairness = True
    short_and_fair = True
    shortest = True
    one_by_one = False

    def subject(self, system: System) -> Subject:
        """A system with the facts on it by brute force."""
        whole = structure(system)

        def check(prop: Property, verdict: Verdict) -> None:
            assert verdict.path is not None
            check_path(whole, verdict.path)
            check_shows(whole, prop, verdict.path)
            if (self.short_and_fair or not system.fairness) and "shorter path" not in (verdict.method or ""):
                check_shortest(whole, prop, verdict.path)

        return Subject(system, system.properties, lambda prop: holds(whole, prop), check)

    def draw(self, draw: Callable[..., Any]) -> Subject:
        return self.subject(draw(systems(fairness=self.fairness)))

    def system_with_error(self, draw: Callable[..., Any]) -> System:
        """A system of which some event is an error."""
        found: System = draw(systems_with_errors())
        return found

    def draw_error(self, draw: Callable[..., Any]) -> Any:
        system = self.system_with_error(draw)
        whole = structure(system)
        lengths = [n for state, n in distances(whole).items() if next(step.errors(system, state), None) is not None]

        def check(event: int, path: Path[Any, Any]) -> None:
            check_path(whole, path)
            assert not self.shortest or path.length == min(lengths)
            assert event in step.errors(system, path.states[-1])

        return (system, system.properties), bool(lengths), check

    def test_no_time_leaves_what_is_large_unknown(self) -> None:
        large = replace(_large(), properties=(ctl("AG", compare(X + Y + Z, "<=", Linear((), 500))),))
        [verdict] = self.engine.verify(large, large.properties, Budget(deadline=0.0), Silence()).verdicts
        assert verdict.outcome == "unknown"
        assert REASONS["time"] in present(verdict.reason)

    def test_a_search_stops_once_everything_is_decided(self) -> None:
        """Violations and targets nearby need few states; a property that holds needs them all."""
        near = (invariant("low", at("x", "<=", 2)), ctl("EF", at("y", "=", 3)))
        holding = invariant("in range", at("z", "<=", 8))
        for properties, stops in ((near, True), ((*near, holding), False)):
            system = replace(_large(8, 8), properties=properties)
            some, whole = (
                self.engine.verify(system, system.properties, Budget(spare=spare), Silence()) for spare in (0, None)
            )
            expected = ["violated", "holds", "holds"][: len(properties)]
            assert [one.outcome for one in some.verdicts] == [one.outcome for one in whole.verdicts] == expected
            if self.one_by_one:
                assert some.reached is not None
                assert whole.reached is not None
                assert whole.reached.complete
                assert some.reached.interrupted == ("decided" if stops else None)
                assert (some.reached.states < whole.reached.states / 4) == stops

    def test_an_error_that_can_be_reached_is_found_whatever_is_decided_before(self) -> None:
        """It lies behind a violation, and no verdict counts where the model is wrong."""
        far = Event("z_over", "over", at("z", "=", 6), (("z", Z + Linear((), 1)),), error="leaves its range")
        large = _large(6, 6)
        system = replace(large, events=(*large.events, far), properties=(invariant("low", at("x", "<=", 2)),))
        if self.engine.accepts(system, system.properties[0]) is None:
            with pytest.raises(ErrorReached):
                self.engine.verify(system, system.properties, Budget(spare=0), Silence())

    def test_a_violation_is_said_before_the_search_ends(self) -> None:
        """Whoever hears of it ends the search of many states by that, which then knows of no more."""
        if not self.one_by_one:
            return
        properties = (invariant("low", at("x", "<=", 2)), invariant("in range", at("z", "<=", 300)))
        large = replace(_large(), properties=properties)
        report = _Impatient()
        answer = self.engine.verify(large, properties, Budget(spare=0), report)
        assert report.said == [("low", "violated", 3)]
        assert answer.reached is not None
        assert (answer.reached.complete, answer.reached.interrupted) == (False, "keyboard")
        assert [one.outcome for one in answer.verdicts] == ["violated", "unknown"]
        path = present(answer.verdicts[0].path)
        assert path.length == 3

    def test_of_no_initial_state_all_is_true(self) -> None:
        some = at("p0", "=", 1)
        properties = (ctl("EF", some), ctl("AG", negate(some)), ltl("G", negate(some)), invariant("none", negate(some)))
        self.check_verdicts(self.subject(replace(ring(2, 3), initial=FALSE, properties=properties)))


class HandWritten(SystemContract):
    """The contract with systems written by hand."""

    slow_registers: frozenset[str] = frozenset()

    def test_updates_that_are_not_shifts(self) -> None:
        """A reset, an exchange of two variables, a case by value, a quotient and a remainder."""
        about = (one for one in _ABOUT_REGISTERS if one.name not in self.slow_registers)
        subject = self.subject(replace(registers(), properties=tuple(chosen(about, _ABOUT_REGISTERS))))
        assert set(_ABOUT_REGISTERS[:4]) <= set(self.accepted(subject))
        self.check_verdicts(subject)

    def test_a_flag_and_steps_of_two(self) -> None:
        low = disjunction([at("b", "=", 4), at("a", ">=", 3)])
        properties: list[Property] = []
        for high in (at("c", "=", 4), Iff(at("flag", "=", 1), at("a", ">=", 1))):
            properties += (
                ctl("EF", high),
                ctl("EG", negate(high)),
                ctl("AW", negate(high), low),
                ctl("ER", low, negate(high)),
                ltl("U", negate(high), low),
                ltl("W", negate(low), high),
                invariant("never both", negate(conjunction([low, high]))),
            )
        named = tuple(replace(one, name=f"{one.name} {number}") for number, one in enumerate(properties))
        self.check_verdicts(self.subject(replace(tokens(), properties=named)))

    def test_what_only_an_automaton_can_say(self) -> None:
        """Properties that hold again and again or for good: alone, as a condition, with another; on fair paths."""
        p, q = at("p0", "=", 2), at("p1", "=", 1)
        again, for_good = (tuple(Temporal(a, (Temporal(b, (one,)),)) for one in (p, q)) for a, b in _TWICE)
        formulas = (
            *(Temporal("F", (Temporal("G", (one,)),)) for one in (p, negate(p), disjunction([negate(p), negate(q)]))),
            Temporal("U", (p, Temporal("G", (negate(p),)))),
            *(disjunction([negate(one), other]) for one, other in (again, again[::-1])),
            disjunction([again[0], for_good[1]]),
            disjunction([Temporal("F", (q,)), Temporal("G", (p,))]),
            Temporal("G", (disjunction([Temporal("X", (q,)), Temporal("F", (p,))]),)),
            Temporal("F", (Temporal("G", (disjunction([negate(p), Temporal("X", (q,))]),)),)),
            Temporal("F", (conjunction([q, Temporal("G", (negate(p),))]),)),
        )
        system = replace(ring(2, 3), properties=tuple(asked("ltl", formula) for formula in formulas))
        fair = chosen([(negate(p),)], [(negate(p),), (p,)]) if self.fairness else []
        for justice in ((), *fair):
            self.check_verdicts(self.subject(replace(system, fairness=fairness(*justice))))


_TWICE: tuple[tuple[TemporalOperator, TemporalOperator], ...] = (("G", "F"), ("F", "G"))


class _Impatient(Silence):
    """A report that interrupts the work at the first violation."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str, int | None]] = []

    def decided(self, name: str, verdict: Verdict, depth: int | None = None) -> None:
        self.said.append((name, verdict.outcome, depth))
        raise KeyboardInterrupt


def _large(high: int = 300, together: int = 500) -> System:
    """Three counters that go up and down, no more than a bound together; their ranges begin below all their values."""
    room, events = compare(X + Y + Z, "<", Linear((), together)), list[Event]()
    for name, read in zip("xyz", (X, Y, Z), strict=True):
        events.append(
            Event(f"{name}_up", "up", conjunction([room, at(name, "<", high)]), ((name, read + Linear((), 1)),))
        )
        events.append(Event(f"{name}_down", "down", at(name, ">=", 2), ((name, read - Linear((), 1)),)))
    initial = conjunction([at(name, "=", 0) for name in "xyz"])
    return System("large", tuple(variable(name, -1, high) for name in "xyz"), TRUE, initial, tuple(events))


_ABOUT_REGISTERS = (
    invariant("never both", at("x", "<=", 3)),
    invariant("low", at("z", "<=", 3)),
    ctl("EF", conjunction([at("x", "=", 3), at("z", "=", 4)])),
    ctl("EF", conjunction([at("x", "=", 2), at("y", "=", 3)])),
    replace(ctl("AG", at("x", ">=", 0)), name="AG EF", formula=Temporal("AG", (Temporal("EF", (at("x", "=", 0),)),))),
    replace(ctl("AF", at("z", ">=", 2)), name="AF z"),
    replace(ltl("G", at("y", ">=", 0)), name="G F", formula=Temporal("G", (Temporal("F", (at("z", "=", 0),)),))),
    replace(ltl("F", at("z", "=", 2)), name="F z"),
)


class TestExplicit(HandWritten):
    """The explicit engine."""

    name = "explicit"
    one_by_one = True


class InC(SystemContract):
    """The contract of an engine whose programs are compiled."""

    one_by_one = True
    sanitized = True

    @pytest.fixture(autouse=True)
    def sanitized_where_drawn(self, request: pytest.FixtureRequest) -> None:
        """Drawn systems are explored under sanitizers, those written by hand without: many are larger."""
        if not self.sanitized or request.function.__name__ not in vars(Contract):
            request.getfixturevalue("plain")


class TestCompiled(InC, HandWritten):
    """The compiled engine, which also takes programs."""

    name = "compiled"


class TestStored(InC):
    """The engine with states on disk, each time in another folder, which leaves open what asks for paths. Its programs
    have the same C for a system as those of the compiled engine, and for a store as those of programs: other tests run
    both under sanitizers."""

    name = "stored"
    sanitized = False

    @pytest.fixture(autouse=True)
    def folders(self, folder: Folder) -> None:
        """Settings of stores, each in a folder of its own."""
        self.settings = (StoreSettings(str(folder / str(n)), parts=1 + n % 3, together=1) for n in itertools.count())

    @property
    def engine(self) -> Engine[Any]:
        """An engine with a new folder."""
        return DiskEngine(next(self.settings))

    def test_its_name_is_the_one_that_users_know(self) -> None:
        """Users ask for it by --store."""
        assert self.engine.name == self.name

    def may_be_unknown(self, subject: Subject, prop: Property) -> bool:
        """True under fairness, beyond reachability, and for reached states from several initial ones."""
        question = reachability(prop)
        several = len(structure(subject.input).initial) > 1
        return bool(subject.input.fairness) or question is None or (question.kind == "reached" and several)


class TestDiagrams(HandWritten):
    """The engine on decision diagrams."""

    name = "mdd"


class TestSmt(HandWritten):
    """The SMT engine, which takes questions of reachability, and of progress as far as it can."""

    name = "smt"
    slow_registers = frozenset(["AG EF", "AF z"])

    def may_be_unknown(self, subject: Subject, prop: Property) -> bool:
        """True for progress and under fairness, where a property may have no proof of the engine's kind."""
        return progress(prop) is not None or bool(subject.input.fairness)


class TestNusmv(HandWritten):
    """NuSMV."""

    name = "nusmv"
    short_and_fair = False


@pytest.mark.parametrize("name", ["explicit", "compiled", "mdd"])
@given(systems() | systems_with_errors())
@drawn_quickly(2)
def test_what_is_explored_are_the_reachable_states(name: str, system: System) -> None:
    explorer = engine(name)
    assert isinstance(explorer, Explorer)
    whole = structure(system)
    length = distances(whole)
    wrong = [length[state] for state in whole.steps if next(step.errors(system, state), None) is not None]
    if wrong:
        with pytest.raises(ErrorReached) as error:
            explorer.explore(system, Budget(), Silence())
        assert error.value.path.length == min(wrong)
        return
    reached = explorer.explore(system, Budget(), Silence())
    path = reached.stuck
    assert (reached.states, reached.deadlocks, reached.complete) == (len(whole.steps), len(whole.deadlocked), True)
    assert (path is None) == (not whole.deadlocked)
    if path is not None:
        check_path(whole, path)
        assert path.states[-1] in whole.deadlocked
        assert path.length == min(length[state] for state in whole.deadlocked)


@pytest.mark.parametrize("name", ["explicit", "compiled", "mdd", "nusmv"])
@given(systems())
@drawn_quickly(2)
def test_accidents_are_those_of_the_oracle(name: str, system: System) -> None:
    """Initial states without a fair path; where states are enumerated, premises and events that are never true."""
    whole = structure(system)
    fair = satisfying(whole, Temporal("EG", (TRUE,)))
    [low, *_] = [variable.range[0] for variable in system.variables]
    premises = [at(variable.name, ">=", low + number) for variable in system.variables for number in range(3)]
    asked = ctl("AF", TRUE), ctl("EG", TRUE)
    stated = tuple(Premise(formula, "") for formula in premises)
    properties = tuple(replace(p, name=f"p{n}", premises=stated) for n, p in enumerate(asked))
    answer = engine(name).verify(replace(system, properties=properties), properties, Budget(), Silence())
    for verdict in answer.verdicts:
        assert (verdict.unfair is None) == fair.issuperset(whole.initial)
        assert verdict.unfair is None or verdict.unfair in set(whole.initial) - fair
        if name != "nusmv" and verdict.outcome == "holds":
            never = [
                n for n, p in enumerate(premises) if not any(step.holds(system, p, state) for state in whole.steps)
            ]
            assert verdict.vacuous == tuple(never)
    if answer.reached is not None:
        taken = {number for steps in whole.steps.values() for number, _ in steps}
        assert answer.reached.idle == tuple(number for number in range(len(system.events)) if number not in taken)


@pytest.mark.parametrize("name", ["explicit", "compiled", "mdd", "nusmv"])
def test_parameters_are_refused_by_what_needs_numbers(name: str) -> None:
    open_system = replace(registers(), parameters=("n",), properties=(ctl("EF", TRUE),))
    with pytest.raises(DiagnosticError, match="needs a value for `n`"):
        engine(name).verify(open_system, open_system.properties, Budget(), Silence())


def test_every_engine_has_a_contract() -> None:
    from tests.engines.adaptive.test_contract import TestAdaptive

    classes = (TestExplicit, TestCompiled, TestStored, TestDiagrams, TestSmt, TestNusmv, TestAdaptive)
    assert {one.name for one in classes} == {*MODULES, "stored"} - {"interpreted"}, (
        "the interpreted engine takes programs alone"
    )
