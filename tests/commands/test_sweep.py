"""`vsym sweep`: rows on disk, Ctrl-C, resuming. Rows on a cluster are in `test_clusters.py`."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cluster.running import awaited
from tests.support.running import EXAMPLES, Refused, Vsym, document, started
from tests.sweeping.test_pool import SLOW

RW = ["sweep", str(EXAMPLES / "crowd.gsst"), "--prop", "mutex", "--prop", "all_in", "-j", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def slow(folder: Path) -> Path:
    """The rows of a model that takes long for large values."""
    (folder / "slow.gsst").write_text(SLOW, encoding="utf-8")
    return folder / "rows.jsonl"


LONG = ("sweep", "slow.gsst", "-D", "n=1,2,400:405", "-o", "rows.jsonl", "-j")


def _of_group(group: int) -> list[int]:
    """The processes that are left of a process group."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            status = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if status[0] != "Z" and int(status[2]) == group:
            found.append(int(process.name))
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_document_is_as_the_schema_says(vsym: Vsym) -> None:
    ran = vsym(*RW, "-D", "writers=0:2", "-D", "readers=2,3", "--json")
    record = document(ran)
    assert (ran.status, ran.err) == (10, "")
    assert record["sweep"] == {"writers": [0, 1, 2], "readers": [2, 3]}
    found = [(row["parameters"]["writers"], row["parameters"]["readers"]) for row in record["rows"]]
    assert found == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)]
    assert [row["failure"] for row in record["rows"]] == ["model"] * 2 + [None] * 4
    assert record["rows"][3]["concrete_states"] == 3**4
    assert record["rows"][3]["verdicts"] == {"mutex": "holds", "all_in": "violated"}


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_the_same_command_goes_on_with_what_is_missing(name: str, folder: Path, vsym: Vsym) -> None:
    path = folder / name
    command = [*RW, "-D", "writers=1:4", "-o", name, "-q"]
    first = vsym(*command)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]) + lines[-2][:25])
    ran = vsym(*command)
    assert (ran.status, ran.out) == (first.status, first.out)
    again = path.read_bytes().splitlines(keepends=True)
    assert again[: len(lines) - 2] == lines[:-2]
    assert len(again) == len(lines)
    before = path.read_bytes()
    told = vsym(*(part for part in command if part != "-q"))
    assert told.err == f"vsym: {name} has 4 rows already\n"
    assert path.read_bytes() == before


def test_another_sweep_s_file_is_refused_and_stays(folder: Path, vsym: Vsym) -> None:
    path = folder / "rows.csv"
    vsym(*RW, "-D", "writers=1", "-o", "rows.csv")
    before = path.read_bytes()
    refused = [
        ["-D", "writers=1:2", "--engine", "mdd"],
        ["-D", "writers=1:2", "-D", "readers=2"],
        ["-D", "writers=1:2", "--prop", "possible"],
    ]
    for changed in refused:
        ran = vsym(*RW, *changed, "-o", "rows.csv")
        assert ran.status == 2
        assert ran.out == ""
        assert "vsym changed nothing: name another file with -o, or start this one over with --fresh" in ran.err
        assert path.read_bytes() == before
    assert vsym(*RW, *refused[1], "-o", "rows.csv", "--fresh").status == 10
    assert len(path.read_text().splitlines()) == 3


def test_rows_by_one_strategy_are_no_rows_by_another(
    folder: Path, vsym: Vsym, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    command = ["sweep", str(EXAMPLES / "programs" / "spinlock.m"), "-D", "n=2:3", "--engine", "mdd", "-j", "1"]
    record = document(vsym(*command, "--strategy", "within", "-o", "rows.jsonl", "--json"))
    assert [(row["strategy"], row["order"], row["reachable_states"]) for row in record["rows"]] == [
        ("within", 2, 5),
        ("within", 6, 7),
    ]
    assert [row["strategy"] for row in _rows(folder / "rows.jsonl")] == ["within", "within"]
    assert "within" in vsym(*command, "--strategy", "within", "-o", "rows.jsonl").out
    before = (folder / "rows.jsonl").read_bytes()
    assert "another model, properties, engine, solver, group, strategy" in refused(*command, "-o", "rows.jsonl")
    assert (folder / "rows.jsonl").read_bytes() == before


def test_a_full_disk_ends_the_sweep_with_what_was_found(folder: Path, vsym: Vsym) -> None:
    (folder / "rows.csv").symlink_to("/dev/full")
    ran = vsym(*RW, "-D", "writers=1:30", "-o", "rows.csv")
    assert ran.status == 2
    assert ran.err == "vsym: cannot write to rows.csv: No space left on device\n"
    assert "29 values were not checked" in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-D", "writers=5:1"], "there is no value from 5 to 1 in steps of 1; did you mean 5:-1:1?"),
        (["-D", "writers=1:3", "-D", "writers=7"], "`writers` is given twice"),
        (["-D", "writers"], "'writers' is not a range; write -D writers=1:1:50"),
        (["-D", "writers=1:1000", "-D", "readers=1:1000"], "1,000,000 combinations (1000 * 1000)"),
        (["-D", "writrs=1:3"], "the model has no parameter `writrs`; did you mean `writers`?"),
        (["-D", "writers=1:3", "--prop", "mutx"], "has no property `mutx`; did you mean `mutex`?"),
        (["-D", "writers=-2:0"], "error[VS306]: `writers` = -2 is outside its domain"),
        (["-D", "writers=1:3", "-o", "rows.txt"], "name the file ….csv for CSV"),
        (["-D", "writers=1:3", "-o", "none/rows.csv"], "cannot write to none/rows.csv: No such file or directory"),
        (["-D", "writers=1:3", "--plot", "p.png"], "name a file ….svg or ….html"),
        (["-D", "writers=1:3", "--plot", "none/p.svg"], "cannot write to none/p.svg: No such file or directory"),
        (["-D", "writers=1:3", "--fresh"], "--fresh starts the file of -o over"),
        (["-D", "writers=1:3", "-j", "0"], "Invalid value for '-j'"),
        (["-D", "writers=1:3", "--solver", "abacus", "-j", "1"], "'abacus' is not one of 'z3', 'cvc5'"),
        (["-D", "writers=1:3", "--strategy", "within"], "give --engine mdd"),
    ],
)
def test_what_cannot_be_done_is_refused(arguments: list[str], said: str, folder: Path, refused: Refused) -> None:
    assert said in refused("sweep", str(EXAMPLES / "rw.gsst"), *arguments)
    assert [*folder.iterdir()] == []


