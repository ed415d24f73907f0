"""The commands on programs: their output, their exit statuses, and JSON as its schema says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import vsym as library
from tests.support.running import Refused, Vsym, document
from vsym.basics.options import RefusedError
from vsym.show.notebook import Loaded, Result

pytestmark = pytest.mark.usefixtures("programs")


@pytest.mark.parametrize(
    "command",
    [
        "check lock.m",
        "check broken.m",
        "check failing.m --all",
        "explore ring.m --group detected",
        "check lock.m --timeout 0",
        "explore lock.m --method plain",
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


def test_constants_are_parameters(vsym: Vsym) -> None:
    states = [json.loads(vsym("explore", "lock.m", "-D", f"N={n}", "--method", "plain", "--json").out) for n in (2, 3)]
    assert [one["exploration"]["states"] for one in states] == [8, 20]
    assert vsym("explore", "lock.m", "-D", "M=2").status == 2


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("abstract lock.m", "VS450"),
        ("emit-smv lock.m --model direct", "--model direct"),
        ("check lock.m --for-all N", "--for-all"),
        ("check lock.m --bound 3", "--bound"),
        ("check lock.m --engine adaptive --group detected", "--group detected is not for adaptive exploration"),
        ("check lock.m --prop mutec", "did you mean `mutex`?"),
        ("explore lock.m --method adaptive --engine mdd", "leave --engine mdd out"),
        ("draw lock.m --what quotient", "--what quotient"),
        ("draw network.m --what group", "has multisets"),
        ("draw ring.m --what representatives", "no symmetry of `ring` is in use"),
        ("draw lock.m --what representatives --strategy full", "--what states draws them"),
        ("draw lock.m --what representatives -D N=5", "at most 60, and `lock` has 112 states"),
        ("draw lock.m --strategy within", "is for --what representatives, which"),
        ("draw lock.m --what diagrams --hint !lock", "--hint is for --what representatives, which"),
        ("draw lock.m --group detected", "--group is for --what representatives and diagrams, which"),
        ("draw lock.m -D N=16 --what diagrams", "every node, at most 40, and that of `lock` has "),
        ("explore ring.m --method plain --group auto", "--method plain"),
        ("explore ring.m --method orbit --group none", "--method orbit"),
        ("check ring.m --group detcted", "did you mean `detected`?"),
        ("check ring.m --group detected --engine interpreted", "the interpreter uses no generators"),
    ],
)
def test_what_programs_do_not_have_is_said(command: str, message: str, refused: Refused) -> None:
    assert message in refused(*command.split())


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


@pytest.mark.parametrize("options", [["--engine", "compiled"], ["--store", "kept"]])
def test_compiling_is_told_apart_from_exploring(options: list[str], vsym: Vsym) -> None:
    told = vsym("check", "lock.m", *options).out
    assert re.search(r"^compiled [\d.]+ m?s, explored [\d.]+ m?s$", told, re.MULTILINE)
    again = ["--resume"] if "--store" in options else []
    figures = document(vsym("check", "lock.m", *options, *again, "--json"))["exploration"]
    assert figures["compile_seconds"] >= 0
    assert "compiled" not in vsym("explore", "lock.m", "--engine", "interpreted", "--group", "none").out


def test_pages_and_rows_have_the_time_of_the_compiler(vsym: Vsym) -> None:
    vsym("report", "lock.m", "-o", "lock.html", "--engine", "compiled")
    assert "<th>compiled" in Path("lock.html").read_text() or ">compiled<" in Path("lock.html").read_text()
    [row] = document(vsym("sweep", "lock.m", "-D", "N=2", "--json"))["rows"]
    assert row["compile_seconds"] is not None
