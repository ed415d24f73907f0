"""Programs for the tests of the engines for programs: each about some constructs of the language, with its traps."""

UNDEFINED = """
type small: 0..3;
var x: small; y: small; z: small; r: record a: small; b: boolean; end;
startstate "none" end;
startstate "some" x := 1; r.b := true; end;
rule "copy" true ==> y := x; end;
rule "set" isundefined(x) ==> x := 2; end;
rule "forget" !isundefined(y) ==> undefine y; end;
rule "read" !isundefined(x) & x > 1 ==> z := x - 1; end;
rule "whole" isundefined(r) ==> clear r; end;
rule "used" !isundefined(z) & isundefined(y) ==> z := y + 1; end;
rule "guard" r.b ==> r.b := false; end;
invariant "z" !isundefined(z) -> z = 1;
"""

FAULTS = """
const N: 3;
type small: 0..N; index: 1..N;
var x: small; a: array [index] of small; k: 0..7;
startstate for i: index do a[i] := 0; end; x := 0; k := 0; end;
ruleset j: 0..N do
  rule "step" k < 6 ==> k := k + 1; x := j; end;
end;
rule "range" k = 1 ==> x := x + 1; end;
rule "index" k = 2 ==> a[x] := 1; end;
rule "division" k = 3 ==> x := 6 / x; end;
rule "remainder" k = 3 ==> x := 7 % (x - 1); end;
rule "error" k = 4 & x = 2 ==> error "it \\"is\\" so */ %s"; end;
rule "assertion" k = 5 ==> assert "below" x < N; end;
rule "guard" k = 6 & a[x] = 0 ==> x := 0; end;
invariant "low" x < N | k < 6;
invariant "own" k != 6 | a[x] = 0;
"""

OVERFLOW = """
const BIG: 999999999;
var w: 1..BIG; n: 0..4;
startstate w := 1; n := 0; end;
rule "grow" n < 4 ==> n := n + 1; w := BIG; end;
rule "product" n > 1 ==> w := w * w * w / (w * w); end;
rule "negative" n = 3 ==> w := - (0 - w) - 3 * 0; end;
rule "least" n = 4 ==> w := (0 - BIG * 2) / (0 - 2) % 1000; end;
"""

LOOPS = """
var n: -8..64; m: 0..40; s: 0..3;
startstate n := 0; m := 0; s := 0; end;
ruleset k: 0..3 do
  rule "by" s = 0 ==> n := 0; for i := 10 to 1 by -k do n := n + 1; end; s := 1; end;
end;
rule "up" s = 1 ==> n := 0; for i := n to 7 by 3 do n := n + i; end; s := 2; end;
rule "empty" s = 2 ==> for i := 5 to 4 do n := 60; end; s := 3; end;
rule "while" s = 3 ==> m := 0; while m < 40 & !(m * m = n) do m := m + 1; end; s := 0; end;
rule "for ever" s = 3 & n > 20 ==> while true do m := 1; end; end;
rule "nested" s = 2 ==> n := 0; for i: 0..2 do for j := i to 2 do n := n + j; end; end; end;
invariant "squares" forall i := 1 to 5 do !(n = i * i + 1) end;
invariant "some" exists i: 0..9 do n <= i * i end;
"""

ROUTINES = """
type small: 0..3; pair: record x: small; y: small; end; id: scalarset(1);
var p: pair; q: array [id] of pair; flag: boolean;
function twice(v: small): small;
begin
  if v > 1 then return 3; end;
  return v + v;
end;
function swapped(v: pair): pair;
var result: pair;
begin
  result.x := v.y; result.y := v.x;

  return result;
end;
function nothing(v: small): small; begin if v > 2 then return undefined; end; return v; end;
function endless(v: small): small; begin if v != 1 then return v; end; end;
procedure bump(var v: small; more: small);
begin
  if v + more > 3 then v := 0; return; end;
  v := v + more;
end;
procedure both(var a: small; var b: small); begin bump(a, 1); bump(b, a); end;
startstate clear p; clear q; flag := false; end;
rule "bump" true ==> bump(p.x, 1); end;
rule "aliased" p.x = 2 ==> both(p.x, p.x); end;
ruleset i: id do
  rule "swap" q[i].x != p.x ==> q[i] := swapped(p); end;
  rule "twice" twice(p.x) = 2 ==> q[i].y := twice(twice(p.x)); end;
  alias e: q[i] do
    rule "alias" e.x = e.y & e.x < 3 ==> e.x := e.x + 1; if e.y = 0 then return; end; p.y := e.x; end;
  end;
end;
rule "nothing" p.x = 3 ==> p.y := nothing(p.x); end;
rule "use nothing" p.x = 3 & flag ==> p.y := nothing(p.x) + 0; end;
rule "ends" p.x = 1 ==> p.y := endless(p.x); end;
rule "flag" true ==> flag := !flag; end;
invariant "equal" forall i: id do forall j: id do q[i] = q[j] | q[i] != q[j] end end;
"""

