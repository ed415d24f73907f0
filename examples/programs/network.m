-- A lock service over a network that delivers messages in any order: what is on its way is a multiset, `choose` takes any
-- one of it. Clients ask the server, it grants the lock to one at a time, and gets it back.
--
-- Messages have the name of a client in them, which a permutation of the clients renames; the order of a multiset's
-- elements counts for nothing anyway.
--
-- expect: reachable 40
-- expect: represented 162
-- expect: rules_fired 112
-- expect: errors holds
-- expect: deadlock holds
-- expect: exclusive holds
-- expect: one_lock holds
-- expect: all_wait_at_once holds
-- expect: quiet_again holds
const clients: 3;

type
  Client: scalarset(clients);
  Kind: enum { request, grant, release };
  Message: record kind: Kind; client: Client; end;
  State: enum { idle, waiting, holding };

var
  network: multiset [2 * clients] of Message;
  state: array [Client] of State;
  queue: multiset [clients] of Client;  -- whom the server keeps waiting
  free: boolean;

procedure send(kind: Kind; client: Client);
var
  message: Message;
begin
  message.kind := kind;
  message.client := client;
  multisetadd(message, network);
end;

startstate "quiet"
begin
  undefine network;
  undefine queue;
  for c: Client do
    state[c] := idle;
  end;
  free := true;
end;

ruleset c: Client do
  rule "ask"
    state[c] = idle
  ==>
  begin
    send(request, c);
    state[c] := waiting;
  end;

  rule "give back"
    state[c] = holding
  ==>
  begin
    send(release, c);
    state[c] := idle;
  end;
end;

choose m: network do
  alias message: network[m] do
    rule "the server reads a request"
      message.kind = request
    ==>
    begin
      multisetadd(message.client, queue);
      multisetremove(m, network);
    end;

    rule "the server reads a release"
      message.kind = release
    ==>
    begin
      free := true;
      multisetremove(m, network);
    end;

    rule "a client reads a grant"
      message.kind = grant
    ==>
    begin
      state[message.client] := holding;
      multisetremove(m, network);
    end;
  end;
end;

choose q: queue do
  rule "grant"
    free
  ==>
  var
    lucky: Client;
  begin
    lucky := queue[q];
    multisetremove(q, queue);
    free := false;
    send(grant, lucky);
  end;
end;

invariant "exclusive"
  forall c: Client do
    forall d: Client do
      state[c] = holding & state[d] = holding -> c = d
    end
  end;

invariant "one_lock"
  multisetcount(m: network, network[m].kind = grant)
    + multisetcount(m: network, network[m].kind = release)
  <= 1;

cover "all_wait_at_once"
  multisetcount(q: queue, true) = clients;

liveness "quiet_again"
  free & multisetcount(m: network, true) = 0;
