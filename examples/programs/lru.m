-- A cache that replaces the line that was used longest ago: each use of a line makes the others older, up to an age from
-- which on they count as equally old. Of lines that are equally old the first is replaced, and of free lines the first
-- is filled.
--
-- Two rules choose by number, so that no two lines can be exchanged. Up to virtual symmetry lines are alike, LINES!, and
-- 10 orbits stand for 40 states. vsym proves this with `free_lines_have_no_age`: a free line that had kept its age
-- would tell free lines apart, and there is none.
--
-- expect: reachable 40
-- expect: virtual 10
-- expect: errors holds
-- expect: deadlock holds
-- expect: free_lines_have_no_age holds
-- expect: one_is_newest holds
-- expect: equally_old holds
-- expect: empty_again holds
-- expect: the_last_is_used_alone holds
const
  LINES: 3;
  OLD: 2;

type
  Line: 0 .. LINES - 1;
  Age: 0 .. OLD;

var
  used: array [Line] of boolean;
  age: array [Line] of Age;

function full(): boolean;
begin
  return forall l: Line do used[l] end;
end;

procedure use(l: Line);
begin
  for other: Line do
    if used[other] & age[other] < OLD then
      age[other] := age[other] + 1;
    end;
  end;
  used[l] := true;
  age[l] := 0;
end;

startstate "all free"
begin
  for l: Line do
    used[l] := false;
    age[l] := 0;
  end;
end;

ruleset l: Line do
  rule "hit"
    used[l]
  ==>
  begin
    use(l);
  end;

  rule "fill the first free line"
    !used[l] & forall other: Line do other < l -> used[other] end
  ==>
  begin
    use(l);
  end;

  rule "replace the oldest line"
    full() & forall other: Line do age[other] < age[l] | age[other] = age[l] & l <= other end
  ==>
  begin
    assert age[l] = OLD "the oldest line is old";
    use(l);
  end;

  rule "invalidate"
    used[l]
  ==>
  begin
    used[l] := false;
    age[l] := 0;
  end;
end;

invariant "free_lines_have_no_age"
  forall l: Line do used[l] | age[l] = 0 end;

invariant "one_is_newest"
  forall l: Line do
    forall other: Line do
      used[l] & used[other] & age[l] = 0 & age[other] = 0 -> l = other
    end
  end;

cover "equally_old"
  exists l: Line do
    exists other: Line do
      l != other & age[l] = OLD & age[other] = OLD
    end
  end;

liveness "empty_again"
  forall l: Line do !used[l] end;

--! ctl the_last_is_used_alone: AG EF (forall l: Line do used[l] = (l = LINES - 1) end)