DEEP = """
function deep(v: 0..2000): 0..2000; begin if v = 0 then return 0; end; return deep(v - 1); end;
var count: 0..2;
startstate count := 0; end;
rule "deep" count = 0 ==> count := deep(999) + 1; end;
rule "too deep" count = 1 ==> count := deep(1000); end;
"""

ALIASES = """
type index: 0..2;
var a: array [index] of index; i: index; turn: 0..2;
startstate for k: index do a[k] := 2 - k; end; i := 0; turn := 0; end;
rule "bound once" turn = 0 ==>
  alias here: a[i]; sum: i + 1 do
    i := (i + 1) % 3;
    here := (here + 1) % 3;
    if sum < 3 then a[sum] := i; end;
  end;
  turn := 1;
end;
ruleset k: index do
  alias place: a[a[k]] do
    rule "anew" turn = 1 & place != k ==> a[k] := k; place := i; turn := 2; end;
  end;
end;
rule "switch" turn = 2 ==>
  switch a[i]
  case 0: turn := 0;
  case 1, i: turn := 1; i := 0;
  else turn := 0; i := 2;
  end;
end;
rule "ternary" turn = 2 ==> turn := a[0] = a[1] ? 0 : 1; end;
"""

MULTISETS = """
const N: 2;
type id: scalarset(2); message: record kind: enum { ask, answer, lost }; from: id; end;
var net: multiset [N] of message; bag: multiset [2] of 0..1; got: array [id] of boolean; plain: 0..2;
startstate
  undefine net; for i: id do got[i] := false; end; plain := 0;
end;
ruleset i: id do
  rule "ask" multisetcount(m: net, net[m].kind = ask & net[m].from = i) = 0 ==>
    var one: message;
    begin one.kind := ask; one.from := i; multisetadd(one, net); end;
end;
choose m: net do
  rule "answer" net[m].kind = ask ==>
    var one: message;
    begin one := net[m]; multisetremove(m, net); one.kind := answer; multisetadd(one, net); end;
  rule "get" net[m].kind = answer ==> got[net[m].from] := true; multisetremove(m, net); end;
  rule "twice" net[m].kind = answer & got[net[m].from] ==> multisetremove(m, net); multisetremove(m, net); end;
end;
rule "drop" multisetcount(m: net, net[m].kind = answer) > 1 ==> multisetremovepred(m: net, net[m].kind = answer); end;
ruleset v: 0..1 do rule "put" plain < 2 ==> multisetadd(v, bag); plain := plain + 1; end; end;
rule "clear" plain = 2 & multisetcount(b: bag, bag[b] = 1) = 1 ==> clear bag; plain := 1; end;
invariant "few" multisetcount(m: net, true) < N;
"""

UNIONS = """
type id: scalarset(2); home: enum { memory, nobody }; node: union { id, home };
var owner: node; sharers: array [node] of boolean; last: id; count: 0..4;
startstate owner := nobody; for n: node do sharers[n] := false; end; count := 0; end;
ruleset n: node do
  rule "share" !sharers[n] ==> sharers[n] := true; count := count + 1; end;
  rule "own" sharers[n] & owner != n ==> owner := n; end;
end;
rule "note" ismember(owner, id) ==> last := owner; end;
rule "wrong" ismember(owner, home) & owner != nobody ==> last := owner; end;
rule "release" !isundefined(last) & owner = last ==> owner := memory; undefine last; end;
cover "all" forall n: node do sharers[n] end;
cover "never" count = 1 & owner = memory & exists i: id do sharers[i] end;
liveness "owned" owner != memory;
"""

PRIORITIES = """
var x: 0..5; y: 0..5;
assume "bound" x + y < 8;
startstate x := 0; y := 0; end;
startstate x := 5; y := 5; end;
rule 2 "late" x < 5 ==> x := x + 1; end;
rule 1 "early" x % 2 = 1 & y < 5 ==> y := y + 1; if y = 3 then x := x - 1; end; end;
rule 2 "back" y > 3 ==> y := 0; assume x < 5; end;
rule 0 "guard" x / y > 3 ==> y := 0; end;
"""

