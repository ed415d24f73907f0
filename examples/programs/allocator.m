-- A resource allocator with priorities: clients ask an allocator for a resource that one of them can have at a time, and
-- it serves one of the highest priority among those that wait. A clients have priority 0, B have 1 and C have 2, the
-- highest; all share one row of numbers.
--
-- Nothing declares the classes: clients of the same priority can be permuted, A! B! C! symmetries. The one that has the
-- resource is a value that is renamed along with the clients. The classes differ only in who is served first, so that up
-- to virtual symmetry all clients are alike, (A + B + C)!: 64 orbits instead of 936.
--
-- expect: reachable 7290
-- expect: virtual 64
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: all_wait holds
-- expect: never_passed_over holds
-- expect: the_highest_are_served holds
-- expect: the_lowest_are_served violated
-- expect [-D B=1 -D C=2]: reachable 648
-- expect [-D B=1 -D C=2]: virtual 36
const
  A: 2;
  B: 2;
  C: 3;

type
  Client: 0 .. A + B + C - 1;
  Priority: 0 .. 2;
  State: enum { idle, asking, waiting, served };

var
  state: array [Client] of State;
  has_it: Client;  -- undefined while the resource is free

function priority(c: Client): Priority;
begin
  return c < A ? 0 : c < A + B ? 1 : 2;
end;

startstate "all idle"
begin
  for c: Client do
    state[c] := idle;
  end;
  undefine has_it;
end;

ruleset c: Client do
  rule "ask"
    state[c] = idle
  ==>
  begin
    state[c] := asking;
  end;

  rule "the allocator notes the request"
    state[c] = asking
  ==>
  begin
    state[c] := waiting;
  end;

  rule "the allocator serves"
    state[c] = waiting & isundefined(has_it)
    & forall d: Client do priority(d) > priority(c) -> state[d] != waiting end
  ==>
  begin
    state[c] := served;
    has_it := c;
  end;

  rule "give it back"
    state[c] = served
  ==>
  begin
    state[c] := idle;
    undefine has_it;
  end;
end;

invariant "exclusive"
  forall c: Client do (state[c] = served) = (!isundefined(has_it) & has_it = c) end;

cover "all_wait"
  forall c: Client do state[c] = waiting end;

function waits(p: Priority): boolean;
begin
  return exists c: Client do priority(c) = p & state[c] = waiting end;
end;

function serves(p: Priority): boolean;
begin
  return exists c: Client do priority(c) = p & state[c] = served end;
end;

--! ctl never_passed_over: AG (waits(2) & isundefined(has_it) -> !(EX serves(0)))
--! ltl the_highest_are_served: G (waits(2) -> F serves(2))
--! ltl the_lowest_are_served: G (waits(0) -> F serves(0))
