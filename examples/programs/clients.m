-- Clients and servers that call each other over a network: a client sends a request to any server and waits, a server
-- that is not busy accepts one and replies, and the client reads the answer. As many requests as there are clients may
-- wait for a server, which serves one at a time.
--
-- What a client does is one number: idle, answered, served by server s, or waiting for server s, in this order. Clients
-- are a scalarset. That servers are alike, too, is not declared: a permutation of them takes numbers to other ones, which
-- `--group auto` finds. Who is who among the clients makes no difference to servers, so that counting clients is enough:
-- clients_counted.m does that.
--
-- expect: reachable 225
-- expect: represented 3145
-- expect: rules_fired 1074
-- expect: errors holds
-- expect: deadlock holds
-- expect: one_at_a_time holds
-- expect: one_server_for_all holds
-- expect: all_idle holds
-- expect: busy_together violated
const
  N: 4;
  S: 3;

type
  Client: scalarset(N);
  Server: 1 .. S;
  Doing: 0 .. 2 * S + 1;

var
  doing: array [Client] of Doing;

function idle(): Doing;
begin
  return 0;
end;

function answered(): Doing;
begin
  return 1;
end;

function served(s: Server): Doing;
begin
  return 1 + s;
end;

function waiting(s: Server): Doing;
begin
  return 1 + S + s;
end;

function busy(s: Server): boolean;
begin
  return exists c: Client do doing[c] = served(s) end;
end;

startstate "all idle"
begin
  for c: Client do
    doing[c] := idle();
  end;
end;

ruleset c: Client do
  ruleset s: Server do
    rule "send a request"
      doing[c] = idle()
    ==>
    begin
      doing[c] := waiting(s);
    end;

    rule "accept"
      doing[c] = waiting(s) & !busy(s)
    ==>
    begin
      doing[c] := served(s);
    end;

    rule "reply"
      doing[c] = served(s)
    ==>
    begin
      doing[c] := answered();
    end;
  end;

  rule "read the answer"
    doing[c] = answered()
  ==>
  begin
    doing[c] := idle();
  end;
end;

invariant "one_at_a_time"
  forall c: Client do
    forall d: Client do
      forall s: Server do doing[c] = served(s) & doing[d] = served(s) -> c = d end
    end
  end;

cover "one_server_for_all"
  exists s: Server do forall c: Client do doing[c] = waiting(s) end end;

liveness "all_idle"
  forall c: Client do doing[c] = idle() end;

-- Two servers may well be busy at once.
invariant "busy_together"
  forall s: Server do forall t: Server do busy(s) & busy(t) -> s = t end end;
