-- A lock in a few lines, which the README shows. `examples/programs/lock.m` asks more of one.
--
-- Nothing but the name of the scalarset says that the processes are alike, and nothing more is needed.
--
-- expect: reachable 7
-- expect: represented 20
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds

const n: 3;
type Process: scalarset(n); Place: enum { outside, waiting, inside };
var place: array [Process] of Place; locked: boolean;
startstate for p: Process do place[p] := outside; end; locked := false; end;
ruleset p: Process do
  rule "ask" place[p] = outside ==> place[p] := waiting; end;
  rule "enter" place[p] = waiting & !locked ==> place[p] := inside; locked := true; end;
  rule "leave" place[p] = inside ==> place[p] := outside; locked := false; end;
end;
invariant "exclusive"
  forall p: Process do forall q: Process do p = q | place[p] != inside | place[q] != inside end end;
