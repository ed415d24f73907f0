-- A directory cache with three channels a node, after the protocol that S. German posed as a challenge: the directory
-- grants shared or exclusive copies, and invalidates the copies that are in the way first.
const NODES: 4; DATA: 2;
type
  node: scalarset(NODES);
  data: scalarset(DATA);
  request: enum { no_request, ask_shared, ask_exclusive };
  grant: enum { no_grant, invalidate, grant_shared, grant_exclusive };
  answer: enum { no_answer, acknowledge };
var
  cache: array [node] of record state: enum { invalid, shared, exclusive }; value: data; end;
  requests: array [node] of request;
  grants: array [node] of record kind: grant; value: data; end;
  answers: array [node] of record kind: answer; value: data; end;
  to_invalidate: array [node] of boolean;
  sharers: array [node] of boolean;
  owned: boolean;
  memory: data;
  pending: request;
  client: node;
  latest: data;

ruleset d: data do
  startstate "all invalid"
    for n: node do
      cache[n].state := invalid; requests[n] := no_request; grants[n].kind := no_grant; answers[n].kind := no_answer;
      to_invalidate[n] := false; sharers[n] := false;
    end;
    owned := false; memory := d; latest := d; pending := no_request;
  end;
end;

ruleset n: node do
  rule "ask for a shared copy" requests[n] = no_request & cache[n].state = invalid ==>
    requests[n] := ask_shared;
  end;
  rule "ask for an exclusive copy" requests[n] = no_request & cache[n].state != exclusive ==>
    requests[n] := ask_exclusive;
  end;
  rule "take up a request" pending = no_request & requests[n] != no_request ==>
    pending := requests[n]; requests[n] := no_request; client := n;
    for i: node do to_invalidate[i] := sharers[i]; end;
  end;
  rule "invalidate"
    grants[n].kind = no_grant & to_invalidate[n] & (pending = ask_exclusive | (pending = ask_shared & owned)) ==>
    grants[n].kind := invalidate; to_invalidate[n] := false;
  end;
  rule "acknowledge" grants[n].kind = invalidate & answers[n].kind = no_answer ==>
    grants[n].kind := no_grant; answers[n].kind := acknowledge;
    if cache[n].state = exclusive then answers[n].value := cache[n].value; end;
    cache[n].state := invalid; undefine cache[n].value;
  end;
  rule "hear an acknowledgement" answers[n].kind = acknowledge & pending != no_request ==>
    answers[n].kind := no_answer; sharers[n] := false;
    if owned then owned := false; memory := answers[n].value; end;
    undefine answers[n].value;
  end;
  rule "grant a shared copy"
    pending = ask_shared & client = n & !owned & grants[n].kind = no_grant ==>
    grants[n].kind := grant_shared; grants[n].value := memory; sharers[n] := true;
    pending := no_request; undefine client;
  end;
  rule "grant the exclusive copy"
    pending = ask_exclusive & client = n & !owned & grants[n].kind = no_grant & forall i: node do !sharers[i] end ==>
    grants[n].kind := grant_exclusive; grants[n].value := memory; sharers[n] := true; owned := true;
    pending := no_request; undefine client;
  end;
  rule "get a shared copy" grants[n].kind = grant_shared ==>
    cache[n].state := shared; cache[n].value := grants[n].value; grants[n].kind := no_grant; undefine grants[n].value;
  end;
  rule "get the exclusive copy" grants[n].kind = grant_exclusive ==>
    cache[n].state := exclusive; cache[n].value := grants[n].value; grants[n].kind := no_grant;
    undefine grants[n].value;
  end;
  ruleset d: data do
    rule "write" cache[n].state = exclusive ==> cache[n].value := d; latest := d; end;
  end;
end;

invariant "one writer"
  forall i: node do forall j: node do i != j & cache[i].state = exclusive -> cache[j].state = invalid end end;
invariant "memory is up to date" !owned -> memory = latest;
invariant "copies are up to date" forall n: node do cache[n].state != invalid -> cache[n].value = latest end;
