-- An arbiter of a bus, after the description of Barner and Grumberg (2003): clients ask for the bus, the arbiter grants it
-- to one of them, who uses it and gives it back; who waits may also lose interest.
--
-- What is asked are sequences of states. Nobody uses the bus twice on one grant, and nobody who asked in vain uses it; but
-- nothing keeps the arbiter from serving others again and again while somebody waits. With `-D BUG=1`, the arbiter keeps
-- the grant of a client that gives the bus back, so that this one may come again at once.
--
-- expect: reachable 10
-- expect: represented 32
-- expect: rules_fired 36
-- expect: errors holds
-- expect: deadlock holds
-- expect: one_user holds
-- expect: granted_once holds
-- expect: passed_over violated
-- expect [-D BUG=1]: one_user holds
-- expect [-D BUG=1]: granted_once violated
const
  N: 3;
  BUG: 0;

type
  Client: scalarset(N);
  Place: enum { idle, waiting, using };

var
  place: array [Client] of Place;
  granted: Client;  -- undefined while the bus is free

startstate "all idle"
begin
  for c: Client do
    place[c] := idle;
  end;
  undefine granted;
end;

ruleset c: Client do
  rule "ask"
    place[c] = idle
  ==>
  begin
    place[c] := waiting;
  end;

  rule "lose interest"
    place[c] = waiting & (isundefined(granted) | granted != c)
  ==>
  begin
    place[c] := idle;
  end;

  rule "grant"
    place[c] = waiting & isundefined(granted)
  ==>
  begin
    granted := c;
  end;

  rule "begin"
    place[c] = waiting & !isundefined(granted) & granted = c
  ==>
  begin
    place[c] := using;
  end;

  rule "give back"
    place[c] = using
  ==>
  begin
    place[c] := idle;
    if BUG = 0 then
      undefine granted;
    end;
  end;
end;

function used(): boolean;
begin
  return exists c: Client do place[c] = using end;
end;

function wanted(): boolean;
begin
  return exists c: Client do place[c] = waiting & (isundefined(granted) | granted != c) end;
end;

invariant "one_user"
  forall c: Client do forall d: Client do place[c] = using & place[d] = using -> c = d end end;

-- The bus is used, is not, and is used again, without having been free in between.
--! never granted_once: {used(); (!used() & !isundefined(granted)) [+]; used()}

-- Somebody waits all the time in which the bus is used twice.
--! never passed_over: {(used() & wanted()) [+]; (!used() & wanted()) [+]; used() & wanted()}
