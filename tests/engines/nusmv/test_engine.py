"""Peculiarities of NuSMV: its traces, the names that it knows, fair paths, and the text of its models."""

from __future__ import annotations

from dataclasses import replace

import pytest

import vsym
from tests.engines.nusmv.checks import verdicts
from tests.support.composing import reduced
from tests.support.present import present
from tests.system.judging import check_path, structure
from tests.system.systems import (
    asked,
    at,
    ctl,
    fairness,
    invariant,
    ltl,
    move,
    readers_and_writers,
    registers,
    tokens,
    variable,
)
from vsym.basics.source import DiagnosticError
from vsym.exchange.smv.system import prepare, system_model
from vsym.logic.formula import FALSE, Temporal, compare, conjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.system.step import refutes
from vsym.system.system import Event, System, Variable


def switch(*names: str) -> System:
    """A token that goes to and fro between the first two of some places, or leaves for the last and stays."""
    first, second, last = names
    everyone = compare(linear([(Named(name), 1) for name in names]), "=", Linear((), 1))
    moves = (move(first, second), move(second, first), move(first, last))
    return System("switch", tuple(variable(name, 0, 1) for name in names), everyone, at(first, "=", 1), moves)


SWITCH = switch("A", "B", "Out")
STAYS, AWAY, LEAVES = (at(name, ">=", 1) for name in ("A", "B", "Out"))


def test_fairness_leaves_out_unfair_paths() -> None:
    properties = [ctl("AF", LEAVES), invariant("never_away", negate(AWAY))]
    fair = replace(SWITCH, fairness=fairness(LEAVES))
    assert [v.outcome for v in verdicts(SWITCH, properties)] == ["violated", "violated"]
    assert [v.outcome for v in verdicts(fair, properties)] == ["holds", "violated"]
    # On a path that stays away from Out for ever, and only those are fair now, Out is never reached.
    fair = replace(SWITCH, fairness=fairness(AWAY))
    assert verdicts(fair, [invariant("never_out", negate(LEAVES))])[0].outcome == "holds"


def test_traces_end_in_loops_and_deadlocks_stutter() -> None:
    out, back = verdicts(SWITCH, [ctl("AF", LEAVES), ltl("G", Temporal("F", (STAYS,)))])
    assert out.path is not None
    check_path(structure(SWITCH), out.path)
    assert out.path.loop is not None
    assert not any(state[2] for state in out.path.states)
    assert back.path is not None
    check_path(structure(SWITCH), back.path)
    assert back.path.states[-1] == (0, 0, 1)
    assert back.path.steps[-1] is None


def test_an_initial_state_alone_is_shown_only_where_it_tells_something() -> None:
    unexplained = ctl("AU", Temporal("AF", (FALSE,)), FALSE)
    never, at_once = verdicts(SWITCH, [ctl("EF", conjunction([STAYS, AWAY])), ctl("AG", AWAY)])
    assert (never.outcome, never.path) == ("violated", None)
    assert present(at_once.path).states == ((1, 0, 0),)
    [until] = verdicts(replace(SWITCH, fairness=fairness(STAYS)), [unexplained])
    assert (until.outcome, until.path) == ("violated", None)


def test_a_path_goes_on_after_a_conjunction() -> None:
    """NuSMV's own counterexample to a conjunction is the state where it fails."""
    leaves = Temporal("AX", (LEAVES,))
    now, later = verdicts(SWITCH, [asked("ctl", conjunction([leaves, STAYS])), ctl("AG", conjunction([leaves, STAYS]))])
    assert present(now.path).states == present(later.path).states == ((1, 0, 0), (0, 1, 0))


def test_a_path_that_ends_where_it_was_is_a_loop_only_if_that_is_fair() -> None:
    system = replace(SWITCH, events=(Event("stay", "stay", STAYS, ()), move("A", "Out")))
    [unfair] = verdicts(replace(system, fairness=fairness(LEAVES)), [ctl("AX", LEAVES)])
    [fair] = verdicts(replace(system, fairness=fairness(STAYS)), [ctl("AX", LEAVES)])
    assert present(unfair.path).states == present(fair.path).states == ((1, 0, 0), (1, 0, 0))
    assert (present(unfair.path).loop, present(fair.path).loop) == (None, 0)


