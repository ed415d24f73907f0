"""The group up to which vsym explores a program; an unproved one yields no verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.engines.compiled.literal_groups import named, program
from tests.support.composing import checked_by_runs, run_by
from tests.support.hand_programs import LOCK, NETWORK, RING
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import ChosenGroup, chosen_group, given_group
from vsym.checking.groups.names import AUTO, DETECTED, GROUPS
from vsym.checking.question import MDD, Strategy
from vsym.checking.ways import Way, way
from vsym.engines.compiled.quotient.quotient import Quotient, quotient
from vsym.exchange.generators import Generator
from vsym.languages.murphi.text import text as parsed
from vsym.models.program.program import Dialect, Program
from vsym.models.program.renaming import Factor, SymmetryGroup
from vsym.models.program.semantics import replayed

TWO_FLAGS = (
    LOCK.replace("owner: Proc;", "owner: Proc; left: boolean; right: boolean;").replace(
        "lock := false; end;", "lock := false; left := false; right := false; end;"
    )
    + 'rule "left" true ==> left := !left end; rule "right" true ==> right := !right end;'
)
"""A lock beside two flags that are alike."""

PROPERTIES = """
invariant "first" state[0] != eats;
--! ltl ever: G F exists p: place do state[p] = eats end
invariant "one" exists p: place do state[p] != eats end;
"""
"""The first one names a place."""

SUITES = """
const flags: 3; tests: 4;
type flag: 0 .. flags - 1; test: 1 .. tests;
var tried: array [flag] of array [test] of boolean; made: 0 .. tests;
startstate undefine tried; made := 0 end;
ruleset v: 0 .. 7 do
  rule "add" made < tests ==> made := made + 1;
    tried[0][made] := v % 2 = 1; tried[1][made] := v / 2 % 2 = 1; tried[2][made] := v / 4 % 2 = 1 end
end;
function both(f: flag; g: flag; a: boolean; b: boolean): boolean;
begin return exists i: test do i <= made & tried[f][i] = a & tried[g][i] = b end end;
invariant "suite" !(forall f: flag do forall g: flag do f < g ->
  forall a: boolean do forall b: boolean do both(f, g, a, b) end end end end);
"""
"""The invariant has too many cases to be known, and ends in errors in states that are not reached."""


def checked(subject: Program, chosen: ChosenGroup, budget: Budget = UNLIMITED) -> Checked:
    """A program checked up to a group, on decision diagrams: a program in C takes longer to be compiled."""

    def by(quotient: Quotient) -> Way:
        return way(MDD, quotient, up_to=Strategy("within").up_to(subject, quotient, MDD, budget))

    return checked_by_runs(subject, chosen.runs, by, budget)


def outcomes(found: Checked) -> list[str]:
    """The verdicts."""
    return [one.verdict.outcome for one in found.outcomes]


def rotation(subject: Program, by: int, of: Sequence[str] = ("fork", "state")) -> SymmetryGroup:
    """A rotation of the ring, or of a part of it alone."""
    moves = {f"{name}[{place}]": f"{name}[{(place + by) % 4}]" for name in of for place in range(4)}
    return SymmetryGroup(generators=(named(subject, moves),))


def given(group: SymmetryGroup) -> tuple[Generator, ...]:
    """The generators of a group as a file gives them."""
    return tuple(Generator(f"generator {number}", one) for number, one in enumerate(group.generators, 1))


@pytest.mark.parametrize("model", [RING, TWO_FLAGS], ids=["ring", "flags"])
def test_every_group_gives_the_same_verdicts_and_counts(model: str) -> None:
    subject = program(model)
    found = [checked(subject, chosen_group(subject, UNLIMITED, name)) for name in GROUPS]
    plain = found[GROUPS.index("none")]
    assert plain.reached is not None
    for one in found:
        assert outcomes(one) == outcomes(plain)
        assert one.reached is not None
        assert plain.reached.states == (one.reached.represented or one.reached.states)


def test_scalarsets_together_with_what_is_detected() -> None:
    """The scalarset stays one, beside the exchange of the flags, which it leaves alone."""
    subject = program(TWO_FLAGS)
    by = chosen_group(subject, UNLIMITED, AUTO).runs[0].quotient
    assert (by.scalarsets, by.factors) == (subject.scalarsets, (Factor(2, "sorting"),))
    alone = chosen_group(subject, UNLIMITED, DETECTED).runs[0].quotient
    assert (alone.scalarsets, {one.order for one in alone.factors}) == ((), {6, 2})


FAIR = """
type side: 0..1;
var on: array [side] of boolean;
startstate for s: side do on[s] := false; end; end;
ruleset s: side do
  rule "on" !on[s] & !on[1 - s] ==> on[s] := true; end;
  rule "off" on[s] ==> on[s] := false; end;
