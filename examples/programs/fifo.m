-- A lock with a circular queue: processes that ask for it line up, and the first of the queue goes inside.
--
-- The values of the queue are processes, in the order in which they came: n! of them when all wait. Up to who is who only
-- the length matters, as whoever came first may as well be called the first process, and so on: 2 n + 1 orbits for each
-- place where the queue may begin. Permuting processes moves the places of `state` and the values of `queue` together.
--
-- expect: reachable 36
-- expect: represented 516
-- expect: rules_fired 96
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: who_waits_is_queued holds
-- expect: all_wait holds
-- expect: all_rest holds
-- expect: somebody_enters holds
-- expect: queue_has_room violated
const N: 4;

type
  Process: scalarset(N);
  Place: 0 .. N - 1;
  State: enum { resting, waiting, inside };

var
  queue: array [Place] of Process;  -- undefined where nobody is
  first: Place;
  length: 0 .. N;
  state: array [Process] of State;

startstate "all rest"
begin
  undefine queue;
  first := 0;
  length := 0;
  for p: Process do
    state[p] := resting;
  end;
end;

ruleset p: Process do
  rule "line up"
    state[p] = resting
  ==>
  begin
    queue[(first + length) % N] := p;
    length := length + 1;
    state[p] := waiting;
  end;

  rule "enter"
    state[p] = waiting & queue[first] = p
  ==>
  begin
    state[p] := inside;
  end;

  rule "leave"
    state[p] = inside
  ==>
  begin
    undefine queue[first];
    first := (first + 1) % N;
    length := length - 1;
    state[p] := resting;
  end;
end;

invariant "exclusive"
  forall p: Process do
    forall q: Process do
      state[p] = inside & state[q] = inside -> p = q
    end
  end;

invariant "who_waits_is_queued"
  forall p: Process do
    (state[p] != resting) = (exists i: Place do !isundefined(queue[i]) & queue[i] = p end)
  end;

cover "all_wait"
  forall p: Process do state[p] = waiting end;

liveness "all_rest"
  forall p: Process do state[p] = resting end;

--! ltl somebody_enters: G (length > 0 -> F (exists p: Process do state[p] = inside end))

-- It has just the room that is needed.
invariant "queue_has_room"
  length < N;
