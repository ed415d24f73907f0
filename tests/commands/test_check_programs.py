"""`vsym check` of programs: verdicts, symmetries, errors of the model, and functions with side effects."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import vsym as library
from tests.support.drawn import chosen
from tests.support.running import Refused, Vsym, document

pytestmark = pytest.mark.usefixtures("programs")

PAIR = """
type Item: 1 .. 2;
var x: array [Item] of 0 .. 2;
startstate begin x[1] := 0; x[2] := 0; end;
ruleset i: Item do
  rule "lose" forall j: Item do !isundefined(x[j]) end ==> begin undefine x[i]; end;
  rule "find" isundefined(x[i]) ==> begin x[i] := 0; end;
end;
--! ctl large: EF (x[2] > 9)
"""


def test_verdicts_and_status(vsym: Vsym) -> None:
    assert vsym("check", "lock.m", "-q").status == 0
    ran = vsym("check", "broken.m")
    assert ran.status == 10
    assert re.search(r"mutex +violated", ran.out)
    assert "enter, p = Proc_" in ran.out
    assert vsym("check", "network.m", "--deadlock", "off", "-q").status == 0


def test_an_error_names_line_and_rule(vsym: Vsym) -> None:
    ran = vsym("check", "failing.m")
    assert ran.status == 10
    assert "on: `line` has no element 3 (failing.m:4:31)" in ran.out


def test_symmetry_is_used_and_can_be_turned_off(vsym: Vsym) -> None:
    orbits, plain = (
        json.loads(vsym("check", "lock.m", *options, "--json").out)["exploration"]
        for options in ((), ("--group", "none"))
    )
    assert (orbits["states"], orbits["rules_fired"], orbits["represented"]) == (7, 18, 20)
    assert (plain["states"], plain["rules_fired"]) == (20, 48)


def test_a_detected_rotation_is_used(vsym: Vsym) -> None:
    """A ring without any scalarset: one state of each orbit, all of them counted, and a path of concrete states."""
    plain, orbits = (
        json.loads(vsym("check", "ring.m", "--group", name, "--json").out) for name in ("none", "detected")
    )
    assert plain["quotient"] is None
    assert orbits["quotient"] == {
        "kind": "ordinary",
        "order": 4,
        "exact": True,
        "scalarsets": [],
        "factors": [{"text": "C4", "order": 4, "strategy": "least image", "exact": True}],
    }
    assert orbits["exploration"]["states"] < plain["exploration"]["states"]
    assert orbits["exploration"]["represented"] == plain["exploration"]["states"]
    verdicts = [[prop["verdict"] for prop in one["properties"]] for one in (plain, orbits)]
    assert verdicts == [["holds", "violated"]] * 2
    said = " ".join(vsym("check", "ring.m", "--group", "detected").out.split())
    assert "symmetric under C4, order 4 (by least images): orbits of up to 4 states" in said


def test_scalarsets_stay_what_they_are_among_detected_symmetries(vsym: Vsym) -> None:
    """All that is detected of the lock is declared: `auto` does as `declared` does."""
    names = ("declared", "auto")
    declared, found = (json.loads(vsym("explore", "lock.m", "--group", name, "--json").out) for name in names)
    assert declared["exploration"]["states"] == found["exploration"]["states"]
    assert found["quotient"]["scalarsets"] == declared["quotient"]["scalarsets"] == ["Proc"]
    assert found["quotient"]["factors"] == []


def turned(by: int) -> list[list[str]]:
    """A rotation of the ring, in the program's own names."""
    names = [f"{of}[{{}}]" for of in ("fork", "state")]
    return [[name.format(place), name.format((place + by) % 4)] for name in names for place in range(4)]


def test_generators_in_a_file_are_proved_before_they_are_used(tmp_path: Path, vsym: Vsym, refused: Refused) -> None:
    tmp_path.joinpath("half.json").write_text(json.dumps({"group": {"generators": [turned(2)]}}))
    assert json.loads(vsym("check", "ring.m", "--group", "half.json", "--json").out)["quotient"]["order"] == 2
    tmp_path.joinpath("wrong.json").write_text(json.dumps([turned(1), turned(2)[:4]]))
    assert 'error[VS451]: generator 2 is not a symmetry: rule "left" with p = 0 has no counterpart' in refused(
        "check", "ring.m", "--group", "wrong.json"
    )
    tmp_path.joinpath("values.json").write_text('[[["fork[0]=true", "fork[1]=false"]]]')
    assert "values.json: generator 1: 2 slots become `fork[1]`" in refused("check", "ring.m", "--group", "values.json")


def test_a_generator_keeps_where_conditions_end_in_errors(tmp_path: Path, vsym: Vsym) -> None:
    """The property is never true, and stays so where its two items are exchanged; the places of its errors do not: of
    two states, one with an error, vsym would look at the other one alone."""
    tmp_path.joinpath("pair.m").write_text(PAIR)
    tmp_path.joinpath("exchange.json").write_text('[[["x[1]", "x[2]"], ["x[2]", "x[1]"]]]')
    ran = vsym("check", "pair.m", "--group", "exchange.json")
    assert ran.status == 10
    assert "every state is explored" in ran.out
    assert "the properties keep no symmetry" in ran.out
    assert "`x[2]` is undefined" in ran.out
    assert vsym("explore", "pair.m", "--group", "exchange.json").status == 0


