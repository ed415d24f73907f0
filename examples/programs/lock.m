-- Mutual exclusion by a lock: processes test a shared bit and set it in one step. The processes are a scalarset, so that
-- states which differ only in who is who are explored once: 9 orbits stand for the 48 states of four processes.
--
-- Nobody is guaranteed to get in, as the others can take the lock again and again: that somebody does is all that can be
-- said (`somebody_enters`). Temporal formulas stand in comments, so that other tools can read the file.
--
-- expect: reachable 9
-- expect: represented 48
-- expect: rules_fired 30
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: lock_is_held holds
-- expect: crowded holds
-- expect: all_can_rest holds
-- expect: somebody_enters holds
const processes: 4;

type
  Process: scalarset(processes);
  Place: enum { outside, waiting, inside };

var
  place: array [Process] of Place;
  locked: boolean;

startstate "all outside"
begin
  for p: Process do
    place[p] := outside;
  end;
  locked := false;
end;

ruleset p: Process do
  rule "ask"
    place[p] = outside
  ==>
  begin
    place[p] := waiting;
  end;

  rule "test and set"
    place[p] = waiting & !locked
  ==>
  begin
    locked := true;
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside
  ==>
  begin
    place[p] := outside;
    locked := false;
  end;
end;

invariant "exclusive"
  forall p: Process do
    forall q: Process do
      place[p] = inside & place[q] = inside -> p = q
    end
  end;

invariant "lock_is_held"
  locked = exists p: Process do place[p] = inside end;

cover "crowded"
  forall p: Process do place[p] != outside end;

liveness "all_can_rest"
  forall p: Process do place[p] = outside end;

--! ltl somebody_enters: G ((exists p: Process do place[p] = waiting end) -> F (exists p: Process do place[p] = inside end))
