"""Generators that keep the steps of a program and not its start states: verdicts are those of all states."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import vsym
from tests.checking.test_strategies import STRATEGIES, checked, plainly, verdicts
from tests.support.drawn import many
from tests.support.generated_alike import KINDS, SIZE, alike
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.groups.choosing import ChosenGroup, given_group
from vsym.checking.question import Strategy
from vsym.exchange.generators import generators
from vsym.models.program.program import Program

EXCHANGES = {"set": b"swap Proc 0 1\nswap Proc 1 2\n", "ring": b"rotate Proc\n"}

FALLING = """
    type Proc: 0..1;
    var at: array [Proc] of 1..3; bad: boolean;
    startstate at[0] := 3; at[1] := 2; bad := false; end;
    ruleset p: Proc do
      rule "up" at[p] = 1 ==> at[p] := 3 end;
      rule "down" at[p] = 3 ==> at[p] := 1 end;
      rule "fall" at[p] = 2 ==> at[p] := 1; bad := true end;
    end;
    invariant "good" !bad;
"""


def begun_unlike(seed: int, kind: str) -> Program:
    """A drawn program of numbered processes, the steps of all of them alike, that do not begin alike."""
    draw = Random(f"{kind} {seed}")
    text = alike(draw, kind).replace(f"scalarset({SIZE})", f"0..{SIZE - 1}")
    other = f"at[{draw.randrange(SIZE)}] := {draw.randint(1, 2)};"
    other += draw.choice(["", f" last := {draw.randrange(SIZE)};"])
    lines = text.replace("on := false; end;", f"on := false; {other} end;").splitlines()
    # What is fair must be kept. Formulas of paths for each process tell all of them apart, and those of linear time
    # need many automata.
    apart = re.compile(r"--! (fair.*at.\d|ltl.*Proc do" + (r"|ctl.*: (forall|exists) p: )" if seed % 3 else ")"))
    return load_program("\n".join(one for one in lines if not apart.match(one)))


def given(subject: Program, kind: str, *, asymmetric: bool = True) -> ChosenGroup:
    """The group of the processes' exchanges."""
    maps = generators(subject.layout, EXCHANGES[kind], "file")
    return given_group(subject, maps, "file", UNLIMITED, asymmetric=asymmetric)


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_are_those_of_all_states(kind: str) -> None:
    permuted, said = set(), set()
    # In the programs of the first seeds, properties keep no symmetry, or none holds.
    for seed in range(2, 2 + many(1)):
        subject = begun_unlike(seed, kind)
        plain = plainly(subject)
        assert plain.reached is not None
        with pytest.raises((DiagnosticError, RefusedError)):
            given(subject, kind, asymmetric=False)
        chosen = given(subject, kind)
        assert not chosen.starts_kept
        assert chosen.unproved is None
        for strategy in STRATEGIES:
            found = checked(subject, chosen, Strategy(strategy))
            assert verdicts(found) == verdicts(plain), (seed, strategy)
            said |= {*verdicts(found).values()}
            assert found.reached is not None
            if not found.reached.complete:
                continue
            assert found.reached.represented == (plain.reached.states if found.reached.strategy == "full" else None)
            if found.explorations[0].orbits is not None:
                permuted.add(strategy)
                assert found.explorations[0].orbits <= plain.reached.states
                assert found.reached.depth is None
    assert said >= {"holds", "violated"}
    assert permuted == {*STRATEGIES}


def test_where_images_lead_no_rule_is_left_out() -> None:
    """The first process never has the value 2, which the second one begins with: their ranges are the same."""
    subject = load_program(FALLING)
    maps = generators(subject.layout, b"swap Proc 0 1", "file")
    chosen = given_group(subject, maps, "file", UNLIMITED, asymmetric=True)
    for strategy in STRATEGIES:
        found = checked(subject, chosen, Strategy(strategy))
        assert verdicts(found)["good"] == "violated"
        assert found.reached is not None
        assert found.reached.left_out == 0


def test_only_decision_diagrams_take_them(tmp_path: Path) -> None:
    file = tmp_path / "swap.txt"
    file.write_text("swap Proc 0 1\n")
    program = load_program(FALLING.replace("at[1] := 2", "at[1] := 1"))
    found = vsym.check(program, engine="mdd", group=str(file))
    assert [one.verdict.outcome for one in found.outcomes] == ["holds"] * 3
    assert found.notes == (
        f"{file} does not map start states to start states: vsym counts orbits, but not how much of each is reached",
    )
    with pytest.raises(DiagnosticError, match=r"(?s)VS451.*start states to start states.*--engine mdd"):
        vsym.check(program, engine="compiled", group=str(file))


def test_a_generator_that_does_not_keep_the_steps_is_refused() -> None:
    subject = load_program("""
        type Proc: 0..1;
        var at: array [Proc] of 0..1;
        startstate at[0] := 0; at[1] := 1; end;
        rule "first" at[0] = 0 ==> at[0] := 1 end;
        rule "second" at[1] = 0 & at[0] = 1 ==> at[1] := 1 end;
    """)
    given = generators(subject.layout, b"swap Proc 0 1", "file")
    for asymmetric in (False, True):
        with pytest.raises((DiagnosticError, RefusedError)):
            given_group(subject, given, "file", UNLIMITED, asymmetric=asymmetric)