end;
--! fair on[0]
--! fair on[1]
--! ltl never: F G false
"""
"""A path that visits both sides for ever visits a single orbit, in which nobody sees whether the path is fair."""


def test_fairness_constraints_are_not_exchanged() -> None:
    subject = program(FAIR)
    plain, reduced = (checked(subject, chosen_group(subject, UNLIMITED, name)) for name in ("none", DETECTED))
    assert outcomes(plain) == outcomes(reduced) == ["holds", "holds", "violated"]
    assert not chosen_group(subject, UNLIMITED, DETECTED).runs[0].quotient
    either = program(FAIR.replace("--! fair on[1]", "").replace("on[0]\n", "on[0] | on[1]\n"))
    assert chosen_group(either, UNLIMITED, DETECTED).runs[0].quotient


def test_a_property_that_names_a_place_leaves_no_rotation() -> None:
    subject = program(RING + PROPERTIES)
    chosen = chosen_group(subject, UNLIMITED, DETECTED)
    assert [bool(run.quotient) for run in chosen.runs] == [False]
    assert chosen.notes == ("the properties keep no symmetry",)
    others = program(RING + PROPERTIES.split(";", 1)[1])
    assert chosen_group(others, UNLIMITED, DETECTED).runs[0].quotient.factors == (Factor(4, "least image"),)


def test_what_cannot_be_detected_is_said_or_refused() -> None:
    subject = program(NETWORK)
    with pytest.raises(RefusedError, match="multisets"):
        chosen_group(subject, UNLIMITED, DETECTED)
    chosen = chosen_group(subject, UNLIMITED, AUTO)
    assert "no symmetry is detected: " in chosen.notes[0]
    assert not chosen.runs[0].quotient.factors


def test_errors_of_conditions_that_are_not_known_are_no_bug_of_symmetries() -> None:
    chosen = chosen_group(program(SUITES), UNLIMITED, AUTO)
    assert not chosen.runs[0].quotient
    assert chosen.notes == ("no symmetry is detected: it is unknown which symmetries keep the properties",)


def test_what_is_given_is_proved() -> None:
    subject = program(RING)
    chosen = given_group(subject, given(rotation(subject, 2)), "file", UNLIMITED)
    assert (chosen.runs[0].quotient.factors, chosen.unproved) == ((Factor(2, "sorting"),), None)
    lost = r"generator 1 is not a symmetry: rule \"left\" with p = 0 has no counterpart"
    with pytest.raises(DiagnosticError, match=lost):
        given_group(subject, given(rotation(subject, 1, ["fork"])), "file", UNLIMITED)


def test_no_verdict_follows_from_what_is_not_proved() -> None:
    """Up to a wrong group every property is unknown, except an invariant that a replayed path violates."""
    subject = program(RING + PROPERTIES)

    def found_by(group: SymmetryGroup) -> Checked:
        return run_by(subject, replace(way("compiled", quotient(subject.layout, group)), unproved="it is not proved"))

    for outcome in found_by(rotation(subject, 1, ["state"])).outcomes:
        if outcome.verdict.outcome != "unknown":
            assert (outcome.property.logic, outcome.verdict.outcome) == ("invariant", "violated")
            assert outcome.run is not None
            replayed(subject, outcome.run.path)
        else:
            assert outcome.verdict.reason == "it is not proved"
            assert outcome.run is None
    assert outcomes(found_by(rotation(subject, 1))) == ["unknown", "violated", "violated", "unknown", "unknown"]


def test_ringsets_are_rotated_unless_they_are_ranges() -> None:
    """A ring with a token: 2^3 states for each of 3 places, of which rotations leave a third."""
    model = """type Seat: ringset(3); var token: Seat; idle: array [Seat] of boolean;
    ruleset s: Seat do
      startstate token := s; for t: Seat do idle[t] := true end end;
      rule token = s & idle[s] ==> token := s + 1 end; rule idle[s] := !idle[s] end
    end;"""
    text = parsed(Source("ring.m", model), UNLIMITED)
    plain, ring = text.with_dialect(Dialect(scalarset="range")).at({}), text.at({})
    for chosen in (chosen_group(plain, UNLIMITED), chosen_group(ring, UNLIMITED, rotated=False)):
        [run] = chosen.runs
        assert not run.quotient
    assert "does not rotate" in chosen.notes[-1]
    [run] = chosen_group(ring, UNLIMITED).runs
    reached = run_by(ring, "compiled", run.quotient).reached
    assert reached is not None
    assert (reached.states, reached.represented) == (8, 24)
