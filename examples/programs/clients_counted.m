-- The clients and servers of clients.m, counted: nothing refers to a client by its name, so that it is enough to know how
-- many are idle, how many have an answer, and how many wait for each server. What is left to permute are the servers.
--
-- A server has one number: twice the requests that wait for it, and one more while it is busy. There are as many
-- orbits as in clients.m under all permutations of clients and servers.
--
-- expect: reachable 63
-- expect: represented 225
-- expect: rules_fired 230
-- expect: errors holds
-- expect: deadlock holds
-- expect: everyone_is_counted holds
-- expect: one_server_for_all holds
-- expect: all_idle holds
-- expect: busy_together violated
const
  N: 4;
  S: 3;

type
  Server: scalarset(S);
  Count: 0 .. N;
  Load: 0 .. 2 * N + 1;

var
  idle: Count;
  answered: Count;
  load: array [Server] of Load;

function busy(s: Server): boolean;
begin
  return load[s] % 2 = 1;
end;

startstate "all idle"
begin
  idle := N;
  answered := 0;
  for s: Server do
    load[s] := 0;
  end;
end;

ruleset s: Server do
  rule "send a request"
    idle > 0
  ==>
  begin
    idle := idle - 1;
    load[s] := load[s] + 2;
  end;

  rule "accept"
    load[s] >= 2 & !busy(s)
  ==>
  begin
    load[s] := load[s] - 1;  -- one less waits, and the server is busy
  end;

  rule "reply"
    busy(s)
  ==>
  begin
    load[s] := load[s] - 1;
    answered := answered + 1;
  end;
end;

rule "read the answer"
  answered > 0
==>
begin
  answered := answered - 1;
  idle := idle + 1;
end;

invariant "everyone_is_counted"
  idle + answered <= N & (idle + answered = N) = (forall s: Server do load[s] = 0 end);

cover "one_server_for_all"
  exists s: Server do load[s] = 2 * N end;

liveness "all_idle"
  idle = N;

-- Two servers may well be busy at once.
invariant "busy_together"
  forall s: Server do forall t: Server do busy(s) & busy(t) -> s = t end end;
