-- Peterson's algorithm for n processes: one has to climb n - 1 floors, and on each the one that came last waits until
-- another comes after it or nobody is as high. Whoever leaves the last floor is alone.
--
-- Processes are numbers, which are only ever compared by `=` and `!=`: N! symmetries. `last` holds processes as values,
-- which a permutation renames along with their own entries. Floors are numbers, too, but they are compared by `<`, and
-- permuting them would change what happens.
--
-- expect: reachable 894
-- expect: rules_fired 2196
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: entered holds
-- expect: always_enterable holds
const N: 3;

type
  Process: 0 .. N - 1;
  Floor: 0 .. N - 1;
  Gate: 1 .. N - 1;
  Step: enum { resting, climbing, signing, waiting, critical };

var
  step: array [Process] of Step;
  floor: array [Process] of Floor;
  last: array [Gate] of Process;

function alone_up_there(p: Process): boolean;
begin
  return forall q: Process do q = p | floor[q] < floor[p] end;
end;

startstate "all at rest"
begin
  for p: Process do
    step[p] := resting;
    floor[p] := 0;
  end;
  -- Who signed last is undefined until somebody does.
  undefine last;
end;

ruleset p: Process do
  rule "set off"
    step[p] = resting
  ==>
  begin
    step[p] := climbing;
  end;

  rule "climb"
    step[p] = climbing
  ==>
  begin
    floor[p] := floor[p] + 1;
    step[p] := signing;
  end;

  rule "sign"
    step[p] = signing
  ==>
  begin
    last[floor[p]] := p;
    step[p] := waiting;
  end;

  rule "go on"
    step[p] = waiting & (last[floor[p]] != p | alone_up_there(p))
  ==>
  begin
    step[p] := floor[p] = N - 1 ? critical : climbing;
  end;

  rule "leave"
    step[p] = critical
  ==>
  begin
    floor[p] := 0;
    step[p] := resting;
  end;
end;

invariant "exclusive"
  forall p: Process do
    forall q: Process do
      step[p] = critical & step[q] = critical -> p = q
    end
  end;

cover "entered"
  exists p: Process do step[p] = critical end;

liveness "always_enterable"
  exists p: Process do step[p] = critical end;
