-- Two-hop colouring in a ring, after Angluin, Aspnes, Fischer and Jiang: agents, which have no names, come to colours such
-- that the two neighbours of an agent differ. For each colour an agent keeps a bit, and neighbours compare the bits that
-- they keep for each other's colours: if they differ, an agent takes any colour, and else both change their bits, which
-- an agent of the same colour on the other side will notice.
--
-- The ring can be turned and reflected; all bits can be exchanged at once. Colours can be permuted, and if N is even, those
-- of every other agent by themselves, as then no two agents that are compared are neighbours: 24 N symmetries if N is
-- odd, and 144 N if it is even. What an agent begins with is open until it wakes up.
--
-- expect: reachable 15625
-- expect: errors holds
-- expect: deadlock holds
-- expect: stays_coloured holds
-- expect: colours_come holds
const N: 3;

type
  Agent: 0 .. N - 1;
  Colour: enum { red, green, blue };
  Side: 0 .. 1;

var
  colour: array [Agent] of Colour;  -- undefined until the agent wakes up
  bit: array [Agent] of array [Colour] of boolean;

function neighbour(a: Agent; s: Side): Agent;
begin
  return (a + (s = 0 ? 1 : N - 1)) % N;
end;

startstate "all asleep"
begin
  undefine colour;
  undefine bit;
end;

ruleset a: Agent; c: Colour; r: boolean; g: boolean; b: boolean do
  rule "wake up"
    isundefined(colour[a])
  ==>
  begin
    colour[a] := c;
    bit[a][red] := r;
    bit[a][green] := g;
    bit[a][blue] := b;
  end;
end;

ruleset a: Agent; s: Side do
  alias b: neighbour(a, s) do
    ruleset c: Colour do
      rule "take a colour"
        !isundefined(colour[a]) & !isundefined(colour[b]) & bit[a][colour[b]] != bit[b][colour[a]]
      ==>
      begin
        bit[a][colour[b]] := bit[b][colour[a]];
        colour[a] := c;
      end;
    end;

    rule "change the bits"
      !isundefined(colour[a]) & !isundefined(colour[b]) & bit[a][colour[b]] = bit[b][colour[a]]
    ==>
    begin
      bit[a][colour[b]] := !bit[a][colour[b]];
      bit[b][colour[a]] := !bit[b][colour[a]];
    end;
  end;
end;

function coloured(): boolean;
begin
  return
    forall a: Agent do !isundefined(colour[a]) end
    & forall a: Agent do
      colour[neighbour(a, 0)] != colour[neighbour(a, 1)]
      & bit[a][colour[neighbour(a, 0)]] = bit[neighbour(a, 0)][colour[a]]
    end;
end;

--! ctl stays_coloured: AG (coloured() -> AG coloured())

-- Any colours may be taken again and again, so that no more can be said without chance.
liveness "colours_come"
  coloured();
