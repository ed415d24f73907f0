"""Every JSON document is one, and is as the schema says."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import jsonschema
import pytest

from tests.running import EXAMPLES, Ran, in_process, program

SCHEMA = json.loads(resources.files("vsym.show").joinpath("schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

COMMANDS = (
    ("check",),
    ("check", "--timeout", "0"),
    ("symmetry",),
    ("symmetry", "--timeout", "0"),
    ("abstract",),
    ("abstract", "--timeout", "0"),
    ("explore",),
    ("explore", "--timeout", "0"),
    ("explore", "--method", "plain"),
    ("explore", "--method", "orbit"),
    ("explore", "--method", "adaptive"),
    ("explore", "--method", "adaptive", "--timeout", "0"),
    ("explore", "--method", "all"),
    ("explore", "--method", "all", "--timeout", "0"),
    ("emit-smv",),
    ("emit-smv", "--model", "direct"),
    ("draw",),
    ("draw", "--what", "quotient"),
    ("draw", "--what", "adaptive"),
)
MODELS = (("mutex",), ("rw",), ("rw_broken",), ("deadlock",), ("controller", "-D", "classes=4"), ("starvation",))


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)


def document(ran: Ran) -> dict[str, Any]:
    """The one document on standard output, valid."""
    found: dict[str, Any] = json.loads(ran.out)
    VALIDATOR.validate(found)
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("model", MODELS, ids=" ".join)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_document_is_valid(
    command: tuple[str, ...], model: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    ran = in_process(capfd, [command[0], f"{model[0]}.gsst", *model[1:], *command[1:], "--json"])
    if command == ("emit-smv", "--timeout", "0") or ran.status == 2:
        pytest.fail("these commands accept these models")
    found = document(ran)
    assert found["system"] == model[0]
    assert ("symmetry" in found) == (command[0] != "draw" and command[1:2] not in (("--model",), ("--method",)))
    assert ("picture" in found) == (command[0] == "draw")


def test_a_violated_property_has_its_trace(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["check", "starvation.gsst", "--json"]))
    trace = next(prop["trace"] for prop in found["properties"] if prop["name"] == "reader_served")
    states = trace["states"]
    assert (trace["kind"], trace["loop"]) == ("counterexample", 1)
    assert states[0]["step"] is None
    assert states[0]["counters"] == {"R": {"N": 2, "T": 0, "C": 0}, "W": {"N": 2, "T": 0, "C": 0}}
    assert states[1]["step"] == {"process": 1, "source": "N", "target": "T"}
    assert states[1]["processes"] == ["T", "N", "N", "N"]
    assert states[trace["loop"]]["counters"] == states[-1]["counters"]


def test_a_witness_is_the_one_of_the_paper(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["symmetry", "rw_broken.gsst", "--json"]))
    assert found["symmetry"]["full"] is False
    [broken] = [entry for entry in found["symmetry"]["transitions"] if entry["verdict"] == "broken"]
    assert broken["witness"] == {
        "enabled": {"processes": ["N", "N", "T"], "shared": {}, "moves": 3},
        "disabled": {"processes": ["T", "N", "N"], "shared": {}},
        "permutation": [3, 2, 1],
        "target": ["N", "N", "C"],
        "target_shared": {},
    }


def test_more_than_a_thousand_processes_are_counted_by_group(capfd: pytest.CaptureFixture[str]) -> None:
    large = ["-D", "readers=3", "-D", "writers=1200", "--json"]
    broken = document(in_process(capfd, ["symmetry", "rw_broken.gsst", *large]))
    [witness] = [entry["witness"] for entry in broken["symmetry"]["transitions"] if entry["witness"]]
    assert sum(witness["enabled"]["groups"]["W"].values()) == 1200
    assert (witness["permutation"], "processes" in witness["enabled"]) == (None, False)
    checked = document(in_process(capfd, ["check", "rw.gsst", "--prop", "all_in", *large]))
    assert checked["properties"][0]["trace"]["states"][0]["groups"]["R"] == {"N": 3, "T": 0, "C": 0}


def test_an_unknown_verdict_has_a_reason(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["check", "rw_broken.gsst", "--timeout", "0", "--json"]))
    assert {(prop["verdict"], prop["reason"]) for prop in found["properties"]} == {
        ("unknown", "the time limit was reached")
    }


def test_a_path_to_a_deadlock_is_given(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["explore", "deadlock.gsst", "--json"]))
    assert (found["method"], found["states"], found["deadlock"], found["complete"]) == ("counter", 5, True, True)
    assert sorted(found["trace"]["states"][-1]["processes"]) == ["Idle", "Paper", "Pen"]


def test_nothing_but_the_document_is_on_standard_output() -> None:
    ran = program("check", "rw.gsst", "--json", "-v")
    document(ran)
    assert (ran.status, ran.err) == (10, "")
    wrong = program("check", "rw.gsst", "--json", "--prop", "mutx")
    assert (wrong.status, wrong.out) == (2, "")


@pytest.mark.parametrize(
    "change",
    [
        {"schema_version": 2},
        {"surprise": 1},
        {"properties": [{"name": "p"}]},
        {"deadlock": "no"},
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_wrong(change: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["check", "rw.gsst", "--json"]))
    assert not VALIDATOR.is_valid({**found, **change})


def test_the_methods_side_by_side(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["explore", "rw_adaptive.gsst", "--method", "all", "--json"]))
    states = {one["method"]: one["states"] for one in found["methods"]}
    assert states == {"plain": 22, "orbit": 15, "counter": 15, "adaptive": 9}
    assert all(one["complete"] and one["depth"] == 5 and one["deadlock"] is False for one in found["methods"])


def test_verdicts_of_adaptive_exploration(capfd: pytest.CaptureFixture[str]) -> None:
    found = document(in_process(capfd, ["check", "vault.gsst", "--engine", "adaptive", "--json"]))
    verdicts = {prop["name"]: (prop["verdict"], prop["engine"]) for prop in found["properties"]}
    assert verdicts["no_visitor"] == ("violated", "adaptive")
    assert verdicts["capacity"] == ("holds", "adaptive")
    assert found["statistics"]["abstract_states"] == 39
    [trace] = [prop["trace"] for prop in found["properties"] if prop["name"] == "no_visitor"]
    assert trace["states"][-1]["processes"].count("Vault") == 1
