"""Steps of several processes as a user meets them: traces with mover, partner and those moved, in every form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Refused, Vsym, document

MODEL = """system pair
param n = 4
states I, M, S, D
group P of n
group W of 2
init { P: I; W: S }
trans seize: I -> M with I -> M others S -> D if #M = 0
trans back: D -> S with M -> S
trans fall: S -> I with S -> I { W with P: true; P with W: #S[W] = 0 }
invariant few: #D + #S < 3
"""

TABLE = """
    step                                #I[P]  #M[P]  #S[P]  #S[W]  #D[W]  P   P   P  P  W   W
 0                                          4      0      0      2      0  I   I   I  I  S   S
 1  1 with 2: I -> M, I -> M, 2 others      2      2      0      0      2  M*  M+  I  I  D'  D'
 2  5 with 1: D -> S, M -> S                2      1      1      1      1  S+  M   I  I  S*  D
"""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "pair.gsst").write_text(MODEL, "utf-8")
    return "pair.gsst"


def _steps(shown: str) -> list[str]:
    lines = shown.split("\n")
    head = next(number for number, line in enumerate(lines) if re.match(" +step +#", line))
    return [line.rstrip() for line in lines[head : head + 4]]


@pytest.mark.parametrize("engine", ["explicit", "mdd", "smt", "nusmv"])
def test_the_processes_that_move_are_marked(vsym: Vsym, model: str, engine: str) -> None:
    ran = vsym("check", model, "--engine", engine)
    assert (ran.status, ran.err.count("error")) == (10, 0)
    assert _steps(ran.out) == TABLE.strip("\n").split("\n")
    assert re.search(r"in the first process \d with \d can move", ran.out)


def test_the_document_names_them(vsym: Vsym, model: str) -> None:
    record = document(vsym("check", model, "--json"))
    states = record["properties"][0]["trace"]["states"]
    assert states[1]["step"] == {
        "process": 1,
        "source": "I",
        "target": "M",
        "partner": {"process": 2, "source": "I", "target": "M"},
        "others": [[5, 6]],
    }
    assert "others" not in states[2]["step"]
    witnesses = [one["witness"] for one in record["symmetry"]["transitions"] if one["witness"]]
    assert any("partner" in one["enabled"] for one in witnesses)


@pytest.mark.parametrize("form", ["itf", "xml"])
def test_a_trace_for_other_tools_is_replayed(vsym: Vsym, model: str, form: str) -> None:
    vsym("check", model, "-q", f"--out-{form}", ".")
    (file,) = Path().glob(f"few*{form}*" if form == "xml" else "few*")
    ran = vsym("replay", model, str(file))
    assert (ran.status, ran.err) == (0, "")
    assert _steps(ran.out) == TABLE.strip("\n").split("\n")


def test_a_trace_with_a_step_that_there_is_none_of_is_refused(vsym: Vsym, refused: Refused, model: str) -> None:
    vsym("check", model, "-q", "--out-itf", ".")
    Path("other.gsst").write_text(MODEL.replace("others S -> D", "others W: S -> I"), "utf-8")
    (file,) = Path().glob("few*")
    assert "state 1: no step leads here from the state before" in refused("replay", "other.gsst", str(file))


@pytest.mark.parametrize("options", [("check", "--engine", "adaptive"), ("explore", "--method", "adaptive")])
def test_what_moves_one_process_at_a_time_refuses(refused: Refused, model: str, options: tuple[str, ...]) -> None:
    command, *more = options
    assert "pair.gsst:7:1: error[VS404]: `seize: I -> M with I -> M others S -> D` may move several" in refused(
        command, model, *more
    )


def test_a_step_that_stays_is_refused_for_what_it_is(refused: Refused, tmp_path: Path) -> None:
    text = "system s\nstates N, T\ngroup R of 2\nshared f : bool = true\ninit N\ntrans N -> if f then N else T\n"
    path = tmp_path / "stays.gsst"
    path.write_text(text, "utf-8")
    err = refused("explore", str(path), "--method", "adaptive")
    assert err.count("VS404]") == 1
    assert "`N -> N` leaves its process in `N`; adaptive exploration needs a step to another local state" in err


def test_states_are_explored_one_by_one_and_by_orbits(vsym: Vsym) -> None:
    # Of n caches in MSI, either some share the line, or one has modified it.
    shown = {}
    for method in ("plain", "orbit", "all"):
        ran = vsym("explore", str(EXAMPLES / "msi.gsst"), "-D", "n=5", "--method", method, "--json")
        shown[method] = json.loads(ran.out)
    assert shown["plain"]["exploration"]["states"] == 2**5 + 5
    assert shown["orbit"]["exploration"]["states"] == 7
    assert {one["method"]: one["states"] for one in shown["all"]["methods"]} == {"plain": 37, "orbit": 7, "counter": 7}


def test_very_many_pairs_move_one_after_another(vsym: Vsym, model: str) -> None:
    text = "system big\nparam n = 1000000\nstates N, A, B\ngroup P of n\ninit N\ntrans N -> A with N -> B\n"
    Path(model).write_text(f"{text}invariant few: #A < 300000\n", "utf-8")
    ran = vsym("check", model, "--engine", "smt")
    assert ran.status == 10
    assert "1..300000 with 500001..800000, one by one: N -> A, N -> B" in ran.out


def test_pictures_and_pages_show_them(vsym: Vsym, model: str) -> None:
    local = vsym("draw", model, "--format", "dot").out
    assert "others of seize" in local
    assert "with back" in local
    witness = vsym("draw", model, "--what", "witness", "--transition", "fall", "--format", "dot").out
    assert re.search(r"process \d with \d can move", witness)
    vsym("report", model, "-o", "page.html")
    page = Path("page.html").read_text("utf-8")
    assert "process 1 moves from I to M, process 2 from I to M, 2 others move" in page
    assert "D&#39;" in page