STUCK = """
var x: 0..3; ok: boolean;
startstate x := 0; ok := true; end;
rule "on" x < 3 ==> x := x + 1; end;
rule "same" x = 3 ==> ok := true; end;
--! ctl possible: AG EF x = 3
--! ctl again: AG EF x = 0
--! ltl reaches: F x = 3
--! ltl stays: G F x = 0
"""

FAIR = """
var a: 0..2; b: boolean;
startstate a := 0; b := false; end;
rule "turn" true ==> a := (a + 1) % 3; end;
rule "set" a = 1 ==> b := true; end;
rule "always" !b ==> b := true; end;
--! fair "always"
--! ltl sets: F b
--! ctl will: AF b
--! ctl may: EF b
--! ctl twice: AG AF a = 2
"""

FAIR_STATES = """
var a: 0..2; b: boolean;
startstate a := 0; b := false; end;
startstate a := 1; b := false; end;
rule "turn" true ==> a := (a + 1) % 3; end;
rule "set" a = 1 ==> b := true; end;
rule "stop" b ==> a := 0; b := true; end;
--! fair b
--! ltl sets: F b
--! ctl turns: AG AF a = 2
cover "two" a = 2 & b
"""

WIDE = """
var x: 0..1000; y: -300..300; b: boolean;
startstate x := 990; y := 0; b := false; end;
rule "x" x < 1000 ==> x := x + 3; end;
rule "y" y < 30 ==> y := y + 10; end;
rule "b" true ==> b := !b; end;
invariant "x" x != 999;
"""

NOWHERE = """
var x: 0..3;
startstate "faults" x := 4; end;
rule "on" x < 3 ==> x := x + 1; end;
invariant "x" x = 0;
"""

LENIENT = """
type id: scalarset(2); u: union { id, enum { free } };
var holder: u; other: id; n: 0..2;
startstate n := 0; end;
ruleset i: id do rule "take" holder != i ==> holder := i; n := 0; end; end;
rule "same" holder = other ==> n := 1; end;
rule "other" n = 1 ==> other := holder; end;
rule "free" n < 2 & holder = free ==> n := n + 1; end;
rule "give" holder = other & n = 0 ==> holder := free; end;
"""

NAMES = """
type int: 0..3; size_t: enum { return_, NULL, W, S };
var main: int; state: size_t; count: array [int] of boolean; l1: int; b2: int;
startstate "/* \\ */" for goto: int do count[goto] := false; end; main := 0; state := NULL; l1 := 0; b2 := 1; end;
ruleset FAIL: int do
  rule "%d; exit(1); //" !count[FAIL] ==> count[FAIL] := true; main := FAIL; state := W; l1 := b2; end;
end;
rule "??/" state = W ==> state := S; error "%s"; end;
invariant "*/" main < 3;
"""

RING = """
type id: scalarset(3);
var turn: id; before: id; idle: array [id] of boolean;
startstate for i: id do idle[i] := true; end; end;
ruleset i: id do
  rule "first" isundefined(turn) ==> turn := i; before := i; end;
  rule "pass" !isundefined(turn) & i != turn & (i != before | before = turn) ==> before := turn; turn := i; end;
end;
--! ltl ever: F exists i: id do !idle[i] end
--! ctl begins: AF !isundefined(turn)
"""

MANY = """
type place: 0..299; id: scalarset(300); either: union { id, enum { nobody } };
var level: array [place] of 0..2; mark: array [either] of boolean;
startstate for p: place do level[p] := 0; end; for e: either do mark[e] := false; end; end;
rule "last" level[299] < 2 ==> level[299] := level[299] + 1; end;
rule "mark" !mark[nobody] & level[299] > 0 ==> mark[nobody] := true; end;
rule "unmark" exists e: either do mark[e] end ==> for e: either do mark[e] := false; end; end;
invariant "others" forall p: place do p = 299 | level[p] = 0 end;
invariant "nobody" forall i: id do !mark[i] end;
"""
"""Arrays of more items than the slots have values for."""

ALL = {name: text for name, text in globals().items() if name.isupper() and isinstance(text, str)}

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
"""Programs by the construct that takes so long; each is over within a state, or before the first."""
