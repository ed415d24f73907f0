"""The commands on programs: what they print, how they end, and JSON as its schema says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import vsym as library
from tests.support.hand_programs import BROKEN, FAILING, LOCK, NETWORK, RING
from tests.support.running import Refused, Vsym, document
from vsym.basics.options import RefusedError
from vsym.show.notebook import Loaded, Result

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


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs as files in the working directory."""
    for name, text in {"lock": LOCK, "broken": BROKEN, "network": NETWORK, "failing": FAILING, "ring": RING}.items():
        tmp_path.joinpath(f"{name}.m").write_text(text)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        "check lock.m",
        "check broken.m",
        "check failing.m --all",
        "check network.m --group none",
        "check ring.m --group auto",
        "explore ring.m --group detected",
        "check lock.m --timeout 0",
        "explore lock.m",
        "explore network.m",
        "explore lock.m --method plain",
        "symmetry lock.m",
        "symmetry ring.m --deep",
        "symmetry network.m",
        "draw lock.m",
        "draw ring.m --what group",
        "draw lock.m --what representatives --hint !lock",
        "draw lock.m -D N=2 --what diagrams",
        "report broken.m",
    ],
)
def test_every_document_is_valid(command: str, vsym: Vsym) -> None:
    assert document(vsym(*command.split(), "--json"))["kind"] == "program"


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


def test_constants_are_parameters(vsym: Vsym) -> None:
    states = [json.loads(vsym("explore", "lock.m", "-D", f"N={n}", "--method", "plain", "--json").out) for n in (2, 3)]
    assert [one["exploration"]["states"] for one in states] == [8, 20]
    assert vsym("explore", "lock.m", "-D", "M=2").status == 2


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


def test_what_symmetry_prints_is_a_file_for_group(vsym: Vsym) -> None:
    assert vsym("symmetry", "ring.m", "--json", "-o", "found.json").status == 0
    read, detected = (
        json.loads(vsym("explore", "ring.m", "--group", name, "--json").out) for name in ("found.json", "detected")
    )
    assert read["quotient"] == detected["quotient"]
    assert read["exploration"]["states"] == detected["exploration"]["states"]


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
    """What the property says is never true, and stays so where its two items are exchanged; where it is an error does
    not: of two states, one with an error, only the other one would be looked at."""
    tmp_path.joinpath("pair.m").write_text(PAIR)
    tmp_path.joinpath("exchange.json").write_text('[[["x[1]", "x[2]"], ["x[2]", "x[1]"]]]')
    ran = vsym("check", "pair.m", "--group", "exchange.json")
    assert ran.status == 10
    assert "every state is explored" in ran.out
    assert "the properties keep no symmetry" in ran.out
    assert "`x[2]` is undefined" in ran.out
    assert vsym("explore", "pair.m", "--group", "exchange.json").status == 0


def test_the_group_of_a_program_is_told_whole_or_in_a_line(vsym: Vsym) -> None:
    ran = vsym("symmetry", "ring.m", "-q")
    assert (ran.status, ran.out) == (0, "group C4, 4 symmetries, proved\n")
    found = json.loads(vsym("symmetry", "ring.m", "--json").out)
    assert found["reason"] is None
    group = found["group"]
    assert (group["order"], group["checked"], group["structure"]["text"]) == (4, "proved", "C4")
    assert [one["breaking"] for one in group["types"]] == [
        [{"rule": "right", "at": "ring.m:8:3"}, {"rule": "done", "at": "ring.m:9:3"}]
    ]


