"""Programs: the same verdicts from every engine, also on their systems, and paths checked against the semantics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.support.composing import checked, run_by, shown, verdicts
from tests.support.hand_programs import BROKEN, FAILING, LOCK, NETWORK
from tests.support.loading import load_program
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import sound_scalarsets
from vsym.checking.programs import asked_for_deadlocks
from vsym.checking.runs import explored_by
from vsym.checking.ways import ENGINES, OF_SYSTEMS, Way, way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import Settings
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.models.program.semantics import replayed
from vsym.models.protocol import ReplayError
from vsym.system.report import Report, Silence


def _checked(text: str, engine: str) -> Checked:
    program = load_program(text)
    return run_by(program, engine, Quotient(sound_scalarsets(program)))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_lock_is_correct_and_the_broken_one_is_not(engine: str) -> None:
    right = _checked(LOCK, engine)
    assert set(verdicts(right).values()) == {"holds"}
    wrong = _checked(BROKEN, engine)
    assert {name for name, verdict in verdicts(wrong).items() if verdict == "violated"} == {"mutex", "rests"}
    for outcome in wrong.outcomes:
        if outcome.verdict.outcome == "violated":
            replayed(wrong.model, shown(outcome).path)
    [mutex] = [outcome for outcome in wrong.outcomes if outcome.property.name == "mutex"]
    assert len(shown(mutex).path.steps) == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_has_the_firing_and_the_place(engine: str) -> None:
    checked = _checked(FAILING, engine)
    [errors] = [outcome for outcome in checked.outcomes if outcome.property.name == "errors"]
    run = shown(errors)
    assert run.ending is not None
    assert run.ending.firing is not None
    assert (len(run.path.steps), run.ending.fault.span.text) == (3, "place")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deadlock_is_a_violation(engine: str) -> None:
    assert verdicts(_checked(NETWORK, engine)) == {"errors": "holds", "deadlock": "violated", "few": "holds"}


def test_both_engines_count_alike() -> None:
    for text in (LOCK, BROKEN, NETWORK, FAILING):
        figures = set()
        for engine in ENGINES:
            reached = run_by(load_program(text), engine).reached
            assert reached is not None
            figures.add((reached.states, reached.rules_fired, reached.depth, reached.deadlocks))
        assert len(figures) == 1


class _Liar:
    """An engine whose paths are those of the interpreter without their first state."""

    name = "liar"

    def accepts(self, _subject: Program, _prop: Property) -> None:
        """Everything."""

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Wrong paths."""
        right = way("interpreted").engine.verify(subject, properties, budget, report)
        paths = (
            one.path and replace(one.path, states=one.path.states[1:], steps=one.path.steps[1:])
            for one in right.verdicts
        )
        cut = (replace(one, path=path) for one, path in zip(right.verdicts, paths, strict=True))
        return Answer(tuple(cut), right.reached)


def test_a_path_that_is_none_is_our_bug() -> None:
    with pytest.raises(ReplayError):
        run_by(load_program(BROKEN), Way("liar", _Liar()))


def test_what_programs_do_not_have_is_refused() -> None:
    program = load_program(LOCK)
    with pytest.raises(RefusedError, match="mutec"):
        program.asking(("mutec",))
    assert [prop.name for prop in program.asking(("mutex",)).properties] == ["mutex"]
    with pytest.raises(RefusedError, match="--engine adaptive"):
        way("adaptive")


COUNTER = """
var n: 0..9; m: 0..1;
startstate n := 0; end;
rule "up" n < 5 ==> n := n + 1; end;
rule "stay" n = 5 ==> n := n; end;
invariant "small" n < 4;
invariant "never read" m = 0;
cover "three" n = 3;
"""

FAIR = """
var on: boolean; n: 0..1;
startstate on := false; n := 0; end;
rule "tick" n := 1 - n; end;
rule "switch" !on ==> on := true; end;
rule "fails" on & n = 1 ==> assert false; end;
--! ltl comes: F on
--! ltl ticks: G F n = 1
--! fair "switch"
"""

START = """
var n: 0..1;
startstate "good" n := 0; end;
startstate "bad" assert false; end;
invariant "low" n = 0;
"""


@pytest.mark.parametrize("engine", OF_SYSTEMS)
def test_errors_of_conditions_and_deadlocks_are_those_of_programs(engine: str) -> None:
    expected = {"errors": "violated", "deadlock": "violated", "small": "violated", "three": "holds"}
    for one in (engine, "interpreted"):
        assert verdicts(run_by(load_program(COUNTER), one)) == {**expected, "never read": "unknown"}


