"""Programs that are counter models, each for something that rules do with processes."""

_BASE = """
const N: 3;
type P: scalarset(N); S: enum {a, b, c};
"""
_RULES = {
    "sums": """
var s: array [P] of S; n: 0..N; top: boolean;
startstate for p: P do s[p] := a; end; n := 0; top := false; end;
ruleset p: P do
  rule "go" s[p] = a ==> s[p] := b; end;
  rule "on" s[p] = b & n < 2 ==> s[p] := c; end;
end;
rule "count" var k: 0..N; begin k := 0; for p: P do if s[p] = b then k := k + 1; end; end;
  n := k; if k >= 2 then top := true; end; end;
rule "all" forall p: P do s[p] = c end ==> for p: P do s[p] := a; end; end;
invariant "low" n < 3;
cover "three" n = 2;
--! ctl back: AG EF (forall p: P do s[p] = a end)
--! ltl ever: F top
""",
    "pointers": """
var s: array [P] of S; x, y: P; turn: boolean;
startstate for p: P do s[p] := a; end; turn := false; end;
ruleset p: P do
  rule "take x" isundefined(x) & s[p] = a ==> x := p; s[p] := b; end;
  rule "take y" isundefined(y) ==> y := p; end;
  rule "hand on" !isundefined(x) & x != p ==> s[x] := a; x := p; end;
  rule "drop" !isundefined(y) & y = p & turn ==> undefine y; s[p] := a; end;
end;
rule "swap" !isundefined(x) & !isundefined(y) ==> var z: P; begin z := x; x := y; y := z; turn := !turn; end;
rule "copy" !isundefined(x) ==> y := x; end;
invariant "apart" isundefined(x) | isundefined(y) | x != y;
invariant "b" !isundefined(x) -> s[x] != a;
""",
    "broadcast": """
var s: array [P] of record st: S; m: boolean; end; busy: boolean;
procedure invalidate(p: P);
begin
  for q: P do if q != p then switch s[q].st case b: s[q].st := a; s[q].m := true;
    case c: busy := true; s[q].st := b; end; end; end;
end;
startstate for p: P do s[p].st := a; s[p].m := false; end; busy := false; end;
ruleset p: P do
  rule "read" s[p].st = a & !busy ==> s[p].st := b; for q: P do if s[q].st = c then s[q].st := b; end; end; end;
  rule "write" s[p].st != c ==> invalidate(p); s[p].st := c; end;
  rule "ack" s[p].m ==> s[p].m := false; busy := false; end;
end;
invariant "one" forall p: P do forall q: P do p = q | s[p].st != c | s[q].st != c end end;
invariant "idle" !busy;
--! ctl again: AG (busy -> EF !busy)
""",
    "two movers": """
var s: array [P] of S;
startstate for p: P do s[p] := a; end; end;
ruleset p: P; q: P do
  rule "meet" p != q & s[p] = a & s[q] != c ==> s[p] := b; s[q] := c; end;
  rule "exchange" s[p] = b & s[q] = c ==> s[p] := c; s[q] := b; end;
end;
invariant "two" forall p: P do forall q: P do s[p] = c & s[q] = c -> p = q end end;
""",
    "starts": """
var s: array [P] of S; t: P; f: boolean;
ruleset p: P do startstate for q: P do s[q] := a; end; s[p] := b; t := p; f := false; end; end;
startstate for q: P do s[q] := c; end; f := true; end;
ruleset p: P do rule "go" s[p] = b ==> s[p] := c; f := true; end;
rule "bad" s[p] = c & !isundefined(t) & t = p ==> assert !f; end; end;
""",
    "faults": """
var s: array [P] of S; n: 0..1; w: array [P] of 0..2;
startstate for q: P do s[q] := a; end; n := 0; end;
ruleset p: P do
  rule "go" s[p] = a ==> s[p] := b; w[p] := 0; end;
  rule "up" s[p] = b & w[p] < 2 ==> w[p] := w[p] + 1; end;
  rule "up too far" s[p] = c ==> w[p] := w[p] + 1; end;
  rule "end" s[p] = b & w[p] = 2 ==> s[p] := c; end;
end;
rule "sum" exists p: P do s[p] = c end ==> for p: P do if s[p] = c then n := n + 1; end; end; end;
invariant "w" forall p: P do s[p] = a | w[p] <= 2 end;
""",
    "undefined": """
var s: array [P] of S; t: P;
startstate undefine s; end;
ruleset p: P do
  rule "set" isundefined(s[p]) ==> s[p] := a; t := p; end;
  rule "wipe" !isundefined(s[p]) & s[p] = a ==> undefine s; undefine t; end;
  rule "read" !isundefined(t) & t != p ==> s[p] := s[t]; end;
end;
rule "clear" !isundefined(t) ==> for p: P do clear s[p]; end; end;
invariant "reads" forall p: P do s[p] = a end;
""",
    "priorities": """
var s: array [P] of S; n: 0..2;
startstate for q: P do s[q] := a; end; n := 0; end;
ruleset p: P do
  rule 1 "late" s[p] = a ==> s[p] := b; end;
  rule "first" s[p] = b & n < 2 ==> n := n + 1; s[p] := c; end;
  rule "assumes" s[p] = c & n = 1 ==> s[p] := a; end;
end;
assume "few" forall p: P do forall q: P do s[p] = c & s[q] = c -> p = q end end;
invariant "n" n < 2;
""",
    "functions": """
var s: array [P] of S; found: boolean;
function any(x: S): boolean; begin return exists p: P do s[p] = x end; end;
function many(x: S): 0..N; var k: 0..N; begin k := 0; for p: P do if s[p] = x then k := k + 1; end; end; return k; end;
startstate for q: P do s[q] := a; end; found := false; end;
ruleset p: P do
  rule "b" s[p] = a & many(b) < 2 ==> s[p] := b; end;
  rule "c" s[p] = b & !any(c) ==> s[p] := c; end;
  rule "d" s[p] = c & many(b) + many(c) = 3 ==> s[p] := a; found := true; end;
end;
invariant "few" many(b) <= 1;
invariant "found" !found;
""",
    "nested": """
var s: array [P] of S; n: 0..9; t: P;
startstate for q: P do s[q] := a; end; n := 0; end;
ruleset p: P do
  rule "b" s[p] = a ==> s[p] := b; end;
  rule "mark" s[p] = b ==> t := p;
    for q: P do if exists r: P do r != q & s[r] = b end then n := 1; end; end; end;
  rule "c" !isundefined(t) ==> for q: P do if q = t then s[q] := c; end; end; end;
end;
rule "all pairs" forall p: P do exists q: P do p != q & s[q] = s[p] end end ==> n := 2; end;
invariant "n" n != 2;
invariant "m" n != 1;
""",
    "swapping changes the state": """
var s: array [P] of S; on: boolean;
startstate for q: P do s[q] := a; end; on := true; end;
ruleset p: P; q: P do
  rule "b" on & s[p] = a & p != q ==> s[p] := b; on := false; end;
  rule "swap" p != q & s[p] = b & s[q] = a ==> s[p] := a; s[q] := b; end;
end;
--! ltl stays: G F on
--! ltl later: F !on
""",
    "fair rules": """
var s: array [P] of S; drop, tock: boolean;
startstate for p: P do s[p] := a; end; drop := false; tock := false; end;
rule "tick" tock := !tock; end;
ruleset p: P do
  rule "ask" s[p] = a ==> s[p] := b; end;
  rule "enter" s[p] = b & forall q: P do s[q] != c end ==> s[p] := c; end;
  rule "leave" s[p] = c ==> s[p] := a; end;
  rule "wait" s[p] = b ==> drop := !drop; end;
  rule "turn away" s[p] = b & drop ==> s[p] := a; drop := false; assume forall q: P do s[q] != c end; end;
end;
--! fair "leave"
--! fair "enter"
--! fair "turn away"
--! fair "tick"
--! ltl again: G F (exists p: P do s[p] = c end)
--! ltl free: G F (forall p: P do s[p] != c end)
--! ltl waits: G F (exists p: P do s[p] = b end)
--! ltl all: G F (forall p: P do s[p] != b end)
--! ctl served: AG (exists p: P do s[p] = b end -> AF exists p: P do s[p] = c end)
--! ctl dropped: AG AF drop
--! ltl ticks: G F tock
--! ltl stands: F G tock
""",
    "assume statements": """
var s: array [P] of S; done: boolean;
startstate for p: P do s[p] := a; end; done := false; end;
ruleset p: P do
  rule "b" s[p] = a ==> s[p] := b; assume exists q: P do s[q] = a end; end;
  rule "c" s[p] = b & !done ==> s[p] := c; done := true; assume forall q: P do q = p | s[q] != c end; end;
  rule "back" s[p] = c ==> done := false; assume exists q: P do s[q] = b end; end;
end;
--! fair "back"
--! ltl goes: G F !done
invariant "some" exists p: P do s[p] != b end;
""",
    "fair": """
var s: array [P] of S; on: boolean;
startstate for q: P do s[q] := a; end; on := false; end;
ruleset p: P do rule "b" s[p] = a & on ==> s[p] := b; end; rule "c" s[p] = b ==> s[p] := a; end; end;
rule "on" on := !on; end;
--! fairness: forall p: P do s[p] = a end
--! ltl comes: G F (forall p: P do s[p] = a end)
--! ltl goes: G F on
""",
    "turns that end in an error": """
var s: array [P] of S; n: 0..2;
startstate for p: P do s[p] := a; end; n := 0; end;
ruleset p: P do rule "b" s[p] = a & n < 2 ==> s[p] := b; n := n + 1; end; end;
rule "c" n = 2 ==> for p: P do assert s[p] != c; if s[p] = b then s[p] := c; end; end; end;
rule "back" exists p: P do s[p] = c end ==> for p: P do if s[p] = c then s[p] := a; end; end; n := 0; end;
invariant "not c" forall p: P do s[p] != c end;
""",
    "a loop in a loop": """
var s: array [P] of S; t: array [P] of boolean; on: boolean;
startstate for p: P do s[p] := a; t[p] := false; end; on := false; end;
ruleset p: P do
  rule "mark" s[p] != c & !t[p] ==> t[p] := true; on := false; end;
end;
rule "turn" !on ==> for p: P do
    if s[p] = b then for q: P do if t[q] then on := true; end; end; end;
    switch s[p] case a: s[p] := b; case b: s[p] := c; case c: s[p] := a; end;
  end; end;
invariant "not c" forall p: P do s[p] != c end;
""",
    "crowds alone": """
var s: array [P] of S;
startstate for p: P do s[p] := a; end; end;
rule "there" forall p: P do s[p] = a end ==> for p: P do s[p] := b; end; end;
rule "back" forall p: P do s[p] = b end ==> for p: P do s[p] := a; end; end;
invariant "not c" forall p: P do s[p] != c end;
""",
}
PROGRAMS = {name: _BASE + text for name, text in _RULES.items()}
