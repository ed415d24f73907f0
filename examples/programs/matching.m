-- A matching: clients enter a store, take one gift at most and leave, after which the gift is there again. There are as
-- many gifts as clients, and who has which of them can be anything: more than n! states.
--
-- Clients are a scalarset, gifts are another one, and what a client does is one variable: outside, looking, the gift, or
-- gone. Up to who is who, all that matters is how many clients are in each of these: (n + 1) (n + 2) (n + 3) / 6 orbits.
-- A decision diagram of all states has to remember which gifts are gone, 2^n of them halfway down; of canonical states
-- it need not.
--
-- expect: reachable 35
-- expect: represented 1473
-- expect: rules_fired 224
-- expect: errors holds
-- expect: deadlock violated
-- expect: no_gift_twice holds
-- expect: everyone_has_one holds
-- expect: a_gift_is_left holds
-- expect: somebody_is_served violated
const N: 4;

type
  Client: scalarset(N);
  Gift: scalarset(N);
  Coming: enum { outside, looking };
  Going: enum { gone };

var
  place: array [Client] of union { Coming, Gift, Going };

function has(c: Client; g: Gift): boolean;
begin
  return ismember(place[c], Gift) & place[c] = g;
end;

startstate "all outside"
begin
  for c: Client do
    place[c] := outside;
  end;
end;

ruleset c: Client do
  rule "enter"
    place[c] = outside
  ==>
  begin
    place[c] := looking;
  end;

  ruleset g: Gift do
    rule "take a gift"
      place[c] = looking & forall d: Client do !has(d, g) end
    ==>
    begin
      place[c] := g;
    end;
  end;

  rule "leave"
    place[c] = looking | ismember(place[c], Gift)
  ==>
  begin
    place[c] := gone;
  end;
end;

invariant "no_gift_twice"
  forall c: Client do
    forall d: Client do
      forall g: Gift do has(c, g) & has(d, g) -> c = d end
    end
  end;

cover "everyone_has_one"
  forall c: Client do ismember(place[c], Gift) end;

-- As long as somebody looks around there is a gift left, as nobody has two.
invariant "a_gift_is_left"
  exists c: Client do place[c] = looking end
  -> exists g: Gift do forall c: Client do !has(c, g) end end;

-- All may leave with nothing.
--! ltl somebody_is_served: F (exists c: Client do ismember(place[c], Gift) end)
