-- Caches on a Futurebus, after the descriptions by Clarke and others (1993) and by Barner and Grumberg (2003): one bus, and
-- a line that each processor has exclusively and modified, exclusively, shared, or not at all.
--
-- A transaction on the bus is a read to share the line, a read to modify it, or an invalidation of other copies; others
-- snoop it, one after the other, and who has the line modified gives it away. Then the master has it, too. Nothing is fair:
-- a processor need not ever write, so that it is not true that infinitely often some processor has the line exclusively
-- and modified. It is true that this can always still happen, and copies never contradict each other.
--
-- expect: reachable 36
-- expect: represented 164
-- expect: rules_fired 78
-- expect: errors holds
-- expect: deadlock holds
-- expect: coherent holds
-- expect: writes_again violated
-- expect: can_write holds
-- expect: bus_is_held holds
const
  N: 3;

type
  Processor: scalarset(N);
  Copy: enum { invalid, shared, exclusive, modified };
  Transaction: enum { none, read_shared, read_modified, invalidate };

var
  copy: array [Processor] of Copy;
  snooped: array [Processor] of boolean;
  master: Processor;  -- undefined while the bus is free
  transaction: Transaction;
  held_elsewhere: boolean;  -- by one of those that snooped a read to share

startstate "nobody has it"
begin
  for p: Processor do
    copy[p] := invalid;
    snooped[p] := false;
  end;
  undefine master;
  transaction := none;
  held_elsewhere := false;
end;

function idle(): boolean;
begin
  return transaction = none;
end;

ruleset p: Processor do
  rule "read to share"
    idle() & copy[p] = invalid
  ==>
  begin
    master := p;
    transaction := read_shared;
  end;

  rule "read to modify"
    idle() & copy[p] = invalid
  ==>
  begin
    master := p;
    transaction := read_modified;
  end;

  rule "invalidate others"
    idle() & copy[p] = shared
  ==>
  begin
    master := p;
    transaction := invalidate;
  end;

  rule "write"
    idle() & copy[p] = exclusive
  ==>
  begin
    copy[p] := modified;
  end;

  rule "drop"
    idle() & copy[p] != invalid
  ==>
  begin
    copy[p] := invalid;
  end;

  rule "snoop"
    !idle() & master != p & !snooped[p]
  ==>
  begin
    snooped[p] := true;
    if transaction = read_shared then
      if copy[p] != invalid then
        copy[p] := shared;
        held_elsewhere := true;
      end;
    else
      copy[p] := invalid;
    end;
  end;

  rule "complete"
    !idle() & master = p & forall q: Processor do q = p | snooped[q] end
  ==>
  begin
    switch transaction
    case read_shared:
      copy[p] := held_elsewhere ? shared : exclusive;
    else
      copy[p] := modified;
    end;
    for q: Processor do
      snooped[q] := false;
    end;
    undefine master;
    transaction := none;
    held_elsewhere := false;
  end;
end;

function writing(): boolean;
begin
  return exists p: Processor do copy[p] = modified end;
end;

invariant "coherent"
  forall p: Processor do
    copy[p] = exclusive | copy[p] = modified
    -> forall q: Processor do q = p | copy[q] = invalid | !idle() & snooped[p] end
  end;

--! ltl writes_again: G F writing()
--! ctl can_write: AG EF writing()

-- The bus is free for a state at least between two transactions.
--! never bus_is_held: {transaction = read_shared; transaction = read_modified | transaction = invalidate}
