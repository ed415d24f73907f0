-- Coherent caches on a bus, with the states modified, exclusive, shared and invalid: a cache gets the bus for a line
-- that it wants to read or write, every other cache snoops, in any order, and acknowledges, and when all have done so
-- the bus is free again. One line is enough, as lines have nothing to do with each other.
--
-- The owner of the bus is a value, what a cache has stands at its place of an array, and permuting caches permutes both.
-- With `-D BUG=1` a cache that has the line exclusively and clean does not mind that another one reads it: then it may
-- write to a line that the other one has, too, without asking anybody.
--
-- expect: reachable 39
-- expect: represented 179
-- expect: rules_fired 118
-- expect: errors holds
-- expect: deadlock holds
-- expect: one_writer holds
-- expect: data_is_somewhere holds
-- expect: all_share holds
-- expect: all_invalid holds
-- expect: request_is_served holds
-- expect [-D BUG=1]: one_writer violated
-- expect [-D BUG=1]: data_is_somewhere holds
const
  N: 3;
  BUG: 0;

type
  Cache: scalarset(N);
  State: enum { invalid, shared, exclusive, modified };
  Request: enum { none, reading, writing };

var
  line: array [Cache] of record
    state: State;
    snooped: boolean;
  end;
  owner: Cache;  -- undefined while the bus is free
  request: Request;
  others_have_it: boolean;  -- one of those that snooped, while somebody reads
  memory_is_old: boolean;

function has_bus(c: Cache): boolean;
begin
  return request != none & owner = c;
end;

startstate "all invalid"
begin
  for c: Cache do
    line[c].state := invalid;
    line[c].snooped := false;
  end;
  undefine owner;
  request := none;
  others_have_it := false;
  memory_is_old := false;
end;

ruleset c: Cache do
  alias own: line[c].state do
    rule "ask to read"
      request = none & own = invalid
    ==>
    begin
      owner := c;
      request := reading;
    end;

    rule "ask to write"
      request = none & (own = invalid | own = shared)
    ==>
    begin
      owner := c;
      request := writing;
    end;

    rule "snoop"
      request != none & owner != c & !line[c].snooped
    ==>
    begin
      line[c].snooped := true;
      if own = modified then
        memory_is_old := false;
      end;
      if request = writing then
        own := invalid;
      elsif own != invalid then
        others_have_it := true;
        if BUG = 0 | own != exclusive then
          own := shared;
        end;
      end;
    end;

    rule "finish"
      has_bus(c) & forall d: Cache do d != c -> line[d].snooped end
    ==>
    begin
      if request = writing then
        own := modified;
        memory_is_old := true;
      else
        own := others_have_it ? shared : exclusive;
      end;
      for d: Cache do
        line[d].snooped := false;
      end;
      undefine owner;
      request := none;
      others_have_it := false;
    end;

    rule "write to one's own"
      own = exclusive
    ==>
    begin
      own := modified;
      memory_is_old := true;
    end;

    rule "evict"
      own != invalid
    ==>
    begin
      if own = modified then
        memory_is_old := false;
      end;
      own := invalid;
    end;
  end;
end;

invariant "one_writer"
  forall c: Cache do
    forall d: Cache do
      c != d & (line[c].state = exclusive | line[c].state = modified) -> line[d].state = invalid
    end
  end;

-- What was written last is in a cache that says so, or in the memory.
invariant "data_is_somewhere"
  memory_is_old = exists c: Cache do line[c].state = modified end;

cover "all_share"
  forall c: Cache do line[c].state = shared end;

liveness "all_invalid"
  request = none & forall c: Cache do line[c].state = invalid end;

-- While the bus is taken, all that a cache can do besides is to write to its line once and to give it up: what was begun
-- is finished without anything fair.
--! ltl request_is_served: G (request != none -> F request = none)
