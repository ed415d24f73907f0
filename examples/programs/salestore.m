-- A sale: clients enter a store, put up to two of five gifts into their bags and leave, after which their gifts are
-- there again for others. Each gift is there once.
--
-- A bag is one number, with a bit for each gift, so that what a client does is one variable: undefined until the client
-- enters, then the number of the bag, and in the end a number that no bag has. Clients are a scalarset. That gifts are
-- alike, too, is not declared: a permutation of gifts takes numbers of bags to other ones, which `--group auto` finds. It
-- leaves 106 orbits, for how many clients are outside, have gone, and have no gift, one or two.
--
-- expect: reachable 1172
-- expect: represented 71238
-- expect: rules_fired 9450
-- expect: errors holds
-- expect: deadlock violated
-- expect: no_gift_twice holds
-- expect: sold_out holds
-- expect: all_leave holds
-- expect: one_gift_each violated
const
  N: 5;
  GIFTS: 5;
  MOST: 2;
  ALL: 32;  -- two to the power of GIFTS

type
  Client: scalarset(N);
  Gift: 0 .. GIFTS - 1;
  Bag: 0 .. ALL;

var
  bag: array [Client] of Bag;

function gone(): Bag;
begin
  return ALL;
end;

function power(k: 0 .. GIFTS): Bag;
var result: Bag;
begin
  result := 1;
  for i := 1 to k do
    result := 2 * result;
  end;
  return result;
end;

function holds(b: Bag; k: Gift): boolean;
begin
  return b / power(k) % 2 = 1;
end;

function gifts(b: Bag): Bag;
var result: Bag;
begin
  result := 0;
  for k: Gift do
    if holds(b, k) then
      result := result + 1;
    end;
  end;
  return result;
end;

function inside(c: Client): boolean;
begin
  return !isundefined(bag[c]) & bag[c] != gone();
end;

function has(c: Client; k: Gift): boolean;
begin
  return inside(c) & holds(bag[c], k);
end;

startstate "all outside"
begin
  assert ALL = power(GIFTS) "ALL is two to the power of GIFTS";
  undefine bag;
end;

ruleset c: Client do
  rule "enter"
    isundefined(bag[c])
  ==>
  begin
    bag[c] := 0;
  end;

  ruleset k: Gift do
    rule "take a gift"
      inside(c) & gifts(bag[c]) < MOST & forall d: Client do !has(d, k) end
    ==>
    begin
      bag[c] := bag[c] + power(k);
    end;
  end;

  rule "leave"
    inside(c)
  ==>
  begin
    bag[c] := gone();
  end;
end;

invariant "no_gift_twice"
  forall c: Client do
    forall d: Client do
      forall k: Gift do has(c, k) & has(d, k) -> c = d end
    end
  end;

cover "sold_out"
  forall k: Gift do exists c: Client do has(c, k) end end;

--! ctl all_leave: AG EF (forall c: Client do !isundefined(bag[c]) & bag[c] = gone() end)

-- Nothing keeps clients from taking a second one.
invariant "one_gift_each"
  forall c: Client do inside(c) -> gifts(bag[c]) <= 1 end;
