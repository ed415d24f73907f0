"""Programs as counter models: certificates, what is reached at every size, models for NuSMV and pictures."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.test_counters import COHERENT
from tests.engines.nusmv.checks import program as nusmv
from tests.support.running import Refused, Vsym, document

WRONG_GUARD = """
const N: 3; type P: scalarset(N); var on: array [P] of boolean; k: 0..9; last: P;
startstate for p: P do on[p] := false; end; k := 0; undefine last; end;
ruleset p: P do rule "on" !on[p] & k < 9 ==> on[p] := true; k := k + 1; last := p; end; end;
ruleset p: P do rule "off" on[p] ==> on[p] := false; k := 0; end; end;
invariant "the | last" k = 0 | on[last] | !on[last];
cover "two" exists p: P do exists q: P do p != q & on[p] & on[q] end end;
cover "none at nine" k = 9 & forall p: P do !on[p] end;
"""
"""A condition that would end in an error where nobody was last, a cover that is not, and a name that SMT-LIB lacks."""


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs as files in the working directory."""
    tmp_path.joinpath("coherent.m").write_text(COHERENT)
    tmp_path.joinpath("lazy.m").write_text(COHERENT.replace("for m: Node do copy[m] := invalid; end;", ""))
    tmp_path.joinpath("conditions.m").write_text(WRONG_GUARD)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("size", [("--for-all", "N"), ("-D", "N=4"), ("-D", "N=1000000")])
def test_a_certificate_is_one_of_its_program_at_its_size(vsym: Vsym, refused: Refused, size: tuple[str, str]) -> None:
    asked = ("--as", "counters", "--prop", "one owner")
    assert vsym("check", "coherent.m", *asked, *size, "--certificate", "c.smt2").status == 0
    ran = vsym("verify-certificate", "c.smt2", "coherent.m", *asked, *size, "-q")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("\none owner holds\n")
    for other in (("lazy.m", *size), ("coherent.m", "-D", "N=5")):
        assert "verify it with the model" in refused("verify-certificate", "c.smt2", *other, *asked, "-q")


def test_a_certificate_has_the_errors_of_conditions_and_any_names(vsym: Vsym, refused: Refused) -> None:
    ran = vsym("check", "conditions.m", "--as", "counters", "--engine", "smt", "-q", "--certificate", "c.smt2")
    assert "the | last" in ran.out
    held = vsym("verify-certificate", "c.smt2", "conditions.m", "--as", "counters", "-q")
    assert held.status == 0, held.err
    assert "the | last holds\n" in held.out
    assert "none at nine is violated\n" in held.out
    text = Path("c.smt2").read_text()
    scopes = text.split("\n(push 1)\n; ")
    without = [scopes[0], *(one for one in scopes[1:] if not one.startswith("condition "))]
    goals = sum(one.count("(check-sat)") for one in without)
    head = without[0].replace(text.split(':goals "')[1].split('"')[0], str(goals))
    Path("less.smt2").write_text("\n(push 1)\n; ".join([head, *without[1:]]))
    assert "is not proved, and `the | last` rests on it" in refused(
        "verify-certificate", "less.smt2", "conditions.m", "--as", "counters", "-q"
    )


LIKE_THE_BEGINNING = """
const N: 3; type P: scalarset(N); var s: array [P] of enum {a, b};
startstate for p: P do s[p] := a end end;
ruleset p: P do rule "on" s[p] = a ==> s[p] := b end end;
invariant "all" forall p: P do s[p] = a | s[p] = b end;
liveness "all, at last" forall p: P do s[p] = b end;
"""
"""What is asked of states and what is asked of paths are two systems."""


def test_a_property_may_be_called_like_the_beginning_of_another(vsym: Vsym, tmp_path: Path) -> None:
    tmp_path.joinpath("named.m").write_text(LIKE_THE_BEGINNING)
    asked = ("named.m", "--as", "counters", "-q")
    vsym("check", *asked, "--engine", "smt", "--certificate", "c.smt2")
    held = vsym("verify-certificate", "c.smt2", *asked)
    assert held.status == 0, held.err
    assert {"all holds", "all, at last holds"} <= {*held.out.splitlines()}


COVERED = """
cover "somebody writes" exists n: Node do copy[n] = modified end;
cover "a pair shares" exists a: Node do exists b: Node do a != b & copy[a] = shared_ & copy[b] = shared_ end end;
--! ctl shares: EF forall n: Node do copy[n] = shared_ end
"""


def test_what_can_be_reached_at_every_size(vsym: Vsym, tmp_path: Path) -> None:
    """By a path for every size; else the sizes are named at which it can."""
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


def test_without_counters_programs_have_no_certificates(vsym: Vsym) -> None:
    assert "--as counters has it" in vsym("check", "coherent.m", "--certificate", "c.smt2").err
    Path("c.smt2").write_text("")
    assert "VS450" in vsym("verify-certificate", "c.smt2", "coherent.m").err
    by_other = vsym("check", "coherent.m", "--as", "counters", "--engine", "mdd", "--certificate", "c.smt2")
    assert "leaves no certificate" in by_other.err


def test_nusmv_decides_as_vsym_does(vsym: Vsym, tmp_path: Path) -> None:
    model = tmp_path / "model.smv"
    model.write_text(vsym("emit-smv", "coherent.m", "--as", "counters").out)
    answers = subprocess.run([nusmv(), "-df", model], capture_output=True, text=True, check=True).stdout
    said = [line.rsplit(None, 1)[-1] for line in answers.splitlines() if line.startswith("-- inv")]
    ran = vsym("check", "coherent.m", "--as", "counters", "--json")
    verdicts = [one["verdict"] for one in json.loads(ran.out)["properties"]]
    assert said == ["true" if verdict == "holds" else "false" for verdict in verdicts]
    assert "0..1000" in vsym("emit-smv", "coherent.m", "--as", "counters", "-D", "N=1000").out


def test_a_picture_has_the_counter_states(vsym: Vsym) -> None:
    drawn = json.loads(vsym("draw", "coherent.m", "--as", "counters", "--json").out)["picture"]
    explored = json.loads(vsym("explore", "coherent.m", "--as", "counters", "--json").out)["exploration"]
    assert len(drawn["nodes"]) == explored["states"]
    labels = [node["label"] for node in drawn["nodes"]]
    assert labels[0] == "3 invalid"
    assert "2 invalid\n1 modified&owner" in labels
    assert [node["initial"] for node in drawn["nodes"]].count(True) == 1
    assert {edge["label"] for edge in drawn["edges"]} == {"read", "write"}
    refused = vsym("draw", "coherent.m", "--as", "counters", "--what", "group")
    assert (refused.status, "--as counters is for --what states" in refused.err) == (2, True)
