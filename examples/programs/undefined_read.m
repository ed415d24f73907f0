-- A mailbox with an undefined read: the receiver looks at the letter when the flag is up, and the sender raises the flag
-- before the letter is in the box. A read of a variable that has no value is an error of the model; the trace leads to
-- the rule and names the place.
--
-- `isundefined` asks whether there is a value without reading it.
--
-- expect: reachable 20
-- expect: rules_fired 32
-- expect: errors violated
-- expect: deadlock holds
-- expect: box_is_full_when_written holds
type
  Letter: 1 .. 3;

var
  box: Letter;
  flag: boolean;
  written: boolean;
  sum: 0 .. 3;

startstate "empty"
begin
  flag := false;
  written := false;
  sum := 0;
end;

rule "raise the flag"
  !flag & !written
==>
begin
  flag := true;
end;

ruleset l: Letter do
  rule "put the letter in"
    flag & !written
  ==>
  begin
    box := l;
    written := true;
  end;
end;

-- A mistake: `written` is what should be asked here.
rule "take the letter out"
  flag
==>
begin
  sum := (sum + box) % 4;
  undefine box;
  flag := false;
  written := false;
end;

invariant "box_is_full_when_written"
  written -> !isundefined(box);
