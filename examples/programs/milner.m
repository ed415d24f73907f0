-- Milner's scheduler: cyclers in a ring start their tasks in turn, again and again. One that gets the signal starts its
-- task; then it passes the signal on and its task ends, in either order, before it takes the signal again.
--
-- The ring can be turned, as the signal may begin anywhere: N rotations. `latest`, who started last, is turned as a value.
-- With `-D given=1` the signal begins at cycler 0, and no symmetry keeps that start. The rules are symmetric all the same:
-- `--engine mdd` with `--group` and a file with the line `rotate Cycler` explores up to rotations.
--
-- expect: reachable 96
-- expect: rules_fired 240
-- expect: errors holds
-- expect: deadlock holds
-- expect: in_turn holds
-- expect: all_work_at_once holds
-- expect: everyone_starts_again holds
-- expect [-D given=1]: reachable 96
-- expect [-D given=1]: in_turn holds
const
  N: 4;
  given: 0;

type
  Cycler: 0 .. N - 1;
  Phase: enum {
    idle,
    signalled,
    working,         -- has the signal, and a task
    signal_to_pass,  -- the task has ended
    task_to_end      -- the signal has been passed on
  };

var
  phase: array [Cycler] of Phase;
  latest: Cycler;

-- A single start is given where this is a range of one value.
ruleset first: 0 .. (given = 1 ? 0 : N - 1) do
  startstate "one has the signal"
  begin
    for c: Cycler do
      phase[c] := c = first ? signalled : idle;
    end;
    latest := (first + N - 1) % N;
  end;
end;

ruleset c: Cycler do
  rule "start the task"
    phase[c] = signalled
  ==>
  begin
    phase[c] := working;
    latest := c;
  end;

  rule "end the task"
    phase[c] = working | phase[c] = task_to_end
  ==>
  begin
    phase[c] := phase[c] = working ? signal_to_pass : idle;
  end;

  rule "pass the signal on"
    (phase[c] = working | phase[c] = signal_to_pass) & phase[(c + 1) % N] = idle
  ==>
  begin
    phase[c] := phase[c] = working ? task_to_end : idle;
    phase[(c + 1) % N] := signalled;
  end;
end;

invariant "in_turn"
  forall c: Cycler do
    (phase[c] = signalled -> latest = (c + N - 1) % N)
    & (phase[c] = working | phase[c] = signal_to_pass -> latest = c)
  end;

-- All but the one that is to start next have a task, and so has that one a moment later.
cover "all_work_at_once"
  forall c: Cycler do phase[c] = working | phase[c] = task_to_end end;

--! ltl everyone_starts_again: forall c: Cycler do G F phase[c] = signalled end
