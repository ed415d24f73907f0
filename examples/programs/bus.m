-- A bus with priorities: stations ask for the bus, and of those that wait the one with the lowest number gets it next.
-- Nobody asks afterwards who it was that won: the winner is in the state in which any other one would be.
--
-- No two stations can be exchanged, as one of them goes first: ordinary symmetry finds nothing. Up to virtual symmetry
-- all of them are alike, N!, and 9 orbits stand for 48 states. A property that names the first station or the last one
-- keeps the permutations of the others.
--
-- expect: reachable 48
-- expect: virtual 9
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: all_wait holds
-- expect: somebody_sends holds
-- expect: the_first_sends holds
-- expect: the_last_sends violated
const N: 4;

type
  Station: 0 .. N - 1;
  State: enum { idle, waiting, sending };

var
  state: array [Station] of State;

function free(): boolean;
begin
  return forall s: Station do state[s] != sending end;
end;

startstate "all idle"
begin
  for s: Station do
    state[s] := idle;
  end;
end;

ruleset s: Station do
  rule "ask"
    state[s] = idle
  ==>
  begin
    state[s] := waiting;
  end;

  rule "win"
    state[s] = waiting & free() & forall other: Station do other < s -> state[other] != waiting end
  ==>
  begin
    state[s] := sending;
  end;

  rule "release"
    state[s] = sending
  ==>
  begin
    state[s] := idle;
  end;
end;

invariant "exclusive"
  forall s: Station do
    forall other: Station do
      state[s] = sending & state[other] = sending -> s = other
    end
  end;

cover "all_wait"
  forall s: Station do state[s] = waiting end;

--! ctl somebody_sends: AG ((exists s: Station do state[s] = waiting end) -> AF (exists s: Station do state[s] = sending end))
--! ltl the_first_sends: G (state[0] = waiting -> F state[0] = sending)
--! ltl the_last_sends: G (state[N - 1] = waiting -> F state[N - 1] = sending)
