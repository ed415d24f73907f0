-- Dining philosophers: everyone takes the fork on the left and then that on the right. All of them holding one fork is
-- the deadlock. With `-D lefty=1` one of them begins with the right one, and there is none.
--
-- Seats are numbers, as a table is not symmetric under all permutations of those who sit at it. It can be turned: N
-- rotations, and no reflection, since left and right differ. With a lefty nothing is left of them.
--
-- expect: reachable 34
-- expect: errors holds
-- expect: deadlock violated
-- expect: neighbours_do_not_both_eat holds
-- expect: all_can_think violated
-- expect [-D lefty=1]: reachable 29
-- expect [-D lefty=1]: deadlock holds
-- expect [-D lefty=1]: all_can_think holds
const
  N: 4;
  lefty: 0;

type
  Seat: 0 .. N - 1;
  Hands: enum { empty, one_fork, both_forks };

var
  hands: array [Seat] of Hands;
  taken: array [Seat] of boolean;  -- the fork on the left of a seat

function first_fork(s: Seat): Seat;
begin
  return s = 0 & lefty = 1 ? (s + 1) % N : s;
end;

function second_fork(s: Seat): Seat;
begin
  return s = 0 & lefty = 1 ? s : (s + 1) % N;
end;

startstate "all think"
begin
  for s: Seat do
    hands[s] := empty;
    taken[s] := false;
  end;
end;

ruleset s: Seat do
  rule "take the first fork"
    hands[s] = empty & !taken[first_fork(s)]
  ==>
  begin
    taken[first_fork(s)] := true;
    hands[s] := one_fork;
  end;

  rule "take the second fork"
    hands[s] = one_fork & !taken[second_fork(s)]
  ==>
  begin
    taken[second_fork(s)] := true;
    hands[s] := both_forks;
  end;

  rule "eat and put them back"
    hands[s] = both_forks
  ==>
  begin
    taken[first_fork(s)] := false;
    taken[second_fork(s)] := false;
    hands[s] := empty;
  end;
end;

invariant "neighbours_do_not_both_eat"
  forall s: Seat do !(hands[s] = both_forks & hands[(s + 1) % N] = both_forks) end;

liveness "all_can_think"
  forall s: Seat do hands[s] = empty end;
