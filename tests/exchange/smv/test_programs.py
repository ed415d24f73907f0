"""Programs as models for NuSMV: what NuSMV says of them, and its traces read back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.exchange.drawn import nusmv
from tests.support.composing import checked
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.exchange.smv.programs import program_model, program_smv_trace, read_program_smv
from vsym.models.program.semantics import Firing, replayed
from vsym.reductions.programs.slots import system_for_export
from vsym.system.result import Path as SystemPath

TEXT = """
type P: scalarset(2); S: enum {idle, busy};
var state: array [P] of S; last: P;
startstate for p: P do state[p] := idle; end; end;
ruleset p: P do
  rule "work" state[p] = idle ==> state[p] := busy; last := p; end;
  rule "rest" state[p] = busy ==> state[p] := idle; end;
end;
invariant "one" !forall p: P do state[p] = busy end;
cover "busy" exists p: P do state[p] = busy end;
--! ctl back: AG EF forall p: P do state[p] = idle end
--! ltl works: G F exists p: P do state[p] = busy end
--! fair "work"
"""


def test_what_nusmv_says_of_the_model(tmp_path: Path) -> None:
    program = load_program(TEXT)
    asked, lowered = system_for_export(program, UNLIMITED)
    written = program_model(asked, lowered)
    assert "state_P_1" in written
    assert "work_p_P_2" in written
    assert "1 idle, 2 busy" in written
    # Invariants are of all states, fair or not.
    assert "INVARSPEC NAME one" in written
    names = [("check_ctlspec", "back"), ("check_ltlspec", "works"), ("check_invar", "busy"), ("check_invar", "one")]
    ran = nusmv(tmp_path, written, [f"{command} -P {name}" for command, name in names])
    said = [line.rsplit(None, 1)[-1] for line in ran.splitlines() if line.startswith(("-- spec", "-- inv"))]
    assert said == ["true", "true", "false", "false"]
    path = read_program_smv(asked, "<counter-example" + ran.rsplit("<counter-example", 1)[1], "trace.xml")
    replayed(program, path)
    assert path.states[-1][:2] == (2, 2)


def test_a_trace_of_something_else() -> None:
    asked, _ = system_for_export(load_program(TEXT), UNLIMITED)
    trace = '<counter-example><node><state id="1"><value variable="x">1</value></state></node></counter-example>'
    with pytest.raises(RefusedError, match="no value of `state_P_1`"):
        read_program_smv(asked, trace, "trace.xml")


TRACED = """
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


@pytest.mark.parametrize(("text", "expected"), [(TRACED, {"all ask", "first", "deadlock"}), (ROUND, {"again"})])
def test_nusmv_takes_them_and_they_come_back(text: str, expected: set[str], tmp_path: Path) -> None:
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
    path = SystemPath("counterexample", ((1,), (2,), (3,), (2,)), (in_, go, back), 1)
    replayed(program, path)
    again = read_program_smv(asked, program_smv_trace(asked, "again", path), "trace")
    assert again.states == ((1,), (2,), (3,), (2,), (3,), (2,))
    assert again.loop == 3
