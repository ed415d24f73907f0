"""Every JSON document is one, and is as the schema says."""

from __future__ import annotations

import itertools
from typing import Any

import jsonschema
import pytest

from tests.running import EXAMPLES, SCHEMA, VALIDATOR, Ran, Vsym, document, program, without_seconds

pytestmark = pytest.mark.usefixtures("in_examples")

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
MODELS = (("rw_broken",), ("controller", "-D", "classes=4"))
EVERY_MODEL = tuple((path.stem,) for path in sorted(EXAMPLES.glob("*.gsst")))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("command", "model"),
    [*((("check",), model) for model in EVERY_MODEL), *itertools.product(COMMANDS, MODELS)],
    ids=" ".join,
)
def test_every_document_is_valid(command: tuple[str, ...], model: tuple[str, ...], vsym: Vsym) -> None:
    ran = vsym(command[0], f"{model[0]}.gsst", *model[1:], *command[1:], "--json")
    if command == ("emit-smv", "--timeout", "0") or ran.status == 2:
        pytest.fail("these commands accept these models")
    found = document(ran)
    assert found["system"] == model[0]
    assert ("symmetry" in found) == (command[0] != "draw" and command[1:2] not in (("--model",), ("--method",)))
    assert ("picture" in found) == (command[0] == "draw")


@pytest.mark.parametrize("options", [(), ("--for-all", "writers")], ids=" ".join)
def test_every_command_says_of_a_part_what_check_says_of_it(options: tuple[str, ...], vsym: Vsym) -> None:
    """The goldens hold documents of `check`; the parts that others have in common with it are these."""

    def said(command: str) -> dict[str, Any]:
        ran = vsym(command, "rw_broken.gsst", *options, "--json")
        return document(Ran(ran.status, without_seconds(ran.out), ran.err))

    whole = said("check")
    for command in ("symmetry",) if options else ("symmetry", "abstract", "explore", "emit-smv", "draw"):
        found = said(command)
        common = {name: part for name, part in found.items() if name in whole}
        assert common == {name: whole[name] for name in common}
        assert common.keys() >= {"system", "parameters", "processes", "local_states", "groups"}
        assert ("symmetry" in common) == (command != "draw")


def test_more_than_a_thousand_processes_are_counted_by_group(vsym: Vsym) -> None:
    large = ["-D", "readers=3", "-D", "writers=1200", "--json"]
    broken = document(vsym("symmetry", "rw_broken.gsst", *large))
    [witness] = [entry["witness"] for entry in broken["symmetry"]["transitions"] if entry["witness"]]
    assert sum(witness["enabled"]["groups"]["W"].values()) == 1200
    assert (witness["permutation"], "processes" in witness["enabled"]) == (None, False)
    checked = document(vsym("check", "crowd.gsst", "--prop", "all_in", *large))
    assert checked["properties"][0]["trace"]["states"][0]["groups"]["R"] == {"N": 3, "T": 0, "C": 0}


def test_nothing_but_the_document_is_on_standard_output() -> None:
    ran = program("check", "rw.gsst", "--json", "-v")
    document(ran)
    assert (ran.status, ran.err) == (0, "")
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
def test_the_schema_refuses_what_is_wrong(change: dict[str, Any], vsym: Vsym) -> None:
    found = document(vsym("check", "rw.gsst", "--json"))
    assert not VALIDATOR.is_valid({**found, **change})


def test_the_methods_side_by_side(vsym: Vsym) -> None:
    found = document(vsym("explore", "rw_adaptive.gsst", "--method", "all", "--json"))
    states = {one["method"]: one["states"] for one in found["methods"]}
    assert states == {"plain": 22, "orbit": 15, "counter": 15, "adaptive": 9}
    assert all(one["complete"] and one["depth"] == 5 and one["deadlock"] is False for one in found["methods"])
