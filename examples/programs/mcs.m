-- The queue lock of Mellor-Crummey and Scott: who wants the lock swaps itself for the tail of a queue, tells the one
-- before it, and spins on a bit of its own until that one hands over. A link is a process or `nobody`: a union.
--
-- The delicate place is the release: `next` may still say `nobody` although somebody has swapped the tail already.
--
-- expect: reachable 21
-- expect: represented 115
-- expect: rules_fired 45
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: nobody_waits_for_itself holds
-- expect: late_link holds
-- expect: free_again holds
const processes: 3;

type
  Process: scalarset(processes);
  Link: union { Process, enum { nobody } };
  Step: enum { idle, linking, spinning, critical, handing };

var
  tail: Link;
  next: array [Process] of Link;
  blocked: array [Process] of boolean;
  before: array [Process] of Link;
  step: array [Process] of Step;

startstate "free"
begin
  tail := nobody;
  for p: Process do
    next[p] := nobody;
    blocked[p] := false;
    before[p] := nobody;
    step[p] := idle;
  end;
end;

ruleset p: Process do
  rule "swap the tail"
    step[p] = idle
  ==>
  begin
    next[p] := nobody;
    before[p] := tail;
    tail := p;
    if before[p] = nobody then
      step[p] := critical;
    else
      blocked[p] := true;
      step[p] := linking;
    end;
  end;

  rule "tell the one before"
    step[p] = linking
  ==>
  begin
    next[before[p]] := p;
    before[p] := nobody;
    step[p] := spinning;
  end;

  rule "end of spinning"
    step[p] = spinning & !blocked[p]
  ==>
  begin
    step[p] := critical;
  end;

  rule "release"
    step[p] = critical
  ==>
  begin
    if next[p] = nobody & tail = p then
      tail := nobody;
      step[p] := idle;
    else
      step[p] := handing;
    end;
  end;

  rule "hand over"
    step[p] = handing & next[p] != nobody
  ==>
  begin
    blocked[next[p]] := false;
    next[p] := nobody;
    step[p] := idle;
  end;
end;

invariant "exclusive"
  forall p: Process do
    forall q: Process do
      step[p] = critical & step[q] = critical -> p = q
    end
  end;

invariant "nobody_waits_for_itself"
  forall p: Process do next[p] != p end;

cover "late_link"
  exists p: Process do step[p] = handing & next[p] = nobody end;

liveness "free_again"
  tail = nobody;