def test_where_nothing_happens_any_more_is_counted() -> None:
    """A state whose enabled rules change nothing is a deadlock of the program, which its system does not know."""
    program = asked_for_deadlocks(load_program(COUNTER))
    for engine in ("mdd", "explicit"):
        found = explored_by(program, way(engine), Budget(), Silence())
        assert found.reached is not None
        assert (found.reached.states, found.reached.deadlocks) == (6, 1)
        assert found.deadlock is not None
        assert len(found.deadlock.path.steps) == 5
        replayed(program, found.deadlock.path)


@pytest.mark.parametrize("engine", ["mdd", "explicit", "nusmv"])
def test_fair_rules_are_fair_where_firings_end_in_errors(engine: str) -> None:
    found = run_by(load_program(FAIR), engine)
    assert verdicts(found) == verdicts(run_by(load_program(FAIR), "interpreted"))
    assert verdicts(found)["comes"] == "holds"
    assert all(one.verdict.unfair is None or len(one.verdict.unfair) == 2 for one in found.outcomes)


def test_a_start_that_ends_in_an_error() -> None:
    found = run_by(load_program(START), "mdd")
    assert verdicts(found)["errors"] == "violated"
    assert shown(found.outcomes[0]).ending is not None
    assert verdicts(found) == verdicts(run_by(load_program(START), "interpreted"))


def test_repeated_steps_are_told_one_by_one() -> None:
    """The SMT engine says how often a rule fires in a row."""
    [small] = [one for one in run_by(load_program(COUNTER), "smt").outcomes if one.property.name == "small"]
    assert [state[0] for state in shown(small).path.states] == [1, 2, 3, 4, 5]


def test_what_systems_cannot_be_is_refused() -> None:
    bags = load_program("var b: multiset [2] of 0..1; startstate clear b; end; rule multisetadd(0, b); end;")
    with pytest.raises(RefusedError, match="multisets"):
        run_by(bags, "mdd")
    with pytest.raises(RefusedError, match="compiled engine"):
        way("mdd", settings=Settings(compact=True))
    with pytest.raises(RefusedError, match="does not count"):
        explored_by(asked_for_deadlocks(load_program(COUNTER)), way("nusmv"), Budget(), Silence())


def test_that_permutations_are_not_used_is_said() -> None:
    program = load_program(
        "type P: scalarset(3); var x: array [P] of boolean; startstate undefine x; end; rule x := x; end;"
    )
    assert way("mdd", Quotient(program.scalarsets)).notes != ()
    assert way("mdd").notes == ()


def test_instances_of_one_property_are_told_apart() -> None:
    """The instances of `forall p, q` with one process are violated; those with two, which come later, hold."""
    program = load_program("""
        type Proc: 0..2;
        var at: array [Proc] of boolean;
        startstate for p: Proc do at[p] := false end end;
        ruleset p: Proc do
          rule "go" forall q: Proc do !at[q] end ==> at[p] := true end;
          rule "back" at[p] ==> at[p] := false end;
        end;
        --! ctl stays: forall p: Proc do forall q: Proc do AG (at[p] -> AX (p != q | at[q])) end end
    """)
    for group in ("none", "detected"):
        found = checked(program, "mdd", group=group)
        assert found.outcomes[-1].verdict.outcome == "violated", group


BITS = """
type Bit: 1..20;
var x: array [Bit] of boolean;
startstate for b: Bit do x[b] := false; end; end;
ruleset b: Bit do rule "flip" true ==> x[b] := !x[b]; end; end;
invariant "all but one" !(forall b: Bit do x[b] end)
"""


def test_where_memory_ends_others_go_on() -> None:
    """A million states exceed the memory but need few nodes: mdd decides properties that the compiled engine cannot."""
    found = checked(load_program(BITS), budget=Budget(megabytes=6))
    assert verdicts(found) == {"errors": "holds", "deadlock": "holds", "all but one": "violated"}
    assert {outcome.verdict.engine for outcome in found.outcomes} == {"mdd"}
    assert shown(found.outcomes[-1]).path.length == 20
    assert [(one.engine, bool(one.decided)) for one in found.attempts] == [("compiled", False), ("mdd", True)]
    alone = checked(load_program(BITS), "compiled", Budget(megabytes=6))
    assert set(verdicts(alone).values()) == {"unknown"}
