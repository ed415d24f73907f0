"""Traces of programs as ITF: what is written is read back, and what was changed is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.composing import run_by, shown
from tests.support.hand_programs import BROKEN, NETWORK
from tests.support.loading import load_program
from vsym.basics.options import RefusedError
from vsym.exchange.program_itf import read, written
from vsym.models.program.program import Program
from vsym.models.program.semantics import ProgramPath


def _path(text: str, name: str) -> tuple[Program, ProgramPath]:
    program = load_program(text)
    [outcome] = [one for one in run_by(program, "interpreted").outcomes if one.property.name == name]
    return program, shown(outcome).path


@pytest.mark.parametrize(("text", "name"), [(BROKEN, "mutex"), (BROKEN, "rests"), (NETWORK, "deadlock")])
def test_a_path_comes_back(text: str, name: str) -> None:
    program, path = _path(text, name)
    document = json.loads(written(program, name, path))
    assert document["vars"] == [variable.name for variable in program.variables]
    back = read(program, document, "t.itf.json")
    assert (back.states, back.loop, back.kind) == (path.states, path.loop, path.kind)


def _changed(document: dict[str, Any], change: str) -> None:
    state = document["states"][1]
    match change:
        case "no value":
            del state["lock"]
        case "wrong value":
            state["lock"] = 7
        case "unknown element":
            state["owner"] = "Proc_9"
        case "half a map":
            state["state"]["#map"].pop()
        case "no map":
            state["state"] = [1, 2]
        case "not a step":
            document["states"].pop(1)
        case "not a start":
            document["states"].pop(0)
        case "a loop from nowhere":
            document["loop"] = 99
        case "no states":
            document["states"] = []


@pytest.mark.parametrize(
    "change",
    [
        "no value",
        "wrong value",
        "unknown element",
        "half a map",
        "no map",
        "not a step",
        "not a start",
        "a loop from nowhere",
        "no states",
    ],
)
def test_what_is_no_path_is_refused_with_the_place(change: str) -> None:
    program, path = _path(BROKEN, "mutex")
    document = json.loads(written(program, "mutex", path))
    _changed(document, change)
    with pytest.raises(RefusedError, match=r"^t\.itf\.json: "):
        read(program, document, "t.itf.json")
