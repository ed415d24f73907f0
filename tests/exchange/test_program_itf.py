"""Traces of programs as ITF: vsym reads back those that it writes, and refuses changed ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

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


Change: TypeAlias = Callable[[dict[str, Any], list[dict[str, Any]]], Any]
CHANGES: dict[str, Change] = {
    "no value": lambda _, states: states[1].pop("lock"),
    "wrong value": lambda _, states: states[1].update(lock=7),
    "unknown element": lambda _, states: states[1].update(owner="Proc_9"),
    "half a map": lambda _, states: states[1]["state"]["#map"].pop(),
    "no map": lambda _, states: states[1].update(state=[1, 2]),
    "not a step": lambda _, states: states.pop(1),
    "not a start": lambda _, states: states.pop(0),
    "a loop from nowhere": lambda document, _: document.update(loop=99),
    "no states": lambda _, states: states.clear(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_no_path_is_refused_with_the_place(change: Change) -> None:
    program, path = _path(BROKEN, "mutex")
    document = json.loads(written(program, "mutex", path))
    change(document, document["states"])
    with pytest.raises(RefusedError, match=r"^t\.itf\.json: "):
        read(program, document, "t.itf.json")
