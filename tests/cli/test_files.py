"""`vsym check` of several files, and their problems as SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Refused, Vsym, documents

pytestmark = pytest.mark.usefixtures("in_examples")

WRONG = "system wrong\nstates A, B\ngroup P of 2\ninit A\ntrans A -> Bb\n"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong model.gsst"
    path.write_text(WRONG)
    return path


def test_each_file_has_a_heading_and_the_worst_status_wins(vsym: Vsym, wrong: Path) -> None:
    ran = vsym("check", "mutex.gsst", str(wrong), "starvation.gsst", "-q")
    lines = ran.out.splitlines()
    assert ran.status == 2
    assert [line for line in lines if line.endswith(":")] == ["mutex.gsst:", f"{wrong}:", "starvation.gsst:"]
    assert lines[lines.index(f"{wrong}:") - 1] == ""
    assert ran.out.count(" verdict\n") == 2
    assert ran.err.startswith(f"{wrong}:5:12: error[VS202]")
    alone = vsym("check", "mutex.gsst", "-q")
    assert (alone.status, ran.out.startswith(f"mutex.gsst:\n{alone.out}")) == (10, True)
    assert vsym("check", "mutex.gsst", "rw.gsst", "--prop", "mutex").status == 0


def test_each_file_is_a_line_of_json(vsym: Vsym, wrong: Path) -> None:
    records = documents(vsym("check", "mutex.gsst", str(wrong), "rw.gsst", "--json"))
    assert [record["file"] for record in records] == ["mutex.gsst", str(wrong), "rw.gsst"]
    assert ["diagnostics" in record for record in records] == [False, True, False]


@pytest.mark.parametrize("option", ["-o", "--certificate", "--out-itf", "--out-xml"])
def test_what_is_for_one_file_refuses_several(option: str, refused: Refused, tmp_path: Path) -> None:
    err = refused("check", "mutex.gsst", "rw.gsst", option, str(tmp_path / "there"))
    assert err == f"vsym: {option} takes one file, not 2\n"
    assert not (tmp_path / "there").exists()


def sarif(path: Path) -> tuple[dict[str, Any], list[tuple[str, str, str | None, int | None]]]:
    """The run of a log, and of each result the rule, the level, the file and the line."""
    log = json.loads(path.read_text("utf-8"))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {result["ruleId"] for result in run["results"]}
    results = []
    for result in run["results"]:
        [place] = [found["physicalLocation"] for found in result.get("locations", [{"physicalLocation": {}}])]
        file, line = place.get("artifactLocation", {}).get("uri"), place.get("region", {}).get("startLine")
        results.append((result["ruleId"], result["level"], file, line))
    return run, results


def test_the_log_has_errors_of_the_model_and_violated_properties(vsym: Vsym, wrong: Path, tmp_path: Path) -> None:
    log = tmp_path / "log.sarif"
    ran = vsym("check", "mutex.gsst", str(wrong), "nowhere.gsst", "--sarif", str(log))
    run, results = sarif(log)
    assert (ran.status, run["invocations"]) == (2, [{"executionSuccessful": False, "exitCode": 2}])
    text = Path("mutex.gsst").read_text("utf-8").splitlines()
    [violated] = [number for number, line in enumerate(text, 1) if line.startswith("ctl together:")]
    uri = wrong.as_uri()
    assert results == [
        ("violated", "error", "mutex.gsst", violated),
        ("VS202", "error", uri, 5),
        ("VS101", "error", "nowhere.gsst", None),
    ]
    assert "%20" in uri
    _, unknown, _ = run["results"]
    assert unknown["message"]["text"] == "`Bb` is not a local state\nhint: did you mean `B`?"
    region = {"startLine": 5, "startColumn": 12, "endLine": 5, "endColumn": 14}
    assert unknown["locations"][0]["physicalLocation"]["region"] == region


def test_the_log_has_what_is_undecided_and_what_has_no_place(vsym: Vsym, tmp_path: Path) -> None:
    log = tmp_path / "log.sarif"
    assert vsym("check", "rw.gsst", "--prop", "mutex", "--timeout", "0", "--sarif", str(log)).status == 5
    assert [result[:3] for result in sarif(log)[1]] == [("undecided", "none", "rw.gsst")]
    assert vsym("check", "rw.gsst", "--prop", "mutx", "--sarif", str(log)).status == 2
    assert sarif(log)[1] == [("failed", "error", None, None)]
    assert vsym("check", "rw.gsst", "-D", "reader=1", "--sarif", str(log)).status == 2
    run, results = sarif(log)
    assert results == [("VS204", "error", None, None)]
    assert run["results"][0]["message"]["text"].startswith("`-D reader=1`: the model has no parameter")
    assert vsym("check", "rw.gsst", "--prop", "mutex", "--sarif", str(log)).status == 0
    assert sarif(log) == ({**sarif(log)[0], "invocations": [{"executionSuccessful": True, "exitCode": 0}]}, [])


def test_the_log_has_what_is_true_by_accident(vsym: Vsym, tmp_path: Path) -> None:
    model, log = tmp_path / "model.gsst", tmp_path / "log.sarif"
    text = "system s\nparam unused = 2\nstates A, B, C\ngroup P of 2\ninit A\ntrans A -> B\ntrans B -> A\n"
    model.write_text(f"{text}trans B -> C if #B > 5\nctl p: AG (#C >= 1 -> #A = 0)\n")
    assert vsym("check", str(model), "--sarif", str(log)).status == 0
    run, results = sarif(log)
    assert {level for _, level, _, _ in results} == {"warning"}
    assert ("unused-parameter", "warning", model.as_uri(), 2) in results
    assert {line for rule, _, _, line in results if rule == "vacuous-property"} == {9}
    assert all(rule["shortDescription"]["text"][0].isupper() for rule in run["tool"]["driver"]["rules"])
    # A warning is no failure, unless it is made one.
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]
    assert vsym("check", str(model), "--sarif", str(log), "--strict").status == 10


def test_after_ctrl_c_the_files_left_are_told_of(vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vsym.cli.check.answer", interrupted)
    log = tmp_path / "log.sarif"
    ran = vsym("check", "mutex.gsst", "rw.gsst", "-q", "--sarif", str(log))
    assert (ran.status, ran.err) == (
        130,
        "vsym: interrupted\nvsym: rw.gsst was not checked: vsym ended at mutex.gsst\n",
    )
    assert [result[:2] for result in sarif(log)[1]] == [("failed", "error")] * 2


def test_a_log_that_cannot_be_written_is_an_error(vsym: Vsym, tmp_path: Path) -> None:
    ran = vsym("check", "rw.gsst", "--prop", "mutex", "--sarif", str(tmp_path / "no" / "log"))
    assert (ran.status, "cannot write to" in ran.err) == (2, True)
