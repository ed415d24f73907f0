"""Programs whose single guards, loops, start states or instances of a rule take for ever."""

_TYPES = "type r: 0..999999;\nvar x: 0..3;\n"

_START = "startstate x := 0; end;\n"

ENDLESS = {
    "instances": f"{_TYPES}{_START}ruleset a: r; b: r; c: r do rule a + b + c = 7 ==> x := 1; end; end;",
    "successors": "var x: 0..999999999;\nstartstate x := 0; end;\nruleset y: 0..999999999 do rule x := y; end; end;",
    "loop": f"{_TYPES}{_START}rule for i: r do for j: r do for k: r do x := (x + 1) % 4; end; end; end; end;",
    "guard": f"{_TYPES}{_START}"
    "rule forall i: r do forall j: r do forall k: r do i + j + k >= x end end end ==> x := 1; end;",
    "invariant": f"{_TYPES}{_START}rule x < 3 ==> x := x + 1; end;\n"
    'invariant "slow" forall i: r do forall j: r do forall k: r do i + j + k >= x end end end;',
    "starts": f"{_TYPES}ruleset a: r; b: r; c: r do startstate x := (a + b + c) % 4; end; end;\nrule x := 1; end;",
    "start": f"{_TYPES}startstate for i: r do for j: r do for k: r do x := (i + j) % 4; end; end; end; end;\n"
    "rule x := 1; end;\n--! ctl reaches: EF x < 4",
    "function": f"{_TYPES}function f(y: r): r; begin\n"
    "  for i: r do for j: r do for k: r do x := (x + 1) % 4; end; end; end; return 0; end;\n"
    f"{_START}rule x := f(0); end;",
}
"""By what takes so long; each is over within a state, or before the first."""
