"""The NuSMV models as text: goldens beside this file, and the models that vsym refuses."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engines.nusmv.checks import program as nusmv
from tests.support.composing import reduced
from tests.support.loading import load
from vsym.basics.source import DiagnosticError, Source
from vsym.exchange.smv.layout import Names
from vsym.exchange.smv.writing import counter_model, direct_model
from vsym.models.counting.model import Model

HERE = Path(__file__).parent

READERS_AND_WRITERS = """
system rw
states N, T, C
group R of 1
group W of 2
shared free : bool = true
init N
trans N -> T
trans T -> C {
  R: #C = 0 & #T[W] = 0 do free := false
  W: #C = 0             do free := false
}
trans C -> N do free := true
ctl mutex: AG #C <= 1
ltl served: G (#T >= 1 -> F #C >= 1)
invariant recorded: free <-> #C = 0
"""

SIZED = """
system sized
param n = 3
param high = 3
states A, B
group P of n
shared x : 0..high = 0
init A
trans A -> B if x * 3001 < 7 + 2 * #A do x := 1
"""


def model(text: str, **parameters: int) -> Model:
    return load(Source("test.gsst", text), parameters)


def counted(of: Model) -> str:
    return counter_model(reduced(of).counters)


def test_counter_model_reads_as_it_should() -> None:
    assert counted(model(READERS_AND_WRITERS)) == (HERE / "rw_counter.smv").read_text(encoding="utf-8")


def test_direct_model_reads_as_it_should() -> None:
    assert direct_model(model(READERS_AND_WRITERS)) == (HERE / "rw_direct.smv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("written", "parameters", "codes"),
    [
        (direct_model, {"n": 2_001}, ["VS411"]),
        (counted, {"n": 1_000_000}, ["VS412"]),
        *((by, {"high": 1_000_000}, ["VS412", "VS413"]) for by in (direct_model, counted)),
        *((by, {"high": 800_000}, ["VS413"]) for by in (direct_model, counted)),
    ],
)
def test_what_nusmv_cannot_hold_is_refused_at_its_place(
    written: Callable[[Model], str], parameters: dict[str, int], codes: list[str]
) -> None:
    with pytest.raises(DiagnosticError) as refusal:
        written(model(SIZED, **parameters))
    assert [found.code for found in refusal.value.diagnostics] == codes
    assert refusal.value.diagnostics[0].span.start > 0


def test_largest_sizes_are_written() -> None:
    assert "p2000 : {A_, B};" in direct_model(model(SIZED, n=2_000))
    assert "A_ : 0..999999;" in counted(model(SIZED, n=999_999))


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("L[3]", "L_3"),
        ("X[1][2]", "X_1_2"),
        ("T", "T_"),
        ("T_R", "T_R"),
        ("next", "next_"),
        ("N_{1, 3..5}", "N_1_3_5"),
        ("3rd", "_3rd"),
        ("_", "unnamed"),
    ],
)
def test_names_are_legal_and_close_to_the_users(wanted: str, name: str) -> None:
    assert Names().claim(wanted) == name


def test_no_two_names_are_alike() -> None:
    names = Names("choice")
    assert [names.claim(wanted) for wanted in ("L[1]", "L_1", "L 1", "choice")] == ["L_1", "L_1_", "L_1_2", "choice_"]


BOUNDED = """system bounded
param n = 9
states N, W[1..2], C[1..2]
group P of n
init N
for i in 1..2 {
  trans N -> W[i] if #W[i] = 0
  trans W[i] -> C[i] if #C[i] = 0
  trans C[i] -> N
}
lemma alone: forall i in 1..2: #W[i] <= 1 & #C[i] <= 1
ctl both: EF (#C[1] = 1 & #C[2] = 1)
ctl twice: EF #C[1] = 2
"""


def test_counters_have_the_ranges_that_a_lemma_leaves_and_moves_stand_together() -> None:
    section = counted(model(BOUNDED)).partition("\nVAR\n")[2].partition("DEFINE")[0]
    declared = [line.split() for line in section.splitlines() if ":" in line]
    assert {name: kind for name, _, kind, *_ in declared} == {
        "N": "0..9;",
        "W_1": "0..1;",
        "W_2": "0..1;",
        "C_1": "0..1;",
        "C_2": "0..1;",
    }
    names = [name for name, *_ in declared]
    assert abs(names.index("W_1") - names.index("C_1")) == 1
    assert abs(names.index("W_2") - names.index("C_2")) == 1


def test_nusmv_decides_alike_within_the_ranges_of_a_lemma(tmp_path: Path) -> None:
    (tmp_path / "model.smv").write_text(counted(model(BOUNDED)), encoding="utf-8")
    ran = subprocess.run([nusmv(), tmp_path / "model.smv"], capture_output=True, text=True, check=True)
    said = [line.rsplit(None, 1)[-1] for line in ran.stdout.splitlines() if line.startswith("-- specification")]
    assert said == ["true", "false"]
