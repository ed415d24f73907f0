"""Programs written by hand that several tests use."""

from __future__ import annotations

LOCK = """-- processes and a lock
const N: 3;
type Proc: scalarset(N);
     Loc: enum { idle, want, crit };
var state: array [Proc] of Loc;
    lock: boolean;
    owner: Proc;
ruleset p: Proc do
  rule "ask" state[p] = idle ==> state[p] := want end;
  rule "enter" state[p] = want & !lock ==> state[p] := crit; lock := true; owner := p; end;
  rule "leave" state[p] = crit ==> state[p] := idle; lock := false; undefine owner; end;
end;
startstate "init" for p: Proc do state[p] := idle end; lock := false; end;
invariant "mutex" forall p: Proc do forall q: Proc do p != q -> !(state[p] = crit & state[q] = crit) end end;
cover "somebody" exists p: Proc do state[p] = crit end;
--! ctl live: AG AF (exists p: Proc do state[p] = crit end)
--! ltl rests: G F (forall p: Proc do state[p] != crit end)
"""
"""20 states and 48 firings for N = 3, as rumur says; 7 orbits and 18 firings."""

BROKEN = LOCK.replace("state[p] = want & !lock", "state[p] = want")
"""Two can be in at once, and the owner that leaves second is undefined, which nobody asks."""

NETWORK = """-- messages in no order
type Node: enum { a, b };
     Message: record from: Node; number: 0..2; end;
var net: multiset [2] of Message;
    sent: 0..2;
    last: Message;
rule "send" sent < 2 ==>
  var m: Message;
  begin m.from := a; m.number := sent + 1; multisetadd(m, net); sent := sent + 1; end;
choose i: net do
  rule "receive" true ==> last := net[i]; multisetremove(i, net); end;
end;
startstate sent := 0; end;
invariant "few" multisetcount(i: net, net[i].from = a) <= 2;
"""
"""A multiset network without scalarsets: at the end nothing can fire."""

FAILING = """-- an array that is left at its end
var place: 0..3;
    line: array [0..2] of boolean;
rule "on" place <= 3 ==> line[place] := true; place := place + 1; end;
startstate clear line; place := 0; end;
"""
"""The fourth firing has an index outside the array."""

RING = """
const N: 4;
type place: 0..N-1;
var fork: array [place] of boolean; state: array [place] of enum { thinks, waits, eats };
startstate for p: place do fork[p] := true; state[p] := thinks; end; end;
ruleset p: place do
  rule "left" state[p] = thinks & fork[p] ==> fork[p] := false; state[p] := waits; end;
  rule "right" state[p] = waits & fork[(p + 1) % N] ==> fork[(p + 1) % N] := false; state[p] := eats; end;
  rule "done" state[p] = eats ==> fork[p] := true; fork[(p + 1) % N] := true; state[p] := thinks; end;
end;
"""


COHERENT = """
const N: 3;
type Node: scalarset(N); Copy: enum {invalid, shared_, modified};
var copy: array [Node] of Copy; owner: Node;
startstate for n: Node do copy[n] := invalid; end; end;
ruleset n: Node do
  rule "read" copy[n] = invalid ==>
    if !isundefined(owner) then copy[owner] := shared_; undefine owner; end;
    copy[n] := shared_;
  end;
  rule "write" copy[n] != modified ==>
    for m: Node do copy[m] := invalid; end;
    copy[n] := modified; owner := n;
  end;
end;
invariant "one owner" forall a: Node do forall b: Node do copy[a] = modified & copy[b] != invalid -> a = b end end;
invariant "two do not share" forall a: Node do forall b: Node do copy[a] = shared_ & copy[b] = shared_ -> a = b end end;
"""

FILES = {
    "lock": LOCK,
    "broken": BROKEN,
    "network": NETWORK,
    "failing": FAILING,
    "ring": RING,
    "coherent": COHERENT,
}
"""The programs by the stems of their files."""
