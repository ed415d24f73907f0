-- A resource controller with priority classes: of all processes that wait, one of the highest class is granted the
-- resource. (The example of "Adaptive Symmetry Reduction", after Sistla and Godefroid, as in controller.gsst.)
--
-- Only the rule "grant" tells processes apart, and its instances for one class tell no more than who is of a higher
-- class, of this one, and of a lower one: vsym explore --method adaptive has 61 annotated states. Symmetries of the
-- whole program exchange processes of one class alone.
--
-- expect: reachable 316
-- expect: virtual 25
-- expect: errors holds
-- expect: deadlock holds
-- expect: recorded holds
-- expect: in_order holds
-- expect: last holds
-- expect: unused violated
const
  Classes: 3;
  Size: 2;

type
  Process: 0 .. Classes * Size - 1;  -- the highest class comes first
  Place: enum { idle, waiting, granted, using, done };

var
  place: array [Process] of Place;
  free: boolean;

function class(p: Process): 0 .. Classes - 1;
begin
  return p / Size;
end;

startstate "all idle"
begin
  for p: Process do
    place[p] := idle;
  end;
  free := true;
end;

ruleset p: Process do
  rule "ask"
    place[p] = idle & free
  ==>
  begin
    place[p] := waiting;
  end;

  rule "grant"
    place[p] = waiting & free & forall q: Process do class(q) < class(p) -> place[q] != waiting end
  ==>
  begin
    place[p] := granted;
    free := false;
  end;

  rule "use"
    place[p] = granted
  ==>
  begin
    place[p] := using;
  end;

  rule "finish"
    place[p] = using
  ==>
  begin
    place[p] := done;
  end;

  rule "release"
    place[p] = done
  ==>
  begin
    place[p] := idle;
    free := true;
  end;
end;

invariant "recorded"
  free -> forall p: Process do place[p] = idle | place[p] = waiting end;

-- It names classes: whoever has the resource was preferred to nobody of a higher class.
invariant "in_order"
  forall p: Process do
    forall q: Process do
      place[p] = granted & class(q) < class(p) -> place[q] != waiting
    end
  end;

cover "last"
  exists p: Process do class(p) = Classes - 1 & place[p] = using end;

-- Violated: a process of the highest class may use the resource.
invariant "unused"
  forall p: Process do class(p) = 0 -> place[p] != using end;