def test_why_all_rows_are_in_error_is_said_in_few_words_too(vsym: Vsym) -> None:
    ran = vsym(*RW, "-D", "writers=1:2", "--engine", "adaptive", "--prop", "entered", "-q")
    assert ran.status == 2
    assert "the model is in error at 2 values" in ran.out
    assert "writers = 1; writers = 2: " in ran.out
    assert "error[VS403]" in ran.out


def test_an_error_of_syntax_comes_at_once(folder: Path, refused: Refused) -> None:
    (folder / "bad.gsst").write_text("system s\nstates A,, B\n")
    assert refused("sweep", "bad.gsst", "-D", "n=1:50", "-o", "rows.csv").startswith("bad.gsst:2:10: error[VS105]")
    assert not (folder / "rows.csv").exists()


def test_pictures_are_written(folder: Path, vsym: Vsym) -> None:
    for name in ("p.svg", "p.html"):
        assert vsym(*RW, "-D", "writers=1:2", "-o", "rows.csv", "--plot", name).status == 10
    assert ElementTree.parse(folder / "p.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "A sweep of crowd" in (folder / "p.html").read_text("utf-8")


def test_ctrl_c_keeps_the_rows_and_leaves_no_process(slow: Path) -> None:
    """Pressed on a terminal, for the whole group."""
    with started(*LONG, "2") as process:
        awaited(lambda: slow.exists() and len(_rows(slow)) >= 2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert "6 values were not checked" in out
    assert "`there` holds for 2 of the 8 values of n in 1,2,400:405" in out
    assert _of_group(process.pid) == []
    assert [row["verdicts"] for row in _rows(slow)] == [{"there": "holds"}] * 2


def test_a_killed_sweep_leaves_no_process_and_can_go_on(slow: Path, vsym: Vsym) -> None:
    with started(*LONG, "1") as process:
        awaited(lambda: slow.exists() and len(_rows(slow)) >= 2)
        process.kill()
        process.communicate(timeout=60)
    awaited(lambda: not _of_group(process.pid))
    kept = slow.read_text("utf-8")
    ran = vsym("sweep", "slow.gsst", "-D", "n=1:3", "-o", "rows.jsonl", "-j", "1", "-q")
    assert ran.status == 0
    assert slow.read_text("utf-8").startswith(kept)
    assert sorted(row["parameters"]["n"] for row in _rows(slow)) == [1, 2, 3]
    assert "`there` holds for all 3 values of n in 1:3" in ran.out


CROWD = ["sweep", str(EXAMPLES / "crowd.gsst"), "--prop", "mutex", "--prop", "all_in", "-D", "writers=1:2"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--cluster", "local:2", "-j", "2"],
            "-j sets the processes on this machine",
        ),
        (["--cluster", "tcp://10.0.0.5:8786"], "without TLS anybody on the network can send it"),
        (["--tls-ca", "ca.pem"], "--tls-ca, --tls-cert and --tls-key are for --cluster tls://HOST:PORT"),
    ],
)
def test_what_cannot_be_done_is_refused_at_once(
    arguments: list[str], said: str, folder: Path, refused: Refused
) -> None:
    assert said in refused(*CROWD, *arguments, "-o", "rows.csv")
    assert not (folder / "rows.csv").exists()


@pytest.mark.usefixtures("programs")
def test_a_compiled_program_s_row_is_valid(vsym: Vsym) -> None:
    [row] = document(vsym("sweep", "lock.m", "-D", "N=3", "--engine", "compiled", "--json"))["rows"]
    assert (row["reachable_states"], row["failure"]) == (7, None)


@pytest.mark.usefixtures("programs")
def test_a_sweep_has_a_row_for_each_size(vsym: Vsym) -> None:
    ran = vsym("sweep", "lock.m", "-D", "N=1:4", "--engine", "interpreted", "--json", "-j", "1")
    rows = document(ran)["rows"]
    assert ran.status == 0
    assert [row["reachable_states"] for row in rows] == [3, 8, 20, 48]


@pytest.mark.usefixtures("programs")
def test_a_sweep_up_to_a_group(vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    # The column of the group is left out where it does not fit beside a long time.
    monkeypatch.setenv("COLUMNS", "120")
    ran = vsym("sweep", "ring.m", "-D", "N=4", "--group", "detected")
    assert (ran.status, "order 4" in ran.out) == (10, True)
    refused = vsym("sweep", "ring.m", "-D", "N=4", "--group", "ring.json")
    assert (refused.status, "generators are for one size" in refused.err) == (2, True)
