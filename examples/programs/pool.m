-- A pool of buffers: a client takes the first free buffer, and gives back the one that it holds.
--
-- Clients are a scalarset. Buffers are numbers, since one of them is the first; but no client cares which one it holds.
-- Up to virtual symmetry buffers are alike, too: what counts is how many are held, 4 orbits instead of 8. vsym proves
-- this with `accounted`: a free buffer that somebody holds would tell buffers apart, and there is none.
--
-- expect: reachable 8
-- expect: represented 34
-- expect: virtual 4
-- expect: rules_fired 24
-- expect: errors holds
-- expect: deadlock holds
-- expect: accounted holds
-- expect: held_once holds
-- expect: all_held holds
-- expect: all_free holds
-- expect: the_last_is_held holds
const
  CLIENTS: 3;
  BUFFERS: 3;

type
  Client: scalarset(CLIENTS);
  Buffer: 0 .. BUFFERS - 1;

var
  free: array [Buffer] of boolean;
  held: array [Client] of Buffer;  -- undefined where a client holds none

function holds(c: Client; b: Buffer): boolean;
begin
  return !isundefined(held[c]) & held[c] = b;
end;

startstate "all free"
begin
  for b: Buffer do
    free[b] := true;
  end;
  undefine held;
end;

ruleset c: Client; b: Buffer do
  rule "take the first free buffer"
    isundefined(held[c]) & free[b] & forall other: Buffer do other < b -> !free[other] end
  ==>
  begin
    free[b] := false;
    held[c] := b;
  end;

  rule "give it back"
    holds(c, b)
  ==>
  begin
    free[b] := true;
    undefine held[c];
  end;
end;

invariant "accounted"
  forall b: Buffer do free[b] = forall c: Client do !holds(c, b) end end;

invariant "held_once"
  forall b: Buffer do
    forall c: Client do
      forall d: Client do
        holds(c, b) & holds(d, b) -> c = d
      end
    end
  end;

cover "all_held"
  forall b: Buffer do !free[b] end;

liveness "all_free"
  forall b: Buffer do free[b] end;

--! ctl the_last_is_held: EF !free[BUFFERS - 1]
