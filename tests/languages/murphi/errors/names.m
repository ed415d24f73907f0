-- Names that are unknown, declared twice, or of another kind.
const size: 2; size: 3; -- E: VS205 hint: the first is at
type Pid: 0..size;
  Status: enum { idle, busy };
  Other: enum { waiting, idle }; -- E: VS205 hint: the first is at
  Message: record from: Pid; body: boolean; from: Pid end; -- E: VS205
var pc: array [Pid] of Status;
  m: Message;
  true: boolean; -- E: VS205 hint: it is a truth value
  wrong: Pids; -- E: VS201 hint: did you mean `Pid`?
  number: int; -- E: VS201 hint: declare a number with its range
  status: pc; -- E: VS222
procedure go(p: Pid; p: Pid); begin end; -- E: VS205
procedure come(p: Pid); begin end;
startstate
  pc[statsu] := idle; -- E: VS201 hint: did you mean `status`?
end;
startstate
  m.form := 1; -- E: VS221 hint: did you mean `from`?
  m.body := Pid; -- E: VS222
  m.body := come; -- E: VS222 hint: call it as `come(…)`
  Status(1); -- E: VS222
  wrong := 7;
end;
rule "a" IDLE = pc[0] ==> end; -- E: VS201 hint: did you mean `idle`?
--! fair "b" -- E: VS201 hint: its rules: a
