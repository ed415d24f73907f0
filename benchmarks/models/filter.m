-- The filter lock for N processes, after Peterson: a process passes N - 1 levels, at each of which the last to come waits.
const N: 5;
type
  pid: 1..N;
  level: 0..N;
var
  flag: array [pid] of level;
  turn: array [1..N] of pid;
  at: array [pid] of level;
  pc: array [pid] of enum { idle, set, wait, critical };
startstate
  for p: pid do flag[p] := 0; at[p] := 0; pc[p] := idle; end;
  for l := 1 to N do turn[l] := 1; end;
end;
ruleset p: pid do
  rule "begin" pc[p] = idle ==> at[p] := 1; pc[p] := set; end;
  rule "announce" pc[p] = set ==> flag[p] := at[p]; turn[at[p]] := p; pc[p] := wait; end;
  rule "pass" pc[p] = wait & (turn[at[p]] != p | forall q: pid do q != p -> flag[q] < at[p] end) ==>
    if at[p] = N - 1 then pc[p] := critical; else at[p] := at[p] + 1; pc[p] := set; end;
  end;
  rule "leave" pc[p] = critical ==> pc[p] := idle; flag[p] := 0; at[p] := 0; end;
end;
invariant "exclusion" forall p: pid do forall q: pid do p != q -> !(pc[p] = critical & pc[q] = critical) end end;
