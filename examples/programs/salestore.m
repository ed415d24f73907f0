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
  MOST: 2;

type
  Client: scalarset(N);
  Gift: enum { book, game, lamp, scarf, wine };
  Bag: 0 .. 32;

var
  bag: array [Client] of Bag;

function gone(): Bag;
begin
  return 32;
end;

function bit(g: Gift): Bag;
begin
  return g = book ? 1 : g = game ? 2 : g = lamp ? 4 : g = scarf ? 8 : 16;
end;

function holds(b: Bag; g: Gift): boolean;
begin
  return b / bit(g) % 2 = 1;
end;

function gifts(b: Bag): Bag;
var result: Bag;
begin
  result := 0;
  for g: Gift do
    if holds(b, g) then
      result := result + 1;
    end;
  end;
  return result;
end;

function inside(c: Client): boolean;
begin
  return !isundefined(bag[c]) & bag[c] != gone();
end;

function has(c: Client; g: Gift): boolean;
begin
  return inside(c) & holds(bag[c], g);
end;

startstate "all outside"
begin
  undefine bag;
end;

ruleset c: Client do
  rule "enter"
    isundefined(bag[c])
  ==>
  begin
    bag[c] := 0;
  end;

  ruleset g: Gift do
    rule "take a gift"
      inside(c) & gifts(bag[c]) < MOST & forall d: Client do !has(d, g) end
    ==>
    begin
      bag[c] := bag[c] + bit(g);
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
      forall g: Gift do has(c, g) & has(d, g) -> c = d end
    end
  end;

cover "sold_out"
  forall g: Gift do exists c: Client do has(c, g) end end;

--! ctl all_leave: AG EF (forall c: Client do !isundefined(bag[c]) & bag[c] = gone() end)

-- Nothing keeps clients from taking a second one.
invariant "one_gift_each"
  forall c: Client do inside(c) -> gifts(bag[c]) <= 1 end;
