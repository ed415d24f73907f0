"""Paths of programs for NuSMV: it executes every step of them, and they come back as they were."""

from __future__ import annotations

import re
from pathlib import Path as File

import pytest

from tests.composing import checked
from tests.exchange.drawn import nusmv
from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.exchange.smv.programs import program_model, program_smv_trace, read_program_smv
from vsym.models.program.semantics import Firing, replayed
from vsym.reductions.programs.slots import system_for_export
from vsym.system.result import Path

TEXT = """
type P: 0..2;
var at: array [P] of 0..2; over: boolean;
startstate for p: P do at[p] := 0 end; over := false; end;
ruleset p: P do
  rule "ask" at[p] = 0 & !over ==> at[p] := 1 end;
  rule "enter" at[p] = 1 & (forall q: P do at[q] != 2 end) ==> at[p] := 2 end;
  rule "leave" at[p] = 2 ==> at[p] := 0 end;
  rule "end" at[p] = 2 & at[(p + 1) % 3] = 2 ==> over := true end;
  rule "stop" !over & at[p] = 2 ==> over := true; at[p] := 0 end;
end;
cover "all ask" forall p: P do at[p] = 1 end;
--! ltl first: G F at[0] = 2
--! ltl all: G (at[1] = 1 -> F at[1] = 2)
--! ctl always: AG EF at[2] = 2
--! fair "enter"
"""


ROUND = """
var n: 0..2;
startstate n := 0; end;
rule "in" n = 0 ==> n := 1 end;
rule "go" n = 1 ==> n := 2 end;
rule "back" n = 2 ==> n := 1 end;
--! ltl again: G F n = 0
--! fair "back"
"""


@pytest.mark.parametrize(("text", "expected"), [(TEXT, {"all ask", "first", "deadlock"}), (ROUND, {"again"})])
def test_nusmv_takes_them_and_they_come_back(text: str, expected: set[str], tmp_path: File) -> None:
    program = load_program(text)
    found = checked(program, "compiled")
    paths = {one.property.name: one.run.path for one in found.outcomes if one.run is not None}
    assert expected <= paths.keys()
    asked, lowered = system_for_export(program, UNLIMITED)
    lengths, commands = [], list[str]()
    for name, path in paths.items():
        written = program_smv_trace(asked, name, path)
        again = read_program_smv(asked, written, "trace")
        # Where the rule that has fired last is another one at the end of the loop, it goes round once more.
        assert again.states[: len(path.states)] == path.states
        assert (again.loop is None) == (path.loop is None)
        lengths.append(len(again.steps))
        file = f"trace{len(lengths)}.xml"
        (tmp_path / file).write_text(written, encoding="utf-8")
        commands += [f"read_trace {file}", f"execute_traces -v {len(lengths)}"]
    said = nusmv(tmp_path, program_model(asked, lowered), commands)
    assert [int(steps) for steps in re.findall(r"^(\d+) steps performed", said, re.MULTILINE)] == lengths, said
    assert any(path.loop is not None for path in paths.values())


def test_a_loop_goes_round_until_the_rule_that_has_fired_is_the_same() -> None:
    program = load_program(ROUND)
    asked, _ = system_for_export(program, UNLIMITED)
    in_, go, back = (Firing(number) for number in range(3))
    path = Path("counterexample", ((1,), (2,), (3,), (2,)), (in_, go, back), 1)
    replayed(program, path)
    again = read_program_smv(asked, program_smv_trace(asked, "again", path), "trace")
    assert again.states == ((1,), (2,), (3,), (2,), (3,), (2,))
    assert again.loop == 3
