"""Every command takes systems, of which nothing outside their folders knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.opened import checked, example, found
from tests.support.running import EXAMPLES, Refused, Vsym, document
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.lab.verbs import answer
from vsym.lsp import jobs
from vsym.lsp.jobs import Job

JUGS, LAMPS = (str(EXAMPLES / "systems" / name) for name in ("jugs.sys", "lamps.sys"))


def test_new_check_and_explore(tmp_path: Path, vsym: Vsym, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model = "mine.sys"
    assert vsym("new", model).status == 0
    ran = vsym("check", model, "-D", "most=2")
    assert ran.status == 0
    assert "mine: 3 variables, 4 events; most = 2" in ran.out
    assert vsym("check", model).status == 10
    assert "10 reachable states, depth 5" in vsym("explore", model).out
    assert vsym("fmt", "--check", model).status == 0


def test_a_path_is_told_in_the_labels_of_events(vsym: Vsym) -> None:
    lines = vsym("check", JUGS, "--prop", "never").out.splitlines()
    assert "6 pour from right to left left = 3, right = 4" in [" ".join(line.split()) for line in lines]


def test_a_document_has_the_facts_of_a_system(vsym: Vsym) -> None:
    document = json.loads(vsym("check", JUGS, "--json").out)
    assert document["kind"] == "system"
    assert document["variables"] == ["left", "right"]
    assert {one["name"]: one["verdict"] for one in document["properties"]} == {
        "full": "holds",
        "never": "violated",
        "emptied": "violated",
    }


@pytest.mark.parametrize("command", ["check", "explore", "symmetry", "draw"])
def test_documents_are_those_of_the_schema(command: str, vsym: Vsym) -> None:
    assert document(vsym(command, LAMPS, "--json"))["kind"] == "system"


def test_symmetries_are_detected_and_used(vsym: Vsym) -> None:
    assert "group C3, 3 symmetries, proved" in vsym("symmetry", LAMPS).out
    group = json.loads(vsym("symmetry", LAMPS, "--json").out)["group"]
    assert (group["order"], group["structure"]["text"], group["kept"]["order"]) == (3, "C3", 1)
    assert "3 reachable orbits (7 concrete states)" in vsym("explore", LAMPS, "--group", "detected").out
    assert vsym("check", LAMPS, "--prop", "some_dark", "--group", "detected", "--engine", "mdd").status == 0
    plain = vsym("explore", JUGS, "--group", "detected").out
    assert "no symmetry of the variables is detected" in plain


def test_all_engines_agree(vsym: Vsym) -> None:
    ran = vsym("check", LAMPS, "--cross-check")
    assert ran.status == 10
    assert "compiled detected" in ran.out


def test_steps_pictures_and_reports(tmp_path: Path, vsym: Vsym) -> None:
    script = tmp_path / "script"
    script.write_text("2\n3\ngoal right = 4\nstate\n", encoding="utf-8")
    ran = vsym("step", JUGS, "--script", str(script))
    assert ran.status == 0, ran.err
    assert "left = 3, right = 4" in ran.out
    assert vsym("draw", LAMPS, "-o", str(tmp_path / "lamps.svg")).status == 0
    assert "on_a" in (tmp_path / "lamps.svg").read_text("utf-8")
    assert vsym("report", LAMPS, "-o", str(tmp_path / "lamps.html")).status == 10
    assert vsym("emit-smv", LAMPS).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", JUGS, "--for-all", "small"), "--for-all"),
        (("explore", JUGS, "--method", "orbit"), "--method orbit"),
        (("check", JUGS, "--engine", "adaptive"), "--engine adaptive"),
        (("check", JUGS, "-D", "smal=3"), "did you mean `small`?"),
        (("check", JUGS, "--prop", "nevr"), "did you mean `never`?"),
    ],
)
def test_what_does_not_apply_is_refused(arguments: tuple[str, ...], said: str, refused: Refused) -> None:
    assert said in refused(*arguments)


def test_an_error_is_told_at_its_event(tmp_path: Path, vsym: Vsym, refused: Refused) -> None:
    model = tmp_path / "model.sys"
    model.write_text('system m\nvar x : 0..3\ninit x = 0\nevent up do x := x + 1\nevent no if x = 2 error "two"\n')
    err = refused("check", str(model))
    assert "model.sys:5:1: error[VS332]: two" in err
    assert "reached by: up; up" in err
    model.write_text("system m\nvar x : 0..3\ninit x = 0\nevent up do x := x + 1\n")
    assert "error[VS330]: `up` assigns 4 to `x`, outside its range 0..3" in vsym("check", str(model)).err


def _answer(verb: str, path: str, **values: object) -> Any:
    return answer(verb, Source(Path(path).name, Path(path).read_text("utf-8")), values, Budget())["answer"]


def test_the_lab_has_its_verdicts_its_states_and_a_picture() -> None:
    assert {one["name"]: one["outcome"] for one in _answer("check", JUGS)["properties"]}["full"] == "holds"
    assert _answer("check", LAMPS)["symmetry"]["group"] == {"name": "C3", "order": 3, "kept": "1"}
    assert _answer("lint", JUGS)["findings"] == []
    assert [one["label"] for one in _answer("steps", JUGS)["starts"][0]["choices"]] == [
        "fill the left jug",
        "fill the right jug",
    ]
    assert _answer("picture", LAMPS, what="states")["svg"].startswith("<svg")


def test_an_editor_has_its_findings_and_verdicts() -> None:
    document = example("systems/jugs.sys")
    assert found(document) == ()
    outcomes = {one.name: one.outcome for one in checked(document, 0, len(document.text)).outcomes}
    assert outcomes == {"full": "holds", "never": "violated", "emptied": "violated"}
    lamps = example("systems/lamps.sys")
    assert jobs.group(Job("group", lamps.source), Budget()) == "group C3, 3 symmetries, proved"


@pytest.mark.parametrize("option", ["--out-itf", "--out-xml"])
def test_traces_for_other_tools_are_refused_before_work_begins(tmp_path: Path, refused: Refused, option: str) -> None:
    assert "no other tool reads traces of models such as" in refused("check", JUGS, option, str(tmp_path / "traces"))
    assert not [*tmp_path.iterdir()]
