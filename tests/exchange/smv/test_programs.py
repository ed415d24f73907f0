"""Programs as models for NuSMV: what NuSMV says of them, and its traces read back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.engines.nusmv.program import find
from vsym.exchange.smv.programs import program_model, read_program_smv
from vsym.models.program.semantics import replayed
from vsym.reductions.programs.slots import system_for_export

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
    nusmv = find()
    assert nusmv is not None
    model = tmp_path / "model.smv"
    model.write_text(written)
    script = tmp_path / "script"
    names = [("check_ctlspec", "back"), ("check_ltlspec", "works"), ("check_invar", "busy"), ("check_invar", "one")]
    checks = [f"{command} -P {name}" for command, name in names]
    script.write_text("\n".join(["set default_trace_plugin 4", "go", *checks, "quit", ""]))
    ran = subprocess.run([nusmv, "-source", script, model], capture_output=True, text=True, check=True).stdout
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
