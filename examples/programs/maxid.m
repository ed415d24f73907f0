-- Elections by the greatest number: a follower that hears of no leader stands for election, and of all candidates the
-- one with the greatest number leads. A leader that was not heard may still lead when another one is elected.
--
-- Numbers are compared, so that no two nodes can be exchanged. But nothing depends on them once somebody has won: up to
-- virtual symmetry nodes are alike, N!, and 15 orbits stand for 81 states. The last formulas name a node, and keep the
-- permutations of the others.
--
-- expect: reachable 81
-- expect: virtual 15
-- expect: errors holds
-- expect: deadlock holds
-- expect: all_lead holds
-- expect: all_follow holds
-- expect: decided holds
-- expect: one_by_one holds
-- expect: the_greatest_leads holds
-- expect: the_least_leads violated
const N: 4;

type
  Node: 0 .. N - 1;
  Role: enum { follower, candidate, leader };

var
  role: array [Node] of Role;

startstate "all follow"
begin
  for n: Node do
    role[n] := follower;
  end;
end;

ruleset n: Node do
  rule "stand for election"
    role[n] = follower
  ==>
  begin
    role[n] := candidate;
  end;

  rule "win"
    role[n] = candidate & forall other: Node do other > n -> role[other] != candidate end
  ==>
  begin
    role[n] := leader;
  end;

  rule "step down"
    role[n] = leader
  ==>
  begin
    role[n] := follower;
  end;
end;

cover "all_lead"
  forall n: Node do role[n] = leader end;

liveness "all_follow"
  forall n: Node do role[n] = follower end;

--! ctl decided: AG ((exists n: Node do role[n] = candidate end) -> AF (exists n: Node do role[n] = leader end))
--! ctl one_by_one: AG ((forall n: Node do role[n] = candidate end) -> !(EX (exists n: Node do exists m: Node do n != m & role[n] = leader & role[m] = leader end end)))
--! ltl the_greatest_leads: G (role[N - 1] = candidate -> F role[N - 1] = leader)
--! ltl the_least_leads: G (role[0] = candidate -> F role[0] = leader)
