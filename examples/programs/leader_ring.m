-- Leader election in a directed ring with bullets and shields, after Fischer and Jiang. A shield goes round backwards; a
-- leader that it leaves fires a bullet, which goes round forwards. A bullet that meets a shield is lost, and one that
-- meets a leader without a shield hits it. So leaders hit each other until one is left; the bullet that this one fires
-- meets the shield that it has fired it with. Where nobody leads, somebody takes the lead.
--
-- The ring, of three agents at least, can be turned: N rotations. What an agent begins with is open until it wakes up.
--
-- expect: reachable 729
-- expect: errors holds
-- expect: deadlock holds
-- expect: safe_for_ever holds
-- expect: one_leader_at_last holds
-- expect: one_leader violated
-- expect [-D N=4]: safe_for_ever holds
-- expect [-D N=4]: one_leader_at_last holds
const N: 3;

type
  Agent: 0 .. N - 1;

var
  leads: array [Agent] of boolean;  -- undefined until the agent wakes up
  shield: array [Agent] of boolean;
  bullet: array [Agent] of boolean;

startstate "all asleep"
begin
  undefine leads;
  undefine shield;
  undefine bullet;
end;

ruleset a: Agent; l: boolean; s: boolean; b: boolean do
  rule "wake up"
    isundefined(leads[a])
  ==>
  begin
    leads[a] := l;
    shield[a] := s;
    bullet[a] := b;
  end;
end;

function awake(a: Agent): boolean;
begin
  return !isundefined(leads[a]);
end;

function leader(a: Agent): boolean;
begin
  return awake(a) & leads[a];
end;

function nobody_leads(): boolean;
begin
  return forall a: Agent do awake(a) & !leads[a] end;
end;

ruleset a: Agent do
  rule "take the lead"
    nobody_leads()
  ==>
  begin
    leads[a] := true;
    shield[a] := true;
  end;

  rule "raise a shield"
    leader(a) & !shield[a]
  ==>
  begin
    shield[a] := true;
  end;

  alias next: (a + 1) % N do
    rule "the shield goes back"
      awake(a) & awake(next) & shield[next]
    ==>
    begin
      shield[next] := false;
      shield[a] := true;
      bullet[a] := false;
      if leads[next] then
        bullet[next] := true;
      end;
    end;

    rule "the bullet goes on"
      awake(a) & awake(next) & bullet[a]
    ==>
    begin
      bullet[a] := false;
      if !shield[next] then
        bullet[next] := !leads[next];
        leads[next] := false;
      end;
    end;
  end;
end;

-- One leader, and for every bullet a shield between it and the leader in front of it; `steps` are counted backwards from
-- the leader, where a bullet has just been fired (0) or comes from a long way.
function safe(leader: Agent): boolean;
begin
  return
    forall a: Agent do awake(a) & leads[a] = (a = leader) end
    & forall steps: Agent do
      bullet[(leader + N - steps) % N]
      -> exists nearer: Agent do
        (nearer < steps | steps = 0) & shield[(leader + N - nearer) % N]
      end
    end;
end;

--! ctl safe_for_ever: forall a: Agent do AG (safe(a) -> AG safe(a)) end

liveness "one_leader_at_last"
  exists a: Agent do safe(a) end;

-- Not on every path: nobody has to wake up, and shields may go round without a bullet.
--! ltl one_leader: F G (exists a: Agent do leader(a) & forall b: Agent do b = a | !leader(b) end end)
