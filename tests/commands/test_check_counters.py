"""`vsym check --as counters`: text, verdicts at all sizes and at large ones, and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.reductions.process_counters.counted_programs import PROGRAMS
from tests.support.hand_programs import COHERENT
from tests.support.running import EXAMPLES, Refused, Vsym, document
from vsym.reductions.process_counters import model as model_of_counters

REFUSED = {
    "VS460": "var next: array [P] of P; startstate undefine next; end; ruleset p: P do rule next[p] := p; end; end;",
    "VS461": "var on: array [P] of boolean; startstate undefine on; end;\nrule on = on ==> undefine on; end;",
    "VS462": "var n: array [P] of 0..9999; m: 0..9999; startstate for p: P do n[p] := 0; end; m := 1; end;\n"
    'ruleset p: P do rule "copy" n[p] := m; m := m + 1; end; end;',
}
"""Programs that cannot be counted, by the code that says so."""


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs as files in the working directory."""
    tmp_path.joinpath("coherent.m").write_text(COHERENT)
    for name in ("sums", "undefined"):
        tmp_path.joinpath(f"{name}.m").write_text(PROGRAMS[name])
    for code, text in REFUSED.items():
        tmp_path.joinpath(f"{code}.m").write_text(f"type P: scalarset(3);\n{text}\n")
    monkeypatch.chdir(tmp_path)


def verdicts(vsym: Vsym, *options: str) -> dict[str, str]:
    record = document(vsym("check", "coherent.m", "--as", "counters", "--json", *options))
    return {one["name"]: one["verdict"] for one in record["properties"]}


def test_what_is_counted_is_told_and_paths_are_those_of_the_program(vsym: Vsym) -> None:
    ran = vsym("check", "coherent.m", "--as", "counters")
    assert ran.status == 10
    assert "counted: Node (3) is used as an index only: 3 local states, 1 pointer" in ran.out
    assert "read, n = Node_2" in ran.out
    assert "reachable counter states" in vsym("explore", "coherent.m", "--as", "counters").out


def test_what_is_said_of_all_sizes_is_so_at_small_ones(vsym: Vsym) -> None:
    everywhere = verdicts(vsym, "--for-all", "N")
    at = [verdicts(vsym, "-D", f"N={size}", "--engine", "explicit") for size in (2, 3, 4)]
    alone = {"errors": "holds", "deadlock": "violated", "one owner": "holds", "two do not share": "holds"}
    ran = vsym("check", "coherent.m", "-D", "N=1", "--json")
    assert {one["name"]: one["verdict"] for one in json.loads(ran.out)["properties"]} == alone
    for name, verdict in everywhere.items():
        assert verdict == ("violated" if "violated" in [one[name] for one in (alone, *at)] else "holds")


def test_an_error_in_a_condition_is_one_at_all_sizes(vsym: Vsym) -> None:
    ran = vsym("check", "undefined.m", "--as", "counters", "--for-all", "N", "-q")
    assert re.search(r"errors +violated", ran.out), ran.err


def test_a_violation_at_some_size_is_shown_there(vsym: Vsym) -> None:
    ran = vsym("check", "coherent.m", "--as", "counters", "--for-all", "N")
    assert ran.status == 10
    assert "violated at N = 2" in ran.out
    assert "as this path shows with N = 2" in ran.out
    assert "read, n = Node_2" in ran.out


@pytest.mark.parametrize(
    ("file", "options", "counted"),
    [
        ("coherent.m", "", True),
        ("coherent.m", "--for-all N", True),
        ("coherent.m", "--engine compiled", False),
        ("coherent.m", "--group none", False),
        ("VS460.m", "", False),
        ("each.m", "", False),
        ("each.m", "--prop errors", True),
    ],
)
def test_auto_counts_where_counters_can_do_what_is_asked(
    vsym: Vsym, tmp_path: Path, file: str, options: str, counted: bool
) -> None:
    tmp_path.joinpath("each.m").write_text(f"{COHERENT}--! ctl each: forall n: Node do EF copy[n] = modified end\n")
    ran = vsym("check", file, "--as", "auto", *options.split())
    assert ran.status in (0, 10), ran.err
    assert ("is used as an index only" in ran.out) == counted
    assert "unknown" not in ran.out


