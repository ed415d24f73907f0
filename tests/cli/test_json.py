"""Every JSON document is one, and is as the schema says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.drawn import chosen
from tests.support.running import EXAMPLES, Ran, Refused, Vsym, document, validator, without_seconds

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
SMALLER = {"grw": ("-D", "q=2", "-D", "m=4")}
"""Sizes for a model that would take ten times as long as any other."""

EVERY_MODEL = tuple((path.stem, *SMALLER.get(path.stem, ())) for path in sorted(EXAMPLES.glob("*.gsst")))

MOST = ("rw_broken",)
"""The model of all commands."""

OTHER = ("controller", "-D", "classes=4")
"""One of many classes, whose documents differ in their length."""


@pytest.mark.parametrize(
    ("command", "model"),
    [
        *((("check",), model) for model in chosen(EVERY_MODEL[2::5], EVERY_MODEL)),
        *((command, MOST) for command in COMMANDS),
        *((command, OTHER) for command in chosen(COMMANDS[::4], COMMANDS)),
    ],
    ids=" ".join,
)
def test_every_document_is_valid(command: tuple[str, ...], model: tuple[str, ...], vsym: Vsym) -> None:
    ran = vsym(command[0], f"{model[0]}.gsst", *model[1:], *command[1:], "--json")
    if command == ("emit-smv", "--timeout", "0") or ran.status == 2:
        pytest.fail("these commands accept these models")
    found = document(ran)
    assert f"\nsystem {found['name']}\n" in (EXAMPLES / f"{model[0]}.gsst").read_text("utf-8")
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
        common = {name: part for name, part in said(command).items() if name in whole}
        assert common == {name: whole[name] for name in common}
        assert common.keys() >= {"kind", "name", "parameters", "processes", "local_states", "groups"}
        assert ("symmetry" in common) == (command != "draw")


def test_open_parameters_are_in_the_document(vsym: Vsym) -> None:
    found = document(vsym("check", "rw_broken.gsst", "--for-all", "writers", "--prop", "mutex", "--json"))
    assert found["for_all"] == {"parameters": ["writers"], "domain": "writers >= 0"}
    assert (found["parameters"], found["processes"]) == ({"readers": 1}, "writers + 1")
    assert found["groups"] == {"R": 1, "W": "writers"}
    assert (found["state_space"], found["exploration"]) == (None, None)
    witness = found["symmetry"]["transitions"][1]["witness"]
    assert (witness["parameters"], witness["permutation"]) == ({"writers": 1}, [2, 1])
    [mutex] = found["properties"]
    facts = ("holds", "smt", "1-induction", "#C[R] + #C[W] <= 1")
    assert tuple(mutex[name] for name in ("verdict", "engine", "method", "invariant")) == facts


def test_a_violation_has_the_sizes_where_it_is_and_where_it_is_not(vsym: Vsym) -> None:
    ran = vsym("check", "msi.gsst", "--for-all", "n", "--prop", "crowded", "--json")
    [crowded] = document(ran)["properties"]
    assert (ran.status, crowded["verdict"]) == (10, "violated")
    assert (crowded["parameters"], crowded["exactly"]) == ({"n": 1}, "n >= 3")
    assert crowded["trace"]["states"] == [
        {"counters": {"I": 1, "S": 0, "M": 0}, "processes": ["I"], "shared": {}, "step": None}
    ]


def test_more_than_a_thousand_processes_are_counted_by_group(vsym: Vsym) -> None:
    large = ["-D", "readers=3", "-D", "writers=1200", "--json"]
    broken = document(vsym("symmetry", "rw_broken.gsst", *large))
    [witness] = [entry["witness"] for entry in broken["symmetry"]["transitions"] if entry["witness"]]
    assert sum(witness["enabled"]["groups"]["W"].values()) == 1200
    assert (witness["permutation"], "processes" in witness["enabled"]) == (None, False)
    checked = document(vsym("check", "crowd.gsst", "--prop", "all_in", *large))
    assert checked["properties"][0]["trace"]["states"][0]["groups"]["R"] == {"N": 3, "T": 0, "C": 0}


def test_nothing_but_the_document_is_on_standard_output(vsym: Vsym) -> None:
    ran = vsym("check", "rw.gsst", "--json", "-v")
    document(ran)
    assert (ran.status, ran.err) == (0, "")
    wrong = vsym("check", "rw.gsst", "--json", "--prop", "mutx")
    [refused] = document(wrong)["diagnostics"]
    assert (wrong.status, refused["code"], refused["line"]) == (2, None, None)
    assert refused["message"] == "`rw` has no property `mutx`; did you mean `mutex`?"
    assert wrong.err == f"vsym: {refused['message']}\n"


@pytest.mark.parametrize("command", ["check", "symmetry", "explore", "draw", "sweep"])
def test_errors_of_the_model_are_in_the_document(command: str, vsym: Vsym, tmp_path: Path) -> None:
    """A JSON document of before, in the file of -o, stays."""
    path, output = tmp_path / "wrong.gsst", tmp_path / "out"
    path.write_text("system wrong\nstates A, B\ngroup P of 2\ninit A\ntrans A -> Bb\ntrans B -> A if self = 1\n")
    output.write_text("before")
    ran = vsym(command, str(path), "--json", *(() if command == "sweep" else ("-o", str(output))))
    found = document(ran)
    assert (ran.status, found["file"], output.read_text()) == (2, str(path), "before")
    first, second = found["diagnostics"]
    assert first == {
        "code": "VS202",
        "file": str(path),
        "line": 5,
        "column": 12,
        "message": "`Bb` is not a local state",
        "hint": "did you mean `B`?",
    }
    assert (second["code"], second["line"], second["column"]) == ("VS201", 6, 17)


def test_errors_without_a_place_in_a_file(vsym: Vsym) -> None:
    [missing] = document(vsym("check", "nowhere.gsst", "--json"))["diagnostics"]
    assert (missing["code"], missing["file"], missing["line"]) == ("VS101", "nowhere.gsst", None)
    [unknown] = document(vsym("check", "rw.gsst", "-D", "reader=3", "--json"))["diagnostics"]
    assert (unknown["code"], unknown["file"], unknown["line"]) == ("VS204", None, None)
    assert unknown["message"] == "`-D reader=3`: the model has no parameter `reader`"
    [section] = document(vsym("explain", "VS999", "--json"))["diagnostics"]
    assert section["message"].startswith("the handbook has nothing on `VS999`")


def test_a_failure_after_the_document_adds_no_second_one(vsym: Vsym, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "certificate")
    ran = vsym("check", "rw.gsst", "--prop", "mutex", "--engine", "smt", "--json", "--certificate", nowhere)
    assert "properties" in document(ran)
    assert (ran.status, "cannot write" in ran.err) == (2, True)


def test_the_schema_is_printed(vsym: Vsym) -> None:
    assert json.loads(vsym("schema").out) == validator().schema


def test_the_handbook_is_in_documents_too(vsym: Vsym) -> None:
    section = document(vsym("explain", "VS203", "--json"))
    contents = document(vsym("explain", "--json"))
    assert section["title"] in contents["sections"]
    assert section["schema_version"] == contents["schema_version"] == 2
    assert section["markdown"] in (EXAMPLES.parent / "docs" / "errors.md").read_text("utf-8")


def test_the_schema_needs_pydantic_in_a_checkout(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has a file of it, as the test of the wheel sees."""
    monkeypatch.setitem(sys.modules, "vsym.basics.schema", None)
    assert "pip install pydantic" in refused("schema")


