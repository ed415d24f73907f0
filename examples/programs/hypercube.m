-- Message passing in a hypercube: 2^D nodes have numbers, and two are neighbours if the numbers differ in one binary
-- digit. One node knows the news; whoever has read them passes them on to any neighbour that has not got them.
--
-- Exchanging 0 and 1 in any digit of all numbers changes nothing, nor does permuting the digits: 2^D D! symmetries,
-- found from plain arithmetic. Any node may begin, and the one that did is remembered as a value.
--
-- expect: reachable 76
-- expect: errors holds
-- expect: deadlock violated
-- expect: hearsay holds
-- expect: everyone_knows holds
const
  D: 2;
  NODES: D = 1 ? 2 : D = 2 ? 4 : D = 3 ? 8 : D = 4 ? 16 : D = 5 ? 32 : D = 6 ? 64 : 128;

type
  Dimension: 0 .. D - 1;
  Node: 0 .. NODES - 1;
  State: enum { unaware, letter_unread, informed };

var
  state: array [Node] of State;
  origin: Node;

function neighbour(n: Node; d: Dimension): Node;
var
  digit: 1 .. NODES;
begin
  digit := 1;
  for e: Dimension do
    if e < d then
      digit := 2 * digit;
    end;
  end;
  return (n / digit) % 2 = 0 ? n + digit : n - digit;
end;

ruleset first: Node do
  startstate "one knows"
  begin
    for n: Node do
      state[n] := n = first ? informed : unaware;
    end;
    origin := first;
  end;
end;

ruleset n: Node do
  rule "read"
    state[n] = letter_unread
  ==>
  begin
    state[n] := informed;
  end;

  ruleset d: Dimension do
    rule "pass it on"
      state[n] = informed & state[neighbour(n, d)] = unaware
    ==>
    begin
      state[neighbour(n, d)] := letter_unread;
    end;
  end;
end;

invariant "hearsay"
  forall n: Node do
    state[n] = unaware | n = origin | exists d: Dimension do state[neighbour(n, d)] = informed end
  end;

-- Then nothing happens any more, which counts as a deadlock.
--! ltl everyone_knows: F G (forall n: Node do state[n] = informed end)