def test_a_million_elements_are_no_more_work(vsym: Vsym) -> None:
    ran = vsym("check", "coherent.m", "--as", "counters", "--engine", "smt", "-D", "N=1000000", "--json")
    record = document(ran)
    assert record["counting"]["size"] == record["scalarsets"]["Node"] == record["slots"] - 1 == 1_000_000
    assert [one["verdict"] for one in record["properties"]] == ["holds", "holds", "holds", "violated"]
    assert record["properties"][3]["trace"] is not None
    assert "`--as counters` takes a scalarset of any size" in vsym("check", "coherent.m", "-D", "N=1000000").err


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_counted_is_refused_with_its_place(refused: Refused, code: str) -> None:
    err = refused("check", f"{code}.m", "--as", "counters")
    assert f"{code}.m:" in err
    assert f"error[{code}]" in err
    assert "rule" in err


def test_one_element_is_not_asked_for(vsym: Vsym, tmp_path: Path) -> None:
    """Its property is unknown, with the place, the code, and what to do."""
    tmp_path.joinpath("named.m").write_text(f"{COHERENT}--! ctl each: forall n: Node do EF copy[n] = modified end\n")
    ran = vsym("check", "named.m", "--as", "counters", "--prop", "each", "--json")
    [first] = json.loads(ran.out)["properties"]
    assert first["verdict"] == "unknown"
    assert re.match(r"named.m:18:41: it names one `Node`.*without --as counters.* \(VS464\)$", first["reason"])


def test_a_queue_of_elements_goes_too_many_ways(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vsym.reductions.process_counters.model.RUNS", 100)
    tmp_path.joinpath("fifo.m").write_text((EXAMPLES / "programs" / "fifo.m").read_text())
    err = refused("check", "fifo.m", "--as", "counters")
    assert 'error[VS462]: rule "line up" branches too often on where `queue[0]`, `queue[1]`, `queue[2]` and' in err


def test_a_size_that_stands_elsewhere_is_not_left_open(refused: Refused) -> None:
    assert "sums.m:5:30: error[VS463]" in refused("check", "sums.m", "--as", "counters", "--for-all", "N")


def test_the_size_of_a_ringset_is_not_left_open(refused: Refused, tmp_path: Path) -> None:
    """The error is at the size of the ringset, though a scalarset has the same size."""
    ring = "const N: 3; type P: scalarset(N); Seat: RingSet ( N ); var at: Seat; used: array [P] of boolean;"
    rules = "ruleset s: Seat do startstate at := s; for p: P do used[p] := false end end end; rule at := at + 1 end;"
    tmp_path.joinpath("ring.m").write_text(f"{ring}\n{rules}\n")
    for options in ((), ("--as", "counters")):
        err = refused("check", "ring.m", "--for-all", "N", *options)
        assert "ring.m:1:51: error[VS463]: `N` cannot be left open: it is the size of a ringset" in err
    tmp_path.joinpath("ring.m").write_text(f"{ring.replace('P: scalarset(N)', 'P: 1..3')}\n{rules}\n")
    assert "declares no scalarset: there are no processes to count; a ring" in refused(
        "check", "ring.m", "--as", "counters"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--as counters --group none", "--group has no meaning"),
        ("--as counters --engine compiled", "not compiled"),
        ("--as counters --for-all N --engine mdd", "the SMT engine decides"),
        ("--for-all N", "--for-all needs --as counters"),
    ],
)
def test_options_without_meaning_are_refused(refused: Refused, options: str, said: str) -> None:
    assert said in refused("check", "coherent.m", *options.split())