def test_a_check_has_the_same_keys_whatever_the_model_is(vsym: Vsym) -> None:
    """The same holds at a limit, and for the record of a property."""
    own = {"processes", "local_states", "groups", "symmetry", "variables", "slots", "rules", "scalarsets", "counting"}
    for options in ((), ("--timeout", "0")):
        processes, of_program = (
            document(vsym("check", model, "--json", *options)) for model in ("rw.gsst", "programs/spinlock.m")
        )
        assert (processes["kind"], of_program["kind"]) == ("processes", "program")
        assert processes.keys() - own == of_program.keys() - own
        assert processes["properties"][0].keys() == of_program["properties"][0].keys()
        for one in (processes, of_program):
            explored = one["exploration"]
            reason = one["stopped"] if explored is None else explored["reason"]
            assert reason == ("the time limit was reached" if options else None)


def test_the_methods_side_by_side(vsym: Vsym) -> None:
    found = document(vsym("explore", "rw_adaptive.gsst", "--method", "all", "--json"))
    states = {one["method"]: one["states"] for one in found["methods"]}
    assert states == {"plain": 22, "orbit": 15, "counter": 15, "adaptive": 9}
    assert all(one["complete"] and one["depth"] == 5 and one["deadlock"] is False for one in found["methods"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "rw.gsst", "--json", "--colour", "never"), "No such option"),
        (("explore", "--json"), "Missing argument"),
        (("chek", "rw.gsst", "--json"), "No such command"),
        (("check", "rw.gsst", "--json", "--timeout", "soon"), "--timeout"),
        (("draw", "rw.gsst", "--json", "-D", "readers"), "is not a definition"),
    ],
)
def test_wrong_options_are_a_document_too(arguments: tuple[str, ...], message: str, vsym: Vsym) -> None:
    ran = vsym(*arguments)
    [diagnostic] = document(ran)["diagnostics"]
    assert (ran.status, diagnostic["code"]) == (2, None)
    assert message in diagnostic["message"]
    assert "Usage:" in ran.err