HIDING = """
const N: 2;
type P: scalarset(N); Q: scalarset(2);
var n: 0..2; at: array [P] of boolean; last: array [Q] of boolean;
startstate n := 0; for p: P do at[p] := false end; for q: Q do last[q] := false end; end;
ruleset p: P do
  rule "come" !at[p] ==> at[p] := true; end;
  rule "count" at[p] ==> assert n < 2; at[p] := false; n := n + 1; end;
end;
invariant "small" n < 3;
--! ctl each: forall q: Q do AG !last[q] end
"""


WAYS = ("compiled", "interpreted", "mdd", "smt", "compiled --store kept", "smt --as counters --for-all N")
OTHERS = ("explicit", "compiled --group detected", "explicit --as counters", "smt --as counters", "compiled --all")


@pytest.mark.parametrize("engine", chosen(WAYS, WAYS + OTHERS))
def test_errors_are_said_whatever_is_asked(engine: str, vsym: Vsym) -> None:
    Path("hiding.m").write_text(HIDING)
    result = vsym("check", "hiding.m", "--prop", "small", "--json", "--engine", *engine.split())
    assert result.status == 10
    [small, errors] = json.loads(result.out)["properties"]
    assert (small["name"], small["verdict"]) == ("small", "unknown" if "first" in engine else "holds")
    assert (errors["name"], errors["verdict"]) == ("errors", "violated")
    assert errors["error"]["line"] == 8
    assert errors["trace"]["states"]


def test_errors_are_said_of_a_property_that_needs_another_run(vsym: Vsym) -> None:
    Path("hiding.m").write_text(HIDING)
    result = vsym("check", "hiding.m", "--prop", "small", "--prop", "each", "--group", "auto")
    assert result.status == 10
    assert result.out.count("errors is violated, as this path shows:") == 1
    assert "`n < 2` is false (hiding.m:8:26)" in result.out


def test_nothing_is_said_of_errors_that_are_not_reached_nor_asked(vsym: Vsym) -> None:
    Path("hiding.m").write_text(HIDING.replace("assert", "assume"))
    assert "errors" not in vsym("check", "hiding.m", "--prop", "small").out


def test_everybody_says_errors(vsym: Vsym) -> None:
    Path("hiding.m").write_text(HIDING)
    assert document(vsym("explore", "hiding.m", "--json"))["errors"]["verdict"] == "violated"
    assert "`errors` is violated" in vsym("sweep", "hiding.m", "-D", "N=2", "--prop", "small").out
    crossed = vsym("check", "hiding.m", "--prop", "small", "--cross-check").out
    assert "errors" in crossed
    assert "violated" in crossed
    said = {one.property.name: one.verdict.outcome for one in library.check("hiding.m", properties=("small",)).outcomes}
    assert said == {"small": "holds", "errors": "violated"}


EFFECTS = """
type P: scalarset(2);
var x, y: 0..3; at: array [P] of boolean; seen: 0..3;
function next(): boolean; begin x := (x + 1) % 4; return x = 1; end;
startstate x := 0; y := 0; seen := 0; for p: P do at[p] := false end; end;
ruleset p: P do rule "go" !at[p] & next() ==> at[p] := true; y := x; end; end;
rule "back" next() ==> x := 0; end;
invariant "seen" y < 2 & (next() | true);
"""


def test_guards_that_change_variables_are_run_on_a_copy(vsym: Vsym) -> None:
    Path("effects.m").write_text(EFFECTS)
    refused = vsym("check", "effects.m")
    assert (refused.status, refused.err.count("error[VS347]")) == (2, 3)
    assert "`--side-effects allow` runs them on a copy" in refused.err
    ways = (["compiled"], ["interpreted", "--group", "none"], ["compiled", "--store", "kept"])
    for engine in chosen(ways[:2], ways):
        record = document(vsym("check", "effects.m", "--side-effects", "allow", "--json", "--engine", *engine))
        assert [one["verdict"] for one in record["properties"]] == ["holds", "violated", "holds"]
        # From x = 0, the guard makes x = 1 and the body goes on from there; from x = 1, it is false, and x stays 1.
        [deadlock] = [one["trace"] for one in record["properties"] if one["trace"]]
        assert [state["values"]["x"] for state in deadlock["states"]] == ["0", "1"]
        assert [state["values"]["y"] for state in deadlock["states"]] == ["0", "1"]


@pytest.mark.parametrize("options", ["--engine mdd", "--engine smt", "--as counters", "--group detected"])
def test_who_cannot_run_such_guards_refuses_them(options: str, refused: Refused) -> None:
    Path("effects.m").write_text(EFFECTS)
    assert "effects.m:6:27" in refused("check", "effects.m", "--side-effects", "allow", *options.split())


def test_what_depends_on_an_order_stays_refused(vsym: Vsym) -> None:
    quantified = EFFECTS.replace("!at[p] & next()", "forall q: P do !at[q] & next() end")
    Path("effects.m").write_text(quantified)
    assert "effects.m:6:42: error[VS362]" in vsym("check", "effects.m", "--side-effects", "allow").err
    Path("effects.m").write_text(EFFECTS.replace("x := (x + 1) % 4;", "x := (x + 1) % 4; assume x < 3;"))
    assert vsym("check", "effects.m", "--side-effects", "allow").err.count("`next` contains an `assume`") == 3
