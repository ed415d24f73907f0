"""`vsym check` prints a violation at once, and stops when every property is decided."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.support.drawn import chosen
from tests.support.running import Refused, Vsym, started
from tests.system.systems import SIX_IN_A_RING

PROGRAM_TEXT = """
const n: 60;
type P: 0..n-1;
var on: array [P] of boolean; k: 0..3;
startstate for p: P do on[p] := false; end; k := 0; end;
ruleset p: P do rule "on" on[p] := !on[p]; end; end;
rule "up" k < 3 ==> k := k + 1; end;
invariant "low" k < 2;
invariant "fits" k < 4;
"""
"""More states than there is time for, which is as good as for ever."""

MODEL_TEXT = f"{SIX_IN_A_RING}ctl low: AG #B <= 1\nctl fits: AG #C <= n\n"


ENDLESS = ("endless.m", "endless.gsst")


@pytest.fixture
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of a model of the given name, with too many states for a search to end."""
    written = tmp_path / str(request.param)
    written.write_text(PROGRAM_TEXT if written.suffix == ".m" else MODEL_TEXT)
    return written


def _check(file: Path) -> list[str]:
    engine = ["-D", "n=90", "--engine", "explicit"] if file.suffix == ".gsst" else []
    return ["check", str(file), *engine]


@pytest.mark.parametrize("file", chosen(ENDLESS[:1], ENDLESS), indirect=True)
def test_a_violation_is_said_in_a_pipe_while_the_search_goes_on(file: Path) -> None:
    with started(*_check(file)) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert process.poll() is None
        assert line.startswith("vsym: low is violated at depth 2, found after ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert "low is violated, as this path shows:" in out
    assert "fits: interrupted" in out


@pytest.mark.parametrize("file", ENDLESS, indirect=True)
def test_a_search_without_end_stops_once_everything_asked_for_is_decided(file: Path, vsym: Vsym) -> None:
    ran = vsym(*_check(file), "--prop", "low")
    assert ran.status == 10
    said = "the search stopped once every property was decided; --all explores the rest"
    assert said in " ".join(ran.out.split())
    found = json.loads(vsym(*_check(file), "--prop", "low", "--json").out)
    assert found["exploration"]["complete"] is False
    assert [(one["verdict"], len(one["trace"]["states"])) for one in found["properties"]] == [("violated", 3)]


@pytest.mark.usefixtures("in_examples")
def test_the_same_is_said_of_a_small_model_with_all_and_without(vsym: Vsym) -> None:
    for command in ("check programs/spinlock.m", "check rw.gsst", "check rw.gsst --strict"):
        some, whole = (json.loads(vsym(*command.split(), *more, "--json").out) for more in ([], ["--all"]))
        verdicts = [[(one["name"], one["verdict"]) for one in found["properties"]] for found in (some, whole)]
        assert verdicts[0] == verdicts[1]


def test_an_option_that_there_was_names_the_new_way(refused: Refused) -> None:
    assert "Here, vsym stops once every property is decided; `--all` explores on." in refused(
        "check", "lock.m", "--first"
    )