def test_a_page_says_what_was_counted_and_shows_violations_at_their_size(vsym: Vsym, tmp_path: Path) -> None:
    ran = vsym("report", "coherent.m", "--as", "counters", "--for-all", "N", "-o", "page.html")
    assert ran.status == 10, ran.err
    page = tmp_path.joinpath("page.html").read_text()
    assert "Node (any number) is used as an index only" in page
    assert "copy[Node_2]" in page
    assert "copy[Node_3]" not in page


def test_traces_of_all_sizes_are_written_at_the_size_where_they_are_shown(vsym: Vsym) -> None:
    options = ("--as", "counters", "--for-all", "N", "--prop", "two do not share")
    vsym("check", "coherent.m", *options, "--out-itf", "itf")
    assert vsym("replay", "coherent.m", "itf/two do not share.itf.json", "-D", "N=2").status == 0


def test_a_sweep_counts_and_lists_one_element_as_it_is(vsym: Vsym) -> None:
    ran = vsym(
        "sweep", "coherent.m", "--as", "counters", "-D", "N=1,3,1000000", "--prop", "one owner", "-j", "1", "--json"
    )
    rows = json.loads(ran.out)["rows"]
    assert [row["verdicts"] for row in rows] == [{"one owner": "holds"}] * 3
    assert [row["processes"] for row in rows] == [None, 3, 1_000_000]
    assert [row["local_states"] for row in rows] == [None, 3, 3]
    alone = json.loads(vsym("explore", "coherent.m", "--as", "counters", "--json").out)
    assert rows[1]["reachable_states"] == alone["exploration"]["states"]


@pytest.mark.parametrize(
    ("file", "options", "said"),
    [
        ("coherent.m", "-D N=2:3 --group none", "--group has no meaning"),
        ("coherent.m", "-D N=2:3 --engine compiled", "not compiled"),
        ("alone.m", "-D K=1:2", "declares no scalarset"),
    ],
)
def test_sweeps_that_count_nothing_are_refused(
    refused: Refused, tmp_path: Path, file: str, options: str, said: str
) -> None:
    tmp_path.joinpath("alone.m").write_text("const K: 1; var x: 0..K; startstate x := 0; end; rule x := K; end;")
    assert said in refused("sweep", file, "--as", "counters", *options.split())


GERMAN = """
const N: 3;
type Node: scalarset(N); Command: enum { none, shared, exclusive, invalidate, done };
var ask, tell, answer: array [Node] of Command; state: array [Node] of enum { invalid, reading, writing };
  invalidating, sharing: array [Node] of boolean; granted: boolean; command: Command; client: Node;
startstate
  for i: Node do
    ask[i] := none; tell[i] := none; answer[i] := none; state[i] := invalid;
    invalidating[i] := false; sharing[i] := false;
  end;
  granted := false; command := none;
end;
ruleset i: Node do
  rule "ask to read" ask[i] = none & state[i] = invalid ==> ask[i] := shared; end;
  rule "ask to write" ask[i] = none & state[i] != writing ==> ask[i] := exclusive; end;
  rule "begin" command = none & ask[i] != none ==>
    command := ask[i]; client := i; ask[i] := none; for j: Node do invalidating[j] := sharing[j]; end;
  end;
  rule "invalidate" tell[i] = none & invalidating[i] & (command = exclusive | command = shared & granted) ==>
    tell[i] := invalidate; invalidating[i] := false;
  end;
  rule "give back" tell[i] = invalidate & answer[i] = none ==>
    tell[i] := none; answer[i] := done; state[i] := invalid;
  end;
  rule "end" answer[i] = done & command != none ==> answer[i] := none; sharing[i] := false; granted := false; end;
  rule "grant" !isundefined(client) & client = i & command != none & tell[i] = none & !granted
      & (command = exclusive -> forall j: Node do !sharing[j] end) ==>
    tell[i] := command; sharing[i] := true; granted := command = exclusive; command := none; undefine client;
  end;
  rule "read" tell[i] = shared ==> state[i] := reading; tell[i] := none; end;
  rule "write" tell[i] = exclusive ==> state[i] := writing; tell[i] := none; end;
end;
"""


