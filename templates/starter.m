-- $name: a printer that staff share. Change it into a model of your own.
--
--   vsym check $name.m                  what holds?
--   vsym check $name.m -D staff=4       the same with more of them
--
const staff: 3;

type
  Person: scalarset(staff);  -- told apart by nothing but = and !=
  Activity: enum { idle, waiting, printing };

var
  doing: array [Person] of Activity;
  printer: record
    busy: boolean;
    user: Person;  -- undefined while nobody prints
  end;

-- Every variable begins undefined.
startstate "all idle"
begin
  for p: Person do
    doing[p] := idle;
  end;
  printer.busy := false;
end;

-- A rule for each of the staff: guard ==> what happens.
ruleset p: Person do
  rule "ask"
    doing[p] = idle
  ==>
    doing[p] := waiting;
  end;

  rule "start"
    doing[p] = waiting & !printer.busy
  ==>
    doing[p] := printing;
    printer.busy := true;
    printer.user := p;
  end;

  rule "finish"
    doing[p] = printing
  ==>
    doing[p] := idle;
    printer.busy := false;
    undefine printer.user;
  end;
end;

-- Holds: never two at a time.
invariant "exclusive"
  forall p: Person do doing[p] = printing -> printer.busy & printer.user = p end;

-- Holds: from every reachable state, all can be idle again.
liveness "rest"
  forall p: Person do doing[p] = idle end;

-- Temporal formulas stand in comments, so that other tools can read the file.
--! ctl progress: AG ((exists p: Person do doing[p] = waiting end) -> EF (exists p: Person do doing[p] = printing end))
