-- A three-tiered architecture: clients send requests to their server, servers ask one database, answers come back. Three
-- servers have A, B and C clients.
--
-- The clients of a server can be permuted, and servers with as many clients as each other can be exchanged along with
-- them: with A=3, B=3 and C=2 there are (3!)^2 2! symmetries of the first two, and 2! of the third. Whom a server works
-- for and whom the database works for are values, each of a few clients or servers.
--
-- expect: reachable 1104
-- expect: errors holds
-- expect: deadlock holds
-- expect: served_by_ones_own holds
-- expect: one_query holds
-- expect: all_busy holds
-- expect: all_at_rest holds
-- expect: answered violated
const
  A: 2;
  B: 2;
  C: 1;

type
  Client: 0 .. A + B + C - 1;
  Server: 0 .. 2;
  Waiting: enum { resting, requested, taken };
  Phase: enum { free, asking, queried, answered };

var
  client: array [Client] of Waiting;
  server: array [Server] of Phase;
  works_for: array [Server] of Client;  -- undefined while it is free
  database: Server;                     -- for whom it looks something up; undefined while it is free

function server_of(c: Client): Server;
begin
  return c < A ? 0 : c < A + B ? 1 : 2;
end;

startstate "all at rest"
begin
  for c: Client do
    client[c] := resting;
  end;
  for s: Server do
    server[s] := free;
  end;
  undefine works_for;
  undefine database;
end;

ruleset c: Client do
  rule "send a request"
    client[c] = resting
  ==>
  begin
    client[c] := requested;
  end;

  alias mine: server_of(c) do
    rule "the server takes it"
      client[c] = requested & server[mine] = free
    ==>
    begin
      client[c] := taken;
      server[mine] := asking;
      works_for[mine] := c;
    end;

    rule "the server answers"
      server[mine] = answered & works_for[mine] = c
    ==>
    begin
      client[c] := resting;
      server[mine] := free;
      undefine works_for[mine];
    end;
  end;
end;

ruleset s: Server do
  rule "the database takes a query"
    server[s] = asking & isundefined(database)
  ==>
  begin
    server[s] := queried;
    database := s;
  end;

  rule "the database answers"
    server[s] = queried
  ==>
  begin
    server[s] := answered;
    undefine database;
  end;
end;

invariant "served_by_ones_own"
  forall s: Server do
    !isundefined(works_for[s]) -> server_of(works_for[s]) = s & client[works_for[s]] = taken
  end
  & forall c: Client do
    client[c] = taken -> !isundefined(works_for[server_of(c)]) & works_for[server_of(c)] = c
  end;

invariant "one_query"
  forall s: Server do (server[s] = queried) = (!isundefined(database) & database = s) end;

cover "all_busy"
  forall s: Server do server[s] = answered | server[s] = queried end
  & forall c: Client do client[c] != resting end;

liveness "all_at_rest"
  forall c: Client do client[c] = resting end;

-- A server may take the requests of others for ever.
--! ltl answered: forall c: Client do G (client[c] = requested -> F client[c] = resting) end
