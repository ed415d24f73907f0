-- A scalarset that is misused: the loop lets the last of the clients win, but a scalarset has no last element. Permuting
-- the clients would change the result, so that states may not be explored up to permutations: the model is refused, with
-- the place. With `--scalarset range` the clients are numbers, and the model is as good as any.
--
-- expect: refused VS361
const clients: 3;

type
  Client: scalarset(clients);

var
  ready: array [Client] of boolean;
  winner: Client;

startstate "nobody is ready"
begin
  for c: Client do
    ready[c] := false;
  end;
end;

ruleset c: Client do
  rule "get ready"
    !ready[c]
  ==>
  begin
    ready[c] := true;
  end;
end;

rule "choose the winner"
  isundefined(winner) & exists c: Client do ready[c] end
==>
begin
  for c: Client do
    if ready[c] then
      winner := c;
    end;
  end;
end;

invariant "winner_was_ready"
  isundefined(winner) | ready[winner];
