-- A bakery: customers draw tickets and are served in the order of these, those with equal tickets in the order of their
-- own numbers. A customer reads the greatest ticket and draws the next one, or the same if another one was as quick.
--
-- Tickets are no scalarset, and customers are none either, as the lower number goes first. But who has gone is like
-- anybody else: up to virtual symmetry customers are alike, N!, and 33 orbits stand for 124 states. The last formulas
-- name a customer, and keep the permutations of the others.
--
-- expect: reachable 124
-- expect: virtual 33
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: equal_tickets holds
-- expect: all_gone holds
-- expect: somebody_is_served holds
-- expect: the_first_is_served holds
-- expect: the_last_is_served violated
const
  N: 3;
  TICKETS: 3;

type
  Customer: 0 .. N - 1;
  Ticket: 0 .. TICKETS;
  Place: enum { outside, waiting, inside };

var
  place: array [Customer] of Place;
  ticket: array [Customer] of Ticket;  -- 0 is none

-- The greatest ticket there is, or the next one.
function drawn(t: Ticket): boolean;
begin
  return
    t > 0 & forall c: Customer do ticket[c] <= t end
    & (t = 1 | exists c: Customer do ticket[c] >= t - 1 end);
end;

function before(c: Customer; d: Customer): boolean;
begin
  return ticket[c] < ticket[d] | ticket[c] = ticket[d] & c < d;
end;

startstate "all outside"
begin
  for c: Customer do
    place[c] := outside;
    ticket[c] := 0;
  end;
end;

ruleset c: Customer do
  ruleset t: Ticket do
    rule "draw a ticket"
      place[c] = outside & drawn(t)
    ==>
    begin
      place[c] := waiting;
      ticket[c] := t;
    end;
  end;

  rule "enter"
    place[c] = waiting
    & forall d: Customer do d = c | place[d] = outside | place[d] = waiting & before(c, d) end
  ==>
  begin
    place[c] := inside;
  end;

  rule "leave"
    place[c] = inside
  ==>
  begin
    place[c] := outside;
    ticket[c] := 0;
  end;
end;

invariant "exclusive"
  forall c: Customer do
    forall d: Customer do
      place[c] = inside & place[d] = inside -> c = d
    end
  end;

cover "equal_tickets"
  forall c: Customer do ticket[c] = 1 end;

liveness "all_gone"
  forall c: Customer do place[c] = outside end;

--! ctl somebody_is_served: AG ((exists c: Customer do place[c] = waiting end) -> AF (exists c: Customer do place[c] = inside end))
--! ltl the_first_is_served: G (place[0] = waiting -> F place[0] = inside)
--! ltl the_last_is_served: G (place[N - 1] = waiting -> F place[N - 1] = inside)
