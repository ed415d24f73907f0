-- Two-phase commit: a coordinator asks every participant for its vote, and decides to commit if all say yes. Participants
-- may abort on their own as long as they have not voted; the coordinator may crash at any time, once.
--
-- Everyone decides the same, always (`agreement`). The price is that a participant that has voted yes waits for the
-- coordinator: after a crash it may wait for ever, which `decision_comes` shows. With `-D crashes=0` it holds. That all
-- ends some time counts as a deadlock, as in any model that comes to an end; `--deadlock off` does not ask for it.
--
-- expect: reachable 45
-- expect: represented 122
-- expect: errors holds
-- expect: deadlock violated
-- expect: agreement holds
-- expect: nobody_commits_alone holds
-- expect: all_commit holds
-- expect: decision_comes violated
-- expect [-D crashes=0]: reachable 31
-- expect [-D crashes=0]: represented 87
-- expect [-D crashes=0]: agreement holds
-- expect [-D crashes=0]: decision_comes holds
const
  participants: 3;
  crashes: 1;

type
  Participant: scalarset(participants);
  Phase: enum { working, prepared, committed, aborted };
  Coordinator: enum { collecting, commit_decided, abort_decided, crashed };

var
  phase: array [Participant] of Phase;
  coordinator: Coordinator;
  asked: boolean;
  vote: array [Participant] of boolean;  -- undefined until it has arrived

startstate "at work"
begin
  for p: Participant do
    phase[p] := working;
  end;
  coordinator := collecting;
  asked := false;
end;

rule "ask for votes"
  coordinator = collecting & !asked
==>
begin
  asked := true;
end;

ruleset p: Participant do
  rule "vote yes"
    asked & phase[p] = working
  ==>
  begin
    phase[p] := prepared;
    vote[p] := true;
  end;

  rule "vote no"
    asked & phase[p] = working
  ==>
  begin
    phase[p] := aborted;
    vote[p] := false;
  end;

  rule "give up"
    !asked & phase[p] = working
  ==>
  begin
    phase[p] := aborted;
    vote[p] := false;
  end;

  rule "learn of the commit"
    coordinator = commit_decided & phase[p] = prepared
  ==>
  begin
    phase[p] := committed;
  end;

  rule "learn of the abort"
    coordinator = abort_decided & phase[p] = prepared
  ==>
  begin
    phase[p] := aborted;
  end;
end;

rule "decide to commit"
  coordinator = collecting & forall p: Participant do !isundefined(vote[p]) & vote[p] end
==>
begin
  coordinator := commit_decided;
end;

rule "decide to abort"
  coordinator = collecting & exists p: Participant do !isundefined(vote[p]) & !vote[p] end
==>
begin
  coordinator := abort_decided;
end;

rule "crash"
  crashes = 1 & coordinator = collecting
==>
begin
  coordinator := crashed;
end;

invariant "agreement"
  !exists p: Participant do
    exists q: Participant do phase[p] = committed & phase[q] = aborted end
  end;

invariant "nobody_commits_alone"
  forall p: Participant do phase[p] = committed -> coordinator = commit_decided end;

cover "all_commit"
  forall p: Participant do phase[p] = committed end;

liveness "decision_comes"
  forall p: Participant do phase[p] = committed | phase[p] = aborted end;
