-- Leader election in a rooted tree: whoever leads hands the lead over to its parent, where leads meet and become one; an
-- agent takes the lead where nobody has it. However it begins, in the end the root leads, alone and for ever. Then nothing
-- happens any more, which counts as a deadlock.
--
-- The tree is a table of parents that never changes, so that it decides what is symmetric: two subtrees of one parent can
-- be exchanged if they have the same shape. In the table here the children of n are 2 n + 1 and 2 n + 2: 2^3 symmetries
-- for 7 agents, and 2^7 for 15. With `-D CHILDREN=3` there are three each, with as many as agents a star. What an agent
-- begins with is open until it wakes up.
--
-- expect: reachable 2187
-- expect: errors holds
-- expect: deadlock violated
-- expect: never_none_again holds
-- expect: the_root_leads holds
const
  N: 7;
  CHILDREN: 2;

type
  Agent: 0 .. N - 1;

var
  parent: array [Agent] of Agent;   -- undefined for the root
  leads: array [Agent] of boolean;  -- undefined until the agent wakes up

startstate "all asleep"
begin
  undefine parent;
  for a := 1 to N - 1 do
    parent[a] := (a - 1) / CHILDREN;
  end;
  undefine leads;
end;

ruleset a: Agent; l: boolean do
  rule "wake up"
    isundefined(leads[a])
  ==>
  begin
    leads[a] := l;
  end;
end;

function leader(a: Agent): boolean;
begin
  return !isundefined(leads[a]) & leads[a];
end;

function somebody_leads(): boolean;
begin
  return exists a: Agent do leader(a) end;
end;

ruleset a: Agent do
  rule "hand the lead over"
    leader(a) & !isundefined(parent[a]) & !isundefined(leads[parent[a]])
  ==>
  begin
    leads[a] := false;
    leads[parent[a]] := true;
  end;

  rule "take the lead"
    !isundefined(leads[a]) & !somebody_leads()
  ==>
  begin
    leads[a] := true;
  end;
end;

--! ctl never_none_again: AG (somebody_leads() -> AG somebody_leads())
--! ltl the_root_leads: F G (forall a: Agent do leader(a) = isundefined(parent[a]) end)
