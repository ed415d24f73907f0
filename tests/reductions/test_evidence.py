"""vsym believes no engine: on every road, it accepts only a path of the model that shows the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as Folder
from typing import Any

import pytest

import vsym
from tests.support.composing import checked, run_by, verified_as_counters
from tests.support.drawn import chosen
from tests.support.loading import load_open, load_program
from tests.support.present import present
from tests.system.systems import at, ctl, fairness, ltl, ring
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, Source
from vsym.checking import adaptive
from vsym.checking.adaptive import check_adaptive
from vsym.checking.question import Sized, Subject
from vsym.checking.ways import Way
from vsym.engines import registry
from vsym.engines.disk.engine import DiskEngine
from vsym.engines.disk.planning import StoreSettings
from vsym.engines.protocol import Answer, Engine
from vsym.logic.formula import Formula, Temporal, is_predicate, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.models.program.program import ERRORS, Program
from vsym.models.protocol import ReplayError
from vsym.reductions.evidence import STEPS, require_system
from vsym.system.report import Report, Silence
from vsym.system.result import Path, SystemPath, Verdict
from vsym.system.system import System

TURNS = """system turns
param n = 1 where n >= 1
states A, B
group P of n
shared x : 0..1 = 0
init A
trans A -> A do x := 1 - x
trans A -> B
trans B -> A
fairness x = 1
"""
PROGRAM = """var x: 0..1;
startstate x := 0; end;
rule "flip" x := 1 - x; end;
rule "stay" x := x; end;
--! fair FAIR
"""
COUNTED = """const n: 2;
type P: scalarset(n);
var at: array [P] of 0..1;
startstate for p: P do at[p] := 0; end; end;
ruleset p: P do rule "flip" at[p] := 1 - at[p]; end; rule "stay" at[p] := at[p]; end; end;
--! fair FAIR
"""
ALL_UP = "forall p: P do at[p] = 1 end"

Lie = Callable[[Any, Sequence[Property]], tuple[Any, tuple[Property, ...]]]


def _another(subject: Any, properties: Sequence[Property]) -> tuple[Any, tuple[Property, ...]]:
    """Paths that refute another formula."""
    others = tuple(
        prop if prop.name == ERRORS else replace(prop, formula=_exchanged(prop.formula)) for prop in properties
    )
    return (replace(subject, properties=others) if hasattr(subject, "properties") else subject), others


def _exchanged(formula: Formula) -> Formula:
    """F G for G F, and the negation of a predicate."""
    match formula:
        case Temporal("G", (Temporal("F", inner),)):
            return Temporal("F", (Temporal("G", inner),))
        case Temporal(operator, (operand,)) if is_predicate(operand):
            return Temporal(operator, (negate(operand),))
    return negate(formula)


def _unfair(subject: Any, properties: Sequence[Property]) -> tuple[Any, tuple[Property, ...]]:
    """Paths that need not be fair."""
    rules = {"fair_rules": ()} if hasattr(subject, "fair_rules") else {}
    return replace(subject, fairness=(), **rules), tuple(properties)


@dataclass
class Lying:
    """An engine that answers another question than the given one."""

    inner: Engine[Any]
    lie: Lie
    name: str = "lying"

    def accepts(self, _subject: Any, _prop: Property, /) -> Diagnostic | None:
        return None

    def verify(self, subject: Any, properties: Sequence[Property], budget: Budget, report: Report, /) -> Answer:
        if getattr(subject, "parameters", ()) and isinstance(subject, System):
            return self.inner.verify(subject, properties, budget, report)
        return self.inner.verify(*self.lie(subject, properties), budget, report)


ENGINE: Any = None
"""The engine "lying" of the registry, in a test that says which."""

WRONG = [
    ("ctl met: AF x = 1", _unfair),
    ("ctl met: AG (x = 0 -> AF x = 1)", _unfair),
    ("ltl p: F x = 1", _unfair),
    ("ltl p: G F x = 1", _another),
    ("ctl p: AG x <= 1", _another),
    ("ctl p: EF x = 1", _another),
]
"""Properties of TURNS, each with the question that is answered in its place."""


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Lie], None]:
    """Puts an engine that lies in the place of one in the registry."""

    def put(name: str, lie: Lie) -> None:
        monkeypatch.setattr(f"{__name__}.ENGINE", Lying(registry.engine(name), lie))
        monkeypatch.setattr(registry, "MODULES", {**registry.MODULES, name: __name__})

    return put


@pytest.mark.parametrize(("prop", "lie"), WRONG)
@pytest.mark.parametrize("engine", ["explicit", "mdd"])
def test_counted_processes(lying: Callable[[str, Lie], None], engine: str, prop: str, lie: Lie) -> None:
    lying(engine, lie)
    with pytest.raises(ReplayError, match="does not"):
        checked(vsym.load(TURNS + prop + "\n"), engine)


def test_processes_of_any_number_shown_at_a_small_size(lying: Callable[[str, Lie], None]) -> None:
    lying("explicit", _another)
    opened = load_open(Source("turns.gsst", TURNS.replace("fairness x = 1", "ctl p: AG x = 0")), {}, ("n",))
    with pytest.raises(ReplayError, match="does not show that `p` is violated"):
        checked(opened, "auto")


def test_processes_with_partitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adaptive, "ENGINE", Lying(registry.engine("adaptive"), _another))
    model = vsym.load(
        "system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\ntrans B -> A\ninvariant p: #A + #B = 2\n"
    )
    with pytest.raises(ReplayError, match="does not show that `p` is violated"):
        check_adaptive(model, Budget(), Silence())


PROGRAMS = [
    ("ctl met: AF x = 1", "x = 1", _unfair),
    ("ctl met: AG (x = 0 -> AF x = 1)", '"flip"', _unfair),
    ("ltl p: F x = 1", '"flip"', _unfair),
    ("ltl p: G F x = 1", "x = 1", _another),
    ("ctl p: AG (x = 0 | x = 1)", "x = 1", _another),
    ("invariant p: x = 0 | x = 1", "x = 1", _another),
]
"""Properties of PROGRAM, each with its fairness constraint and the question that the engine answers in its place."""


ENGINES = ("compiled", "interpreted", "mdd", "explicit")


@pytest.mark.parametrize(
    ("engine", "prop", "fair", "lie"),
    chosen(
        [(ENGINES[number % 4], *one) for number, one in enumerate(PROGRAMS)],
        [(engine, *one) for engine in ENGINES for one in PROGRAMS],
    ),
)
def test_programs(lying: Callable[[str, Lie], None], engine: str, prop: str, fair: str, lie: Lie) -> None:
    lying(engine, lie)
    with pytest.raises(ReplayError, match="does not"):
        run_by(_asked(PROGRAM, prop, fair), Way(engine, registry.engine(engine)))


@pytest.mark.parametrize("engine", ["explicit", "mdd"])
@pytest.mark.parametrize(("prop", "fair", "lie"), PROGRAMS)
def test_programs_as_counters(lying: Callable[[str, Lie], None], engine: str, prop: str, fair: str, lie: Lie) -> None:
    lying(engine, lie)
    program = _asked(
        COUNTED,
        *(text.replace("x = 1", ALL_UP).replace("x = 0", f"!({ALL_UP})") for text in (prop, fair)),
    )
    with pytest.raises(ReplayError, match="does not"):
        verified_as_counters(program, program.scalarsets[0], engine)


@pytest.mark.parametrize("lie", [_unfair, _another])
def test_programs_of_a_size_at_which_only_counters_are(lying: Callable[[str, Lie], None], lie: Lie) -> None:
    lying("explicit", lie)
    fair = ALL_UP
    program = _asked(COUNTED, f"ltl p: {'F' if lie is _unfair else 'G F'} {ALL_UP}", fair)
    sized = Sized(program.scalarsets[0], Linear((), 5), lambda _: program, lambda: program)
    with pytest.raises(ReplayError, match="does not show that `p` is violated"):
        checked(Subject(program, sized=sized), "explicit", counted="counters")


FLIP, UP = 'rule "flip" x := 1 - x; end;', 'rule "up" x = 0 ==> x := 1; end;'


@pytest.mark.parametrize(("rule", "fair"), [(FLIP, "x = 1"), (FLIP, '"flip"'), (UP, "x = 1"), (UP, '"up"')])
def test_a_fair_path_of_a_program_is_taken(rule: str, fair: str) -> None:
    """A rule is fair that fires on the loop, or may not fire somewhere on it."""
    program = _asked(PROGRAM.replace(FLIP, rule), "ltl p: F G x = 0", fair)
    (outcome,) = run_by(program, Way("explicit", registry.engine("explicit"))).outcomes
    assert outcome.verdict.outcome == "violated"
    assert present(outcome.run).path.loop is not None


def test_programs_with_states_on_disk(tmp_path: Folder) -> None:
    """A store decides only properties of states."""
    stored = DiskEngine(StoreSettings(str(tmp_path / "store")))
    program = _asked(PROGRAM, "invariant p: x = 0 | x = 1", "x = 1")
    with pytest.raises(ReplayError, match="does not show that `p` is violated"):
        run_by(program, Way("stored", Lying(stored, _another)))


def _asked(text: str, prop: str, fair: str) -> Program:
    """A program with one property and one fairness constraint, and no other property."""
    stated = prop.replace("invariant p: ", 'invariant "p" ')
    line = f"{stated};\n" if stated != prop else f"--! {prop}\n"
    program = load_program(text.replace("FAIR", fair) + line)
    name = prop.split(":")[0].split()[1]
    return replace(program, properties=tuple(one for one in program.properties if one.name == name))


ROUND: SystemPath = Path("counterexample", ((1, 0), (0, 1), (1, 0)), (0, 1), 0)
"""One token goes round two places."""

RING = ring(1, 2)

BROKEN = replace(RING, events=(replace(RING.events[0], error="it breaks"),))
"""Its only event is an error."""


@pytest.mark.parametrize(
    ("prop", "path"),
    [
        (ltl("F", Temporal("G", (at("p0", "=", 1),))), ROUND),
        (ltl("G", at("p0", "=", 1)), Path("counterexample", ((1, 0), (0, 1)), (0,))),
        (ctl("AG", at("p0", "=", 1)), Path("counterexample", ((1, 0), (0, 1)), (0,))),
        (ctl("AF", at("p0", "=", 2)), ROUND),
    ],
)
def test_a_path_that_shows_the_property_violated_is_taken(prop: Property, path: SystemPath) -> None:
    require_system(RING, prop, Verdict("violated", "explicit", 0.0), path)


@pytest.mark.parametrize(
    ("system", "prop", "path"),
    [
        (RING, ltl("G", Temporal("F", (at("p0", "=", 1),))), ROUND),
        (RING, ltl("F", Temporal("G", (at("p0", "=", 1),))), replace(ROUND, loop=None)),
        (RING, ctl("AF", at("p0", "=", 0)), ROUND),
        (RING, ctl("AF", at("p0", "=", 2)), replace(ROUND, loop=None)),
        (replace(RING, fairness=fairness(at("p0", "=", 2))), ctl("AF", at("p0", "=", 2)), ROUND),
        (RING, ltl("G", at("p0", "=", 1)), Path("counterexample", ((1, 0), (1, 0)), (0,))),
        (RING, ltl("G", at("p0", "=", 1)), Path("counterexample", ((0, 1), (1, 0)), (1,))),
        # A loop that does not close, and one without a step; a state beyond the last step.
        (RING, ctl("AF", at("p0", "=", 0)), Path("counterexample", ((1, 0), (0, 1)), (0,), 0)),
        (RING, ltl("F", at("p0", "=", 0)), Path("counterexample", ((1, 0), (0, 1)), (0,), 0)),
        (RING, ltl("F", at("p0", "=", 0)), Path("counterexample", ((1, 0), (1, 0)), (), 0)),
        (RING, ctl("AG", at("p0", "=", 1)), Path("counterexample", ((1, 0), (0, 1)), ())),
        (RING, ctl("AG", at("p0", "=", 1)), Path("counterexample", ((1, 0), (0, 1)), (0,), None, (1, 1))),
        # It stays in a state that it can leave, or in which there is an error.
        (RING, ltl("F", at("p0", "=", 0)), Path("counterexample", ((1, 0), (1, 0)), (None,), 0)),
        (BROKEN, ltl("F", at("p0", "=", 0)), Path("counterexample", ((1, 0), (1, 0)), (None,), 0)),
        (BROKEN, ltl("G", at("p0", "=", 1)), Path("counterexample", ((1, 0), (0, 1)), (0,))),
    ],
)
def test_one_that_does_not_is_our_bug(system: System, prop: Property, path: SystemPath) -> None:
    with pytest.raises(ReplayError):
        require_system(system, prop, Verdict("violated", "explicit", 0.0), path)


def test_of_a_step_that_is_repeated_very_often_the_first_times_are_replayed() -> None:
    many, verdict = 3 * STEPS, Verdict("violated", "smt", 0.0)
    empties: SystemPath = Path("counterexample", ((many, 0), (0, many)), (0,), None, (many,))
    require_system(ring(many, 2), ctl("AG", at("p0", ">=", 1)), verdict, empties)
    with pytest.raises(ReplayError):
        require_system(ring(many, 2), ctl("AG", at("p0", ">=", 1)), verdict, replace(empties, steps=(1,)))


def test_a_path_stays_in_a_state_in_which_nothing_is_possible() -> None:
    stuck = replace(RING, events=())
    stays: SystemPath = Path("counterexample", ((1, 0), (1, 0)), (None,), 0)
    require_system(stuck, ltl("F", at("p0", "=", 0)), Verdict("violated", "explicit", 0.0), stays)
    moves: SystemPath = replace(stays, states=((1, 0), (0, 1)), loop=None)
    with pytest.raises(ReplayError):
        require_system(stuck, ctl("AG", at("p0", "=", 1)), Verdict("violated", "explicit", 0.0), moves)
