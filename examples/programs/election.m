-- Leader election in a ring, after Chang and Roberts: everyone sends its number to the right, passes on what is larger
-- than its own and drops what is smaller; who gets its own number back is the leader. One start state for every way to
-- number the nodes; `assume` drops those in which two have the same number.
--
-- Channels are queues in arrays, changed by procedures that are given the channel as a `var` parameter. When all is over
-- nothing happens any more, which counts as a deadlock.
--
-- expect: reachable 177
-- expect: rules_fired 345
-- expect: errors holds
-- expect: deadlock violated
-- expect: one_leader holds
-- expect: the_largest_leads holds
-- expect: elected holds
-- expect: elected_at_last holds
const nodes: 3;

type
  Node: 0 .. nodes - 1;
  Number: 1 .. nodes;
  Count: 0 .. nodes;
  Channel: record
    length: Count;
    item: array [Node] of Number;
  end;
  Role: enum { asleep, candidate, beaten, leader };

var
  number: array [Node] of Number;
  role: array [Node] of Role;
  channel: array [Node] of Channel;  -- what is on its way to a node

procedure send(var to_node: Channel; what: Number);
begin
  to_node.item[to_node.length] := what;
  to_node.length := to_node.length + 1;
end;

procedure drop_first(var here: Channel);
begin
  for place: Node do
    if place + 1 < here.length then
      here.item[place] := here.item[place + 1];
    end;
  end;
  here.length := here.length - 1;
  undefine here.item[here.length];
end;

ruleset first: Number; second: Number; third: Number do
  startstate "numbered"
  begin
    number[0] := first;
    number[1] := second;
    number[2] := third;
    assume first != second & second != third & first != third;
    for n: Node do
      role[n] := asleep;
      channel[n].length := 0;
    end;
  end;
end;

ruleset n: Node do
  rule "stand for election"
    role[n] = asleep
  ==>
  begin
    role[n] := candidate;
    send(channel[(n + 1) % nodes], number[n]);
  end;

  alias here: channel[n] do
    rule "receive"
      here.length > 0
    ==>
    var
      got: Number;
    begin
      got := here.item[0];
      drop_first(here);
      if got > number[n] then
        role[n] := beaten;
        send(channel[(n + 1) % nodes], got);
      elsif got = number[n] then
        role[n] := leader;
      end;
    end;
  end;
end;

invariant "one_leader"
  forall n: Node do
    forall m: Node do
      role[n] = leader & role[m] = leader -> n = m
    end
  end;

invariant "the_largest_leads"
  forall n: Node do role[n] = leader -> number[n] = nodes end;

cover "elected"
  exists n: Node do role[n] = leader end;

-- However the messages travel: it is the only way to end, and there is no other.
--! ctl elected_at_last: AF (exists n: Node do role[n] = leader end)
