-- Dining philosophers with five states each: forks are no variables, but free where neither neighbour holds them. Everyone
-- takes the fork shared with the next seat, then the one shared with the seat before; after the meal they are put back in
-- the same order. All of them holding one fork is the deadlock.
--
-- Seats are a ringset, so the table can be turned, whatever its size: N rotations, and no reflection, as all begin on the
-- same side. With 10, 12 and 14 seats there are 154,450, 1,684,801 and 18,378,370 states in 15,489, 140,536 and 1,313,052
-- orbits.
--
-- expect: reachable 118
-- expect: rules_fired 300
-- expect: errors holds
-- expect: deadlock violated
-- expect: neighbours_do_not_both_eat holds
-- expect: all_can_think violated
const N: 4;

type
  Seat: ringset(N);
  State: enum {
    thinks,
    holds_one,  -- the fork shared with the next seat
    holds_both,
    has_eaten,
    gives_back  -- holds only the fork shared with the seat before
  };

var
  state: array [Seat] of State;

startstate "all think"
begin
  for s: Seat do
    state[s] := thinks;
  end;
end;

ruleset s: Seat do
  alias next: state[s + 1]; before: state[s - 1] do
    rule "take the first fork"
      state[s] = thinks & (next = thinks | next = holds_one)
    ==>
    begin
      state[s] := holds_one;
    end;

    rule "take the second fork"
      state[s] = holds_one & (before = thinks | before = gives_back)
    ==>
    begin
      state[s] := holds_both;
    end;
  end;

  rule "eat"
    state[s] = holds_both
  ==>
  begin
    state[s] := has_eaten;
  end;

  rule "give the first fork back"
    state[s] = has_eaten
  ==>
  begin
    state[s] := gives_back;
  end;

  rule "give the second fork back"
    state[s] = gives_back
  ==>
  begin
    state[s] := thinks;
  end;
end;

invariant "neighbours_do_not_both_eat"
  forall s: Seat do !(state[s] = holds_both & state[s + 1] = holds_both) end;

liveness "all_can_think"
  forall s: Seat do state[s] = thinks end;
