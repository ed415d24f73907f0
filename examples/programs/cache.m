-- A directory cache protocol with channels, after Steven German's: caches ask the home for a line to read or to write, the
-- home invalidates the copies that are in the way, collects the acknowledgements, and grants. Every channel has room for
-- one message. Caches and stored values are scalarsets, so that both who is who and what is stored count for nothing.
--
-- With `-D hasty=1` the home has a bug: it grants a line for writing as soon as the invalidations are sent, without the
-- acknowledgements. The trace to `coherent` shows a reader that still holds the line while another one writes.
--
-- expect: reachable 852
-- expect: represented 3390
-- expect: rules_fired 2491
-- expect: errors holds
-- expect: deadlock holds
-- expect: coherent holds
-- expect: readers_read_the_latest holds
-- expect: memory_is_up_to_date holds
-- expect: shared holds
-- expect: everyone_may_write_again holds
-- expect [-D hasty=1]: reachable 24306
-- expect [-D hasty=1]: errors holds
-- expect [-D hasty=1]: coherent violated
-- expect [-D hasty=1]: readers_read_the_latest violated
-- expect [-D hasty=1]: memory_is_up_to_date holds
const
  caches: 2;
  stored: 2;
  hasty: 0;

type
  Cache: scalarset(caches);
  Value: scalarset(stored);
  Access: enum { nothing, readable, writable };
  Request: enum { no_request, to_read, to_write };
  Order: enum { no_order, invalidate, granted_to_read, granted_to_write };

var
  line: array [Cache] of record access: Access; value: Value; end;

  -- The channels: to the home, from it, and the acknowledgements, with the value where the line was writable.
  request: array [Cache] of Request;
  order: array [Cache] of record kind: Order; value: Value; end;
  acknowledged: array [Cache] of record sent: boolean; value: Value; end;

  home: record
    serving: Request;
    client: Cache;  -- undefined while nobody is served
    sharers: array [Cache] of boolean;
    to_invalidate: array [Cache] of boolean;
    given_away: boolean;  -- somebody may write
    memory: Value;
  end;

  latest: Value;  -- what was written last: no part of the protocol, but of what is asked of it

ruleset v: Value do
  startstate "nothing cached"
  begin
    for c: Cache do
      line[c].access := nothing;
      request[c] := no_request;
      order[c].kind := no_order;
      acknowledged[c].sent := false;
      home.sharers[c] := false;
      home.to_invalidate[c] := false;
    end;
    home.serving := no_request;
    home.given_away := false;
    home.memory := v;
    latest := v;
  end;
end;

ruleset c: Cache do
  alias mine: line[c]; said: order[c] do
    rule "ask to read"
      request[c] = no_request & mine.access = nothing
    ==>
    begin
      request[c] := to_read;
    end;

    rule "ask to write"
      request[c] = no_request & mine.access != writable
    ==>
    begin
      request[c] := to_write;
    end;

    rule "obey and acknowledge"
      said.kind = invalidate & !acknowledged[c].sent
    ==>
    begin
      undefine said.value;
      said.kind := no_order;
      acknowledged[c].sent := true;
      if mine.access = writable then
        acknowledged[c].value := mine.value;
      end;
      mine.access := nothing;
      undefine mine.value;
    end;

    rule "take what is granted"
      said.kind = granted_to_read | said.kind = granted_to_write
    ==>
    begin
      mine.access := said.kind = granted_to_read ? readable : writable;
      mine.value := said.value;
      said.kind := no_order;
      undefine said.value;
    end;

    ruleset v: Value do
      rule "store"
        mine.access = writable
      ==>
      begin
        mine.value := v;
        latest := v;
      end;
    end;
  end;
end;

ruleset c: Cache do
  rule "serve"
    home.serving = no_request & request[c] != no_request
  ==>
  begin
    home.serving := request[c];
    home.client := c;
    home.to_invalidate := home.sharers;
    request[c] := no_request;
  end;

  rule "send an invalidation"
    home.to_invalidate[c] & order[c].kind = no_order
    & (home.serving = to_write | home.serving = to_read & home.given_away)
  ==>
  begin
    order[c].kind := invalidate;
    home.to_invalidate[c] := false;
  end;

  rule "collect an acknowledgement"
    acknowledged[c].sent
  ==>
  begin
    acknowledged[c].sent := false;
    home.sharers[c] := false;
    if home.given_away & !isundefined(acknowledged[c].value) then
      home.given_away := false;
      home.memory := acknowledged[c].value;
    end;
    undefine acknowledged[c].value;
  end;
end;

function unshared(): boolean;
begin
  if hasty = 1 then
    return forall c: Cache do !home.to_invalidate[c] end;
  else
    return forall c: Cache do !home.sharers[c] end;
  end;
end;

procedure grant(kind: Order);
begin
  alias said: order[home.client] do
    said.kind := kind;
    said.value := home.memory;
  end;
  home.sharers[home.client] := true;
  home.serving := no_request;
  undefine home.client;
end;

rule "grant to read"
  home.serving = to_read & !home.given_away & order[home.client].kind = no_order
==>
begin
  grant(granted_to_read);
end;

rule "grant to write"
  home.serving = to_write & !home.given_away & unshared() & order[home.client].kind = no_order
==>
begin
  grant(granted_to_write);
  home.given_away := true;
end;

invariant "coherent"
  forall c: Cache do
    forall d: Cache do
      c != d & line[c].access = writable -> line[d].access = nothing
    end
  end;

invariant "readers_read_the_latest"
  forall c: Cache do line[c].access != nothing -> line[c].value = latest end;

invariant "memory_is_up_to_date"
  home.given_away | home.memory = latest;

cover "shared"
  forall c: Cache do line[c].access = readable end;

liveness "everyone_may_write_again"
  exists c: Cache do line[c].access = writable end;
