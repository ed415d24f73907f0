-- Leader election where everyone meets everyone, after Fischer and Jiang: of two leaders that meet one steps down, and one
-- that is told that there is no leader becomes one. Whoever tells may be wrong for a while, and agents begin with
-- anything: in the end there is one leader, for ever. Then nothing happens any more, which counts as a deadlock.
--
-- Agents are numbers that are only compared by `!=`: N! symmetries. What an agent begins with is open until it wakes up.
--
-- expect: reachable 625
-- expect: errors holds
-- expect: deadlock violated
-- expect: never_none_again holds
-- expect: one_leader holds
-- expect: whoever_leads_stays violated
const N: 4;

type
  Agent: 0 .. N - 1;

var
  leads: array [Agent] of boolean;  -- undefined until the agent wakes up
  told: array [Agent] of boolean;   -- that somebody leads

startstate "all asleep"
begin
  undefine leads;
  undefine told;
end;

ruleset a: Agent; l: boolean; t: boolean do
  rule "wake up"
    isundefined(leads[a])
  ==>
  begin
    leads[a] := l;
    told[a] := t;
  end;
end;

function leader(a: Agent): boolean;
begin
  return !isundefined(leads[a]) & leads[a];
end;

function follower(a: Agent): boolean;
begin
  return !isundefined(leads[a]) & !leads[a];
end;

function somebody_leads(): boolean;
begin
  return exists a: Agent do leader(a) end;
end;

ruleset a: Agent do
  rule "be told"
    !isundefined(told[a]) & told[a] != somebody_leads()
  ==>
  begin
    told[a] := !told[a];
  end;

  rule "take the lead"
    follower(a) & !told[a]
  ==>
  begin
    leads[a] := true;
    told[a] := true;
  end;
end;

ruleset a: Agent; b: Agent do
  rule "step down"
    a != b & leader(a) & leader(b)
  ==>
  begin
    leads[b] := false;
    told[b] := true;
  end;
end;

function one_leader(): boolean;
begin
  return exists a: Agent do leader(a) & forall b: Agent do b = a | follower(b) end end;
end;

--! ctl never_none_again: AG (somebody_leads() -> AG somebody_leads())
--! ltl one_leader: F G one_leader()
--! ctl whoever_leads_stays: forall a: Agent do AG (one_leader() & leader(a) -> AG leader(a)) end
