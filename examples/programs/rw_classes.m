-- Readers and writers in a room for one: R readers and W writers wait, and a reader enters only if no writer waits.
-- Inside, a reader is as alone as a writer.
--
-- Readers can be permuted, and so can writers: R! W! symmetries. Up to virtual symmetry the classes are alike as well,
-- (R + W)!, since whoever enters leaves the same behind: 9 orbits instead of 21. A property that names a class keeps
-- R! W! of them.
--
-- expect: reachable 48
-- expect: virtual 9
-- expect: errors holds
-- expect: deadlock holds
-- expect: alone holds
-- expect: all_wait holds
-- expect: somebody_enters holds
-- expect: empty_again holds
-- expect: writers_enter holds
-- expect: readers_enter violated
const
  R: 2;
  W: 2;

type
  Process: 0 .. R + W - 1;  -- the readers come first
  Place: enum { outside, waiting, inside };

var
  place: array [Process] of Place;

function writes(p: Process): boolean;
begin
  return p >= R;
end;

startstate "all outside"
begin
  for p: Process do
    place[p] := outside;
  end;
end;

ruleset p: Process do
  rule "ask"
    place[p] = outside
  ==>
  begin
    place[p] := waiting;
  end;

  rule "enter"
    place[p] = waiting & forall q: Process do place[q] != inside end
    & (writes(p) | forall q: Process do writes(q) -> place[q] != waiting end)
  ==>
  begin
    place[p] := inside;
  end;

  rule "leave"
    place[p] = inside
  ==>
  begin
    place[p] := outside;
  end;
end;

invariant "alone"
  forall p: Process do
    forall q: Process do
      place[p] = inside & place[q] = inside -> p = q
    end
  end;

cover "all_wait"
  forall p: Process do place[p] = waiting end;

liveness "empty_again"
  forall p: Process do place[p] = outside end;

function waits(writer: boolean): boolean;
begin
  return exists p: Process do writes(p) = writer & place[p] = waiting end;
end;

function enters(writer: boolean): boolean;
begin
  return exists p: Process do writes(p) = writer & place[p] = inside end;
end;

--! ctl somebody_enters: AG (waits(true) | waits(false) -> AF (enters(true) | enters(false)))
--! ltl writers_enter: G (waits(true) -> F enters(true))
--! ltl readers_enter: G (waits(false) -> F enters(false))