def test_what_is_an_invariant_in_other_words_is_checked_as_one() -> None:
    """Its path ends where it is broken, as an invariant's does, and does not go on to a loop."""
    kept = negate(LEAVES)
    words = [
        invariant("p", kept),
        ltl("G", kept),
        ctl("AR", FALSE, kept),
        asked("ctl", conjunction([Temporal("AG", (kept,)), Temporal("AG", (at("Out", "<=", 1),))])),
    ]
    paths = [verdict.path for verdict in verdicts(SWITCH, words)]
    assert [path and (path.states, path.loop) for path in paths] == [(((1, 0, 0), (0, 0, 1)), None)] * 4


@pytest.mark.parametrize("names", [("T", "next", "stutter"), ("L[1]", "L_1", "stuck"), ("choice", "A", "main")])
def test_any_names_will_do(names: tuple[str, str, str]) -> None:
    [verdict] = verdicts(switch(*names), [asked("ctl", negate(Temporal("EF", (at(names[2], ">=", 1),))), "AG")])
    assert verdict.path is not None
    assert verdict.path.states == ((1, 0, 0), (0, 0, 1))
    assert verdict.path.steps == (2,)


def test_a_flag_is_passed_to_and_fro() -> None:
    """Two pairs of places: a token of the first sets the flag, one of the second clears it."""
    flag = Variable("flag", Linear(), Linear((), 1), boolean=True, about="flag")
    toggled = ("flag", linear([(Named("flag"), -1)], 1))
    moves = tuple(
        replace(event, update=(*event.update, toggled))
        for event in (move("#A[P]", "#B[P]", at("flag", "=", 1)), move("#A[Q[1]]", "#B[Q[1]]", at("flag", "=", 0)))
    )
    places = tuple(variable(event.update[end][0], 0, 2 - one) for one, event in enumerate(moves) for end in (0, 1))
    sums = [compare(linear([(a.atom, 1), (b.atom, 1)]), "=", b.high) for a, b in (places[:2], places[2:])]
    initial = conjunction([at("#A[P]", "=", 2), at("#A[Q[1]]", "=", 1), at("flag", "=", 1)])
    system = System("flag", (*places, flag), conjunction(sums), initial, moves)
    everybody = conjunction([at("#B[P]", "=", 2), at("#B[Q[1]]", "=", 1)])
    [verdict] = verdicts(system, [ctl("AG", negate(everybody))])
    assert verdict.path is not None
    assert verdict.path.states == ((2, 0, 1, 0, 1), (1, 1, 1, 0, 0), (1, 1, 0, 1, 1), (0, 2, 0, 1, 0))
    assert verdict.path.steps == (0, 1, 0)


def test_no_tokens_at_all() -> None:
    some = at("p0", ">=", 1)
    answers = verdicts(readers_and_writers(0, 3), [asked("ctl", some), invariant("q", negate(some))])
    assert [verdict.outcome for verdict in answers] == ["violated", "holds"]


def test_each_case_has_a_line() -> None:
    text = system_model(prepare(tokens()))
    assert "    choice = give & b < 3 : b + 2;\n    choice = take & b > 0 : b - 1;\n" in text
    for line in (
        "choice = turn & c >= 3 : TRUE;",
        "choice = turn & c <= 2 : flag;",
        "choice = take : !flag;",
    ):
        assert f"    {line}\n" in text
    assert "  a = 0 & b = 4 & c = 0 &\n  a + c <= 4 &\n  !flag\n" in text


def test_what_nusmv_cannot_hold_has_the_name_of_the_system_where_it_has_no_place() -> None:
    wide = replace(registers(), variables=(*registers().variables[:2], variable("z", 0, 1_000_000)), events=())
    with pytest.raises(DiagnosticError) as refusal:
        prepare(wide)
    assert str(refusal.value).startswith("registers: error[VS412]: `z` has 1000001 values")


AGAIN = """system again
states N, T
group R of 2
group W of 2
init N
trans N -> T { R: #N[R] > 1 | #T = 1  else: false }
trans T -> N
ltl met: G (#T >= 5 U F #T >= 2)
"""
"""The path that NuSMV gives is in one state three times before it ends there, and `#T >= 2` between the first two."""


def test_it_repeats_from_where_the_property_is_refuted() -> None:
    system = reduced(vsym.load(AGAIN)).system
    [verdict] = verdicts(system, system.properties)
    assert verdict.path is not None
    [met] = system.properties
    assert refutes(system, met.formula, verdict.path.states, present(verdict.path.loop))