def test_a_program_that_no_group_is_detected_of_is_told_why(vsym: Vsym) -> None:
    ran = vsym("symmetry", "network.m")
    assert ran.status == 0
    assert "Symmetries were not detected: network.m:1:1: `net` has multisets" in ran.out
    found = json.loads(vsym("symmetry", "network.m", "--json").out)
    assert found["group"] is None
    assert "multisets" in found["reason"]
    late = vsym("symmetry", "ring.m", "--timeout", "0", "--json")
    assert (late.status, json.loads(late.out)["reason"]) == (5, "the time limit was reached")


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.svg", b"<svg "), ("a.png", b"\x89PNG"), ("a.dot", b"digraph "), ("a.mmd", b"---\n"), ("a.md", b"```mermaid")],
)
def test_the_picture_of_a_group_has_every_format(name: str, beginning: bytes, tmp_path: Path, vsym: Vsym) -> None:
    ran = vsym("draw", "ring.m", "--what", "group", "-o", name)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().startswith(beginning)


def test_what_the_picture_of_a_group_leaves_out_is_said_unless_quiet(vsym: Vsym) -> None:
    large = ("draw", "ring.m", "-D", "N=12", "--what", "group", "--format", "dot")
    assert "the picture shows 16 of the 24 variables that symmetries move" in vsym(*large).err
    assert vsym(*large, "-q").err == ""


def test_the_report_says_the_group(vsym: Vsym) -> None:
    written = vsym("report", "ring.m", "--group", "detected").out
    assert "symmetric under C4, order 4 (by least images)" in written
    assert "every state is explored" in vsym("report", "ring.m").out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("abstract lock.m", "VS450"),
        ("emit-smv lock.m --model direct", "--model direct"),
        ("check lock.m --for-all N", "--for-all"),
        ("check lock.m --bound 3", "--bound"),
        ("check lock.m --engine adaptive", "--engine adaptive"),
        ("check lock.m --prop mutec", "did you mean `mutex`?"),
        ("explore lock.m --method adaptive", "--method adaptive"),
        ("draw lock.m --what quotient", "--what quotient"),
        ("draw network.m --what group", "has multisets"),
        ("draw ring.m --what representatives", "every state of `ring` is by itself"),
        ("draw lock.m --what representatives --strategy full", "--what states draws them"),
        ("draw lock.m --what representatives -D N=5", "at most 60 states, and `lock` has 112 states"),
        ("draw lock.m --strategy within", "is for --what representatives, which"),
        ("draw lock.m --what diagrams --hint !lock", "--hint is for --what representatives, which"),
        ("draw lock.m --group detected", "--group is for --what representatives and diagrams, which"),
        ("draw lock.m -D N=16 --what diagrams", "at most 40 nodes, and that of `lock` has "),
        ("explore ring.m --method plain --group auto", "--method plain"),
        ("explore ring.m --method orbit --group none", "--method orbit"),
        ("check ring.m --group detcted", "did you mean `detected`?"),
        ("check ring.m --group detected --engine interpreted", "the interpreter explores every state"),
    ],
)
def test_what_programs_do_not_have_is_said(command: str, message: str, refused: Refused) -> None:
    assert message in refused(*command.split())


def test_traces_go_out_and_come_back(vsym: Vsym) -> None:
    assert vsym("check", "broken.m", "--out-itf", "traces").status == 10
    ran = vsym("replay", "broken.m", "traces/mutex.itf.json")
    assert ran.status == 0
    assert "is a path of broken: 4 steps" in ran.out
    assert vsym("replay", "lock.m", "traces/mutex.itf.json").status == 2


def test_a_trace_stays_in_its_directory_whatever_the_property_is_called(tmp_path: Path, vsym: Vsym) -> None:
    text = "var x: 0..1; startstate x := 0; end; rule x = 0 ==> x := 1; end;"
    stated = "".join(f'invariant "{name}" x = 0;' for name in ("../out", "a/b", "a.b", "w" * 300))
    tmp_path.joinpath("odd.m").write_text(text + stated)
    vsym("check", "odd.m", "--deadlock", "off", "--out-itf", "deep/traces")
    assert {path.parent for path in tmp_path.rglob("*.itf.json")} == {tmp_path / "deep" / "traces"}
    assert len([*tmp_path.rglob("*.itf.json")]) == 4


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_a_sweep_s_document_is_valid_whatever_explores(engine: str, vsym: Vsym) -> None:
    assert document(vsym("sweep", "lock.m", "-D", "N=2", "--engine", engine, "--json"))["rows"]


def test_a_sweep_has_a_row_for_each_size(vsym: Vsym) -> None:
    ran = vsym("sweep", "lock.m", "-D", "N=1:4", "--json")
    rows = json.loads(ran.out)["rows"]
    assert ran.status == 0
    assert [row["reachable_states"] for row in rows] == [3, 5, 7, 9]


def test_a_sweep_up_to_a_group(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    # The column of the group is left out where it does not fit beside a long time.
    monkeypatch.setenv("COLUMNS", "120")
    ran = vsym("sweep", "ring.m", "-D", "N=4", "--group", "detected")
    assert (ran.status, "order 4" in ran.out) == (10, True)
    refused = vsym("sweep", "ring.m", "-D", "N=4", "--group", "ring.json")
    assert (refused.status, "generators in a file are those of one size" in refused.err) == (2, True)


def test_the_library_takes_programs() -> None:
    loaded = library.load("lock.m", N=2)
    result = library.check(loaded)
    assert isinstance(loaded, Loaded)
    assert isinstance(result, Result)
    assert set(result.verdicts.values()) == {"holds"}
    broken = library.check("broken.m")
    assert "is violated" in str(broken.trace("mutex"))
    with pytest.raises(RefusedError, match="programs"):
        library.abstract("lock.m")


HIDING = """
const N: 3;
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


@pytest.mark.parametrize(
    "engine",
    [
        *("compiled", "interpreted", "mdd", "explicit", "smt", "compiled --group detected", "compiled --store kept"),
        *("explicit --as counters", "smt --as counters", "smt --as counters --for-all N", "compiled --all"),
    ],
)
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
    assert "errors is violated" in vsym("explore", "hiding.m").out
    assert document(vsym("explore", "hiding.m", "--json"))["errors"]["verdict"] == "violated"
    assert "`errors` is violated" in vsym("sweep", "hiding.m", "-D", "N=2:3", "--prop", "small").out
    crossed = vsym("check", "hiding.m", "--prop", "small", "--cross-check").out
    assert "errors" in crossed
    assert "violated" in crossed
    said = {one.property.name: one.verdict.outcome for one in library.check("hiding.m", properties=("small",)).outcomes}
    assert said == {"small": "holds", "errors": "violated"}


@pytest.mark.parametrize(
    "command",
    [
        *("check", "check --engine mdd", "check --store kept", "check --group detected", "explore", "symmetry", "draw"),
        *("draw --what group", "emit-smv", "report -o report.html", "step", "sweep", "check --as counters"),
    ],
)
def test_a_program_without_a_start_state_is_an_error(command: str, vsym: Vsym) -> None:
    Path("none.m").write_text('var x: 0..3; startstate x := 1; end; rule x < 3 ==> x := x + 1; end; assume "m" x = 2;')
    name, *options = command.split()
    result = vsym(name, "none.m", *options)
    assert result.status == 2
    assert "none.m:1:81: error[VS322]: assumptions drop every start state: `x = 2` is false" in result.out + result.err
    assert not Path("report.html").exists()


def test_start_states_that_end_in_errors_are_no_symmetric_ones(vsym: Vsym) -> None:
    Path("failing.m").write_text("var x, y: boolean; startstate assert false; end; rule x := y; end;")
    assert vsym("check", "failing.m", "--group", "auto").status == 10
    refused = vsym("check", "failing.m", "--group", "detected")
    assert (refused.status, "every start state of failing ends in an error" in refused.err) == (2, True)
    assert vsym("symmetry", "failing.m").status == 0


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
    for engine in (["compiled"], ["interpreted", "--group", "none"], ["compiled", "--store", "kept"]):
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
    assert vsym("check", "effects.m", "--side-effects", "allow").err.count("`next` assumes something") == 3


@pytest.mark.parametrize("options", [["--engine", "compiled"], ["--store", "kept"]])
def test_compiling_is_told_apart_from_exploring(options: list[str], vsym: Vsym) -> None:
    told = vsym("check", "lock.m", *options).out
    assert re.search(r"^compiled [\d.]+ m?s, explored [\d.]+ m?s$", told, re.MULTILINE)
    again = ["--resume"] if "--store" in options else []
    figures = document(vsym("check", "lock.m", *options, *again, "--json"))["exploration"]
    assert figures["compile_seconds"] >= 0
    assert "compiled" not in vsym("explore", "lock.m", "--engine", "interpreted", "--group", "none").out
    vsym("report", "lock.m", "-o", "lock.html", *(["--engine", "compiled"]))
    assert "<th>compiled" in Path("lock.html").read_text() or ">compiled<" in Path("lock.html").read_text()
    swept = document(vsym("sweep", "lock.m", "-D", "N=2:3", "--json"))
    assert all(row["compile_seconds"] is not None for row in swept["rows"])
