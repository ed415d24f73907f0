"""The commands on programs: what they print, how they end, and JSON as its schema says."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import vsym as library
from tests.hand_programs import BROKEN, FAILING, LOCK, NETWORK
from tests.running import Vsym
from vsym.basics.options import RefusedError
from vsym.show.programs.notebook import LoadedProgram, ProgramResult

SCHEMA = json.loads(resources.files("vsym.show.programs").joinpath("schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs as files in the working directory."""
    for name, text in {"lock": LOCK, "broken": BROKEN, "network": NETWORK, "failing": FAILING}.items():
        tmp_path.joinpath(f"{name}.m").write_text(text)
    monkeypatch.chdir(tmp_path)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "command",
    [
        "check lock.m",
        "check broken.m",
        "check failing.m --first",
        "check network.m --group none",
        "check lock.m --timeout 0",
        "explore lock.m",
        "explore network.m",
        "explore lock.m --method plain",
        "symmetry lock.m",
        "draw lock.m",
        "report broken.m",
    ],
)
def test_every_document_is_valid(command: str, vsym: Vsym) -> None:
    ran = vsym(*command.split(), "--json")
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(ran.out))


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
    assert (orbits["states"], orbits["rules_fired"], orbits["concrete_states"]) == (7, 18, 20)
    assert (plain["states"], plain["rules_fired"]) == (20, 48)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("abstract lock.m", "VS450"),
        ("emit-smv lock.m", "VS450"),
        ("check lock.m --for-all N", "--for-all"),
        ("check lock.m --bound 3", "--bound"),
        ("check lock.m --engine mdd", "--engine mdd"),
        ("check lock.m --prop mutec", "did you mean `mutex`?"),
        ("explore lock.m --method adaptive", "--method adaptive"),
        ("draw lock.m --what quotient", "--what quotient"),
    ],
)
def test_what_programs_do_not_have_is_said(command: str, message: str, vsym: Vsym) -> None:
    ran = vsym(*command.split())
    assert ran.status == 2
    assert message in ran.err


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
    schema = json.loads(resources.files("vsym.sweeping").joinpath("schema.json").read_text("utf-8"))
    ran = vsym("sweep", "lock.m", "-D", "N=2", "--engine", engine, "--json")
    jsonschema.Draft202012Validator(schema).validate(json.loads(ran.out))


def test_a_sweep_has_a_row_for_each_size(vsym: Vsym) -> None:
    ran = vsym("sweep", "lock.m", "-D", "N=1:4", "--json")
    rows = json.loads(ran.out)["rows"]
    assert ran.status == 0
    assert [row["reachable_states"] for row in rows] == [3, 5, 7, 9]


def test_the_library_takes_programs() -> None:
    loaded = library.load("lock.m", N=2)
    assert isinstance(loaded, LoadedProgram)
    result = library.check(loaded)
    assert isinstance(result, ProgramResult)
    assert set(result.verdicts.values()) == {"holds"}
    broken = library.check("broken.m")
    assert "is violated" in str(broken.trace("mutex"))
    with pytest.raises(RefusedError, match="programs"):
        library.abstract("lock.m")
