"""`vsym symmetry`: its questions to the solver, and the group of a program."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.drawn import chosen
from tests.support.running import EXAMPLES, Vsym
from vsym.basics.limits import SOLVERS
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.reduce import reduce
from vsym.symmetry.virtual.relations import Relation


def test_each_question_is_written_as_smt_lib(vsym: Vsym, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "questions"
    assert vsym("symmetry", EXAMPLES / "rw_broken.gsst", "--smt2", str(folder)).status == 10
    assert {path.name for path in folder.iterdir()} == {"001_N_T.smt2", "002_T_C.smt2", "003_C_N.smt2"}
    assert (folder / "002_T_C.smt2").read_text("utf-8").startswith("; rw_broken: T -> C (broken)\n")


@pytest.mark.parametrize(
    "model", chosen(["rw_broken", "vault"], ["rw_broken", "vault", "rw", "msi", "forks -D seats=2"])
)
def test_cvc5_decides_symmetry_alike(vsym: Vsym, model: str) -> None:
    name, *values = model.split()
    one, other = (
        json.loads(vsym("symmetry", EXAMPLES / f"{name}.gsst", *values, "--json", "--solver", solver).out)
        for solver in SOLVERS
    )
    assert one["symmetry"]["blocks"] == other["symmetry"]["blocks"]
    assert [row["verdict"] for row in one["symmetry"]["transitions"]] == [
        row["verdict"] for row in other["symmetry"]["transitions"]
    ]


def test_the_verdict_alone_waits_for_no_counters(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    reduced: list[Reduction] = []

    def counted(reduction: Reduction, relations: Sequence[Relation]) -> CounterSystem:
        reduced.append(reduction)
        return reduce(reduction, relations)

    monkeypatch.setattr("vsym.checking.stages.reduce", counted)
    ran = vsym("symmetry", EXAMPLES / "rw.gsst", "-q")
    assert (ran.status, ran.out.count("\n"), len(reduced)) == (0, 1, 0)
    assert json.loads(vsym("symmetry", EXAMPLES / "rw.gsst", "-q", "--json").out)["group"] is not None
    assert len(reduced) == 1


@pytest.mark.usefixtures("programs")
def test_what_symmetry_prints_is_a_file_for_group(vsym: Vsym) -> None:
    assert vsym("symmetry", "ring.m", "--json", "-o", "found.json").status == 0
    read, detected = (
        json.loads(vsym("explore", "ring.m", "--group", name, "--json").out) for name in ("found.json", "detected")
    )
    assert read["quotient"] == detected["quotient"]
    assert read["exploration"]["states"] == detected["exploration"]["states"]


@pytest.mark.usefixtures("programs")
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


@pytest.mark.usefixtures("programs")
def test_a_program_that_no_group_is_detected_of_is_told_why(vsym: Vsym) -> None:
    ran = vsym("symmetry", "network.m")
    assert ran.status == 0
    assert "Symmetries were not detected: network.m:1:1: `net` has multisets" in ran.out
    found = json.loads(vsym("symmetry", "network.m", "--json").out)
    assert found["group"] is None
    assert "multisets" in found["reason"]
    late = vsym("symmetry", "ring.m", "--timeout", "0", "--json")
    assert (late.status, json.loads(late.out)["reason"]) == (5, "the time limit was reached")


def test_quiet_output_is_one_line(vsym: Vsym) -> None:
    broken = vsym("symmetry", EXAMPLES / "rw_broken.gsst", "-q")
    blocks = "2 blocks of processes counted apart: R (1), W (2)"
    assert (broken.status, broken.out) == (10, f"not fully virtually symmetric; {blocks}\n")
    misused = vsym("symmetry", EXAMPLES / "programs" / "misuse.m", "-q")
    assert (misused.status, misused.out) == (10, "no symmetry but the identity was detected\n")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("-v",), "counters and shared variables: no symmetry but the identity was detected"),
        (("--for-all", "readers", "-v"), "The symmetries of the counters are unknown: parameters are open"),
        (
            ("-D", "readers=500000"),
            "The symmetries of the counters are unknown: symmetry detection takes at most 1,000,000 literals, and"
            " the system has 1,500,009",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_group_of_the_counters_is_the_last_line(options: tuple[str, ...], line: str, vsym: Vsym) -> None:
    ran = vsym("symmetry", EXAMPLES / "rw.gsst", *options)
    assert (ran.status, ran.out.partition("\n\n")[2].split("\n\n")[-1].split()) == (0, line.split())


def test_a_property_may_keep_the_identity_alone(vsym: Vsym) -> None:
    out = vsym("symmetry", EXAMPLES / "programs" / "milner.m").out
    assert "group C4, 4 symmetries, proved" in out
    assert "everyone_starts_again keeps 1 symmetry, for 1 of 4 instances" in out
