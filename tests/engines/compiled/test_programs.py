"""The compiled engine on programs: against the interpreted one, at limits, and between runs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.engines.compiled.models import ALL, MULTISETS, RING, STUCK, WIDE
from tests.support.drawn import chosen
from tests.support.present import present
from vsym.basics.limits import REASONS, UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.engines.compiled.engine import CompiledEngine
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.search import Settings
from vsym.engines.interpreted import InterpretedEngine
from vsym.engines.protocol import Answer
from vsym.languages.murphi.text import text
from vsym.models.program.program import Dialect, Program
from vsym.models.program.semantics import replayed
from vsym.system.report import Progress, Report, Silence

COUNTERS = """
var x: 0..199; y: 0..199; z: 0..99;
startstate x := 0; y := 0; z := 0; end;
rule "x" x < 199 ==> x := x + 1; end;
rule "y" y < 199 ==> y := y + 1; end;
rule "z" z < 99 ==> z := z + 1; end;
invariant "all" x + y + z < 490;
"""
"""Four million states."""


@cache
def program(model: str, dialect: Dialect | None = None) -> Program:
    """A program from its text, which is read once for all tests."""
    return text(Source("model.m", model), UNLIMITED).with_dialect(dialect or Dialect()).at({})


def verified(
    subject: Program, settings: Settings | None = None, budget: Budget = UNLIMITED, report: Report | None = None
) -> Answer:
    """The answer of the compiled engine, after a replay of its paths."""
    answer = CompiledEngine(settings or Settings()).verify(subject, subject.properties, budget, report or Silence())
    for verdict in answer.verdicts:
        if verdict.path is not None:
            replayed(subject, verdict.path)
    return answer


def interpreted(subject: Program) -> Answer:
    """The answer of the interpreted engine."""
    return InterpretedEngine().verify(subject, subject.properties, UNLIMITED, Silence())


def told(answer: Answer) -> tuple[object, ...]:
    """The facts on which two engines agree: the figures, the verdicts, and the lengths of the paths."""
    reached = present(answer.reached)
    verdicts = [(one.outcome, one.reason, one.path and one.path.length) for one in answer.verdicts]
    stuck = reached.stuck and reached.stuck.length
    figures = (reached.states, reached.depth, reached.deadlocks, reached.rules_fired, reached.idle, reached.complete)
    return (*figures, stuck, verdicts)


ELSEWHERE = ("FAIR", "MANY", "UNIONS", "STUCK", "RING")
"""Models on which other tests check the engine against the interpreted one, or against brute force."""


SEARCHED = ("FAULTS", "MULTISETS", "PRIORITIES", "FAIR_STATES", "WIDE")
"""Models whose search has something that others have not: each is compiled whole, so that it is compiled for them."""


@pytest.mark.parametrize("name", chosen((name for name in ALL if name not in ELSEWHERE), ALL))
def test_it_agrees_with_the_interpreter(name: str, request: pytest.FixtureRequest) -> None:
    if name in chosen(SEARCHED, ALL):
        request.getfixturevalue("whole")
    subject = program(ALL[name], Dialect(undefined="lenient" if name == "LENIENT" else "strict"))
    assert told(verified(subject)) == told(interpreted(subject))


@pytest.mark.parametrize(("rule", "deadlocks"), [("stuttering", 1), ("stuck", 0), ("off", 0)])
def test_what_a_deadlock_is(rule: str, deadlocks: int) -> None:
    subject = program(STUCK, Dialect(deadlock=rule))  # type: ignore[arg-type]
    expected = interpreted(subject)
    assert told(verified(subject)) == told(expected)
    assert present(expected.reached).deadlocks == deadlocks


LINE = """
var x: 0..999; y: 0..40; b: boolean;
startstate x := 990; y := 0; b := false; end;
rule "x" x < 999 ==> x := x + 3; end;
rule "y" y < 40 ==> y := y + 1; end;
rule "b" true ==> b := !b; end;
invariant "x" x != 999;
"""
"""A program whose only violated property is one that it states itself."""


def test_a_search_stops_once_what_the_program_states_is_decided() -> None:
    """The search then leaves errors and deadlocks open, unless the caller names them."""
    subject = program(LINE)
    some, whole = (verified(subject, budget=Budget(spare=spare)) for spare in (0, None))
    assert some.reached is not None
    assert (some.reached.complete, some.reached.interrupted) == (False, "decided")
    assert some.reached.states < present(whole.reached).states
    assert [one.outcome for one in some.verdicts] == ["unknown", "unknown", "violated"]
    assert {one.reason for one in some.verdicts[:2]} == {REASONS["decided"]}
    assert [one.outcome for one in whole.verdicts] == ["holds", "holds", "violated"]
    named = verified(subject.asking(("deadlock", "x")), budget=Budget(spare=0))
    assert [one.outcome for one in named.verdicts] == ["holds", "violated"]


def test_what_only_covers_find_leaves_nothing_open() -> None:
    """Reaching a condition to be covered is no violation, so it leaves nothing open as minor."""
    covering = LINE.replace('invariant "x" x != 999', 'cover "x" x = 999')
    subject = program(covering)
    asked = [subject.question(prop) for prop in subject.properties]
    answer = CompiledEngine().verify(subject, asked, Budget(spare=0), Silence())
    assert [one.outcome for one in answer.verdicts] == ["holds", "holds", "violated"]


def test_errors_that_a_program_states_itself_are_no_minor_ones() -> None:
    """Only violations of properties that the program does not state are minor: a deadlock, or a value out of range."""
    asserting = LINE.replace("b := !b", 'assert y < 20 "low"; b := !b')
    answer = verified(program(asserting), budget=Budget(spare=0))
    assert [one.outcome for one in answer.verdicts] == ["violated", "unknown", "violated"]


def test_orbits_and_paths_of_concrete_states() -> None:
    """With symmetric scalarsets there are fewer states, which stand for all, and the same verdicts by real paths."""
    subject = program(MULTISETS)
    plain, orbits = verified(subject), verified(subject, Settings(quotient=Quotient(subject.scalarsets)))
    assert orbits.reached is not None
    assert orbits.reached.states < present(plain.reached).states == orbits.reached.represented
    lengths = [[(one.outcome, one.path and one.path.length) for one in answer.verdicts] for answer in (plain, orbits)]
    assert lengths[0] == lengths[1]


def test_a_loop_comes_back_to_its_concrete_state() -> None:
    """Up to symmetry the loop is one step; three are needed until the same process has the turn again."""
    subject = program(RING)
    answer = verified(subject, Settings(quotient=Quotient(subject.scalarsets)))
    assert [one.outcome for one in answer.verdicts[2:]] == ["violated", "holds"]
    path = present(answer.verdicts[2].path)
    assert path.loop is not None
    assert path.states[path.loop] == path.states[-1]
    assert path.length - path.loop == 3


def test_hashes_instead_of_states() -> None:
    """Hashes prove no property, but refute each violated one with a path."""
    subject = program(f"{WIDE}--! ctl again: AG EF b\n")
    whole, compact = verified(subject), verified(subject, Settings(compact=True))
    assert told(whole)[:7] == told(compact)[:7]
    of_paths = compact.verdicts[-1]
    assert (of_paths.outcome, of_paths.path) == ("unknown", None)
    for before, after in zip(whole.verdicts[:-1], compact.verdicts[:-1], strict=True):
        assert (before.outcome, after.outcome) in {("holds", "unknown"), ("violated", "violated")}
        assert before.outcome == "violated" or "may miss states" in (after.reason or "")


def test_no_more_memory_than_it_may_take() -> None:
    answer = verified(program(COUNTERS), budget=Budget(megabytes=4))
    assert answer.reached is not None
    assert (answer.reached.complete, answer.reached.interrupted) == (False, "memory")
    assert 100_000 < answer.reached.states < 300_000
    assert {one.reason for one in answer.verdicts} == {REASONS["memory"]}


def test_no_more_time_than_it_may_take() -> None:
    subject = program(COUNTERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", "cc -O0 -DNOT_COMPILED_YET")
        answer = verified(subject, budget=Budget(deadline=0.0))
    assert answer.reached is None
    assert {one.reason for one in answer.verdicts} == {REASONS["time"]}
    verified(subject, budget=Budget(bound=0))
    answer = verified(subject, budget=Budget(deadline=0.0))
    assert answer.reached is not None
    assert (answer.reached.states <= 1, answer.reached.interrupted) == (True, "time")


class _Impatient(Silence):
    """Presses Ctrl-C when it hears of progress."""

    def explored(self, _: Progress) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_leaves_what_was_found() -> None:
    subject = program(COUNTERS)
    answer = CompiledEngine().verify(subject, subject.properties, UNLIMITED, _Impatient())
    assert answer.reached is not None
    assert answer.reached.interrupted == "keyboard"
    assert 0 < answer.reached.states < 4_000_000
    assert {one.reason for one in answer.verdicts} == {REASONS["keyboard"]}


@pytest.mark.usefixtures("plain")
def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert verified(program(STUCK)).reached is not None