def test_all_sizes_without_counters_say_what_is_in_their_way(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """German's protocol branches too often; the work to find that out is bounded in runs of rules."""
    monkeypatch.setattr(model_of_counters, "RUNS", 250)
    model = tmp_path / "german.m"
    model.write_text(GERMAN)
    for options in (["--for-all", "N"], ["--as", "counters"]):
        err = refused("check", str(model), *options)
        assert 'error[VS462]: rule "' in err
        assert "branches too often on where `client` points: vsym ran rules 250 times" in err


def test_all_sizes_without_counters_say_that_counters_can_do_it(vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    model = tmp_path / "rest.m"
    model.write_text(
        "const N: 3; type P: scalarset(N); var at: array [P] of boolean; last: P;"
        "startstate for p: P do at[p] := false end end; ruleset p: P do rule at[p] := !at[p]; last := p; end end;"
    )
    assert "--for-all needs --as counters, which can count rest (P has 4 local states and 1 pointer)" in refused(
        "check", str(model), "--for-all", "N"
    )
    model.write_text(model.read_text() + "var other: array [P] of P;")
    assert "VS460" in vsym("check", str(model), "--for-all", "N").err


COVERED = """
cover "somebody writes" exists n: Node do copy[n] = modified end;
cover "a pair shares" exists a: Node do exists b: Node do a != b & copy[a] = shared_ & copy[b] = shared_ end end;
--! ctl shares: EF forall n: Node do copy[n] = shared_ end
"""


def test_what_can_be_reached_at_every_size(vsym: Vsym, tmp_path: Path) -> None:
    """A path for every size shows it; otherwise vsym names the sizes at which it holds."""
    tmp_path.joinpath("covered.m").write_text(COHERENT + COVERED)
    names = ("shares", "somebody writes", "a pair shares")
    asked = ("--as", "counters", "--for-all", "N", *(option for name in names for option in ("--prop", name)))
    ran = vsym("check", "covered.m", *asked, "--certificate", "c.smt2")
    for verdict in ("somebody writes  holds ", "shares           holds ", "a pair shares    violated at N = 1 "):
        assert f"\n {verdict}" in ran.out
    assert "a pair shares: it holds exactly where N >= 2\n" in ran.out
    record = document(vsym("check", "covered.m", *asked, "--json"))
    sizes = {one["name"]: (one["parameters"], one["exactly"]) for one in record["properties"]}
    assert sizes == {"shares": (None, None), "somebody writes": (None, None), "a pair shares": ({"N": 1}, "N >= 2")}
    held = vsym("verify-certificate", "c.smt2", "covered.m", *asked, "-q")
    lines = {"somebody writes holds", "shares holds", "a pair shares is violated at N = 1"}
    assert set(held.out.splitlines()[2:]) == lines


SEVERAL = """
const N: 2; type P: scalarset(N); var s: array [P] of enum {a, b};
startstate "all in a" for p: P do s[p] := a end end;
startstate "all in b" for p: P do s[p] := b end end;
ruleset p: P do rule "back" s[p] = b ==> s[p] := a end end;
cover "some b" exists p: P do s[p] = b end;
"""
"""A cover is reached from one of the starts, which is no `EF`."""


def test_a_cover_from_one_start_of_several_is_not_known(vsym: Vsym, tmp_path: Path) -> None:
    tmp_path.joinpath("several.m").write_text(SEVERAL)
    ran = vsym("check", "several.m", "--as", "counters", "--for-all", "N", "--prop", "some b", "--json")
    [some] = json.loads(ran.out)["properties"]
    assert (some["verdict"], "from every start state" in some["reason"]) == ("unknown", True)
