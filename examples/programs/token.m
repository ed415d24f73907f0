-- Token circulation in a ring, after Angluin, Aspnes, Fischer and Jiang: agents meet their neighbours in one direction; an
-- agent copies the label of the one before it, the leader takes the other label instead, and whoever changes its label
-- gets the token. From anywhere it can come to one token, which then stays one and goes round for ever.
--
-- Nothing is declared to be symmetric, and the ring is plain arithmetic on numbers. But turning it changes nothing, nor
-- does exchanging the two labels everywhere: 2 N symmetries, of processes, of data, and of both at once. What an agent
-- begins with is open until it wakes up, and so is who leads: a start that named one agent would leave no rotation.
--
-- expect: reachable 375
-- expect: errors holds
-- expect: deadlock holds
-- expect: comes_to_one holds
-- expect: stays_one holds
-- expect: everyones_turn holds
-- expect [-D N=4]: comes_to_one holds
-- expect [-D N=4]: everyones_turn holds
const N: 3;

type
  Agent: 0 .. N - 1;
  Label: 0 .. 1;

var
  leader: Agent;
  label: array [Agent] of Label;  -- undefined until the agent wakes up
  token: array [Agent] of boolean;

ruleset a: Agent do
  startstate "all asleep"
  begin
    leader := a;
    undefine label;
    for b: Agent do
      token[b] := false;
    end;
  end;
end;

ruleset a: Agent; l: Label; t: boolean do
  rule "wake up"
    isundefined(label[a])
  ==>
  begin
    label[a] := l;
    token[a] := t;
  end;
end;

function awake(a: Agent): boolean;
begin
  return !isundefined(label[a]) & !isundefined(label[(a + 1) % N]);
end;

ruleset a: Agent do
  rule "the leader changes"
    awake(a) & leader = (a + 1) % N & label[a] = label[(a + 1) % N]
  ==>
  begin
    token[a] := false;
    token[(a + 1) % N] := true;
    label[(a + 1) % N] := 1 - label[a];
  end;

  rule "another one copies"
    awake(a) & leader != (a + 1) % N & label[a] != label[(a + 1) % N]
  ==>
  begin
    token[a] := false;
    token[(a + 1) % N] := true;
    label[(a + 1) % N] := label[a];
  end;
end;

function one_token(): boolean;
begin
  return exists a: Agent do token[a] & forall b: Agent do token[b] -> a = b end end;
end;

-- There is one token, and who holds it is the only one whose neighbour can change its label.
function stable(): boolean;
begin
  return
    forall a: Agent do
      !isundefined(label[a]) & !isundefined(label[(a + 1) % N])
      & token[a] = ((label[a] = label[(a + 1) % N]) = (leader = (a + 1) % N))
    end
    & one_token();
end;

-- Where three tokens chase each other they need not meet.
liveness "comes_to_one"
  stable();

--! ctl stays_one: AG (stable() -> AG stable())
--! ltl everyones_turn: forall a: Agent do G F token[a] end
