-- Values that do not go together.
const N: 3;
type Pid: 0..N;
  Status: enum { idle, busy };
  Colour: enum { red, green };
  Message: record from: Pid end;
var x: Pid; b: boolean; s: Status; c: Colour; m: Message; a: array [Status] of Pid;
function next(p: Pid): Pid; begin return (p + 1) % N end;
function none(): boolean; begin return end; -- E: VS355
procedure set(var p: Pid; q: 0..1); begin return q end; -- E: VS355
startstate
  x := idle; -- E: VS340
  s := red; -- E: VS340
  b := x; -- E: VS340
  m := x; -- E: VS340
  x := m; -- E: VS340
  if x then b := true end; -- E: VS301
  b := s = red; -- E: VS340
  b := s < busy; -- E: VS301
  x := x + b; -- E: VS301
  b := x & true; -- E: VS301
  a[red] := 0; -- E: VS340
  a[0] := 0; -- E: VS340
  x[0] := 0; -- E: VS344
  x.from := 0; -- E: VS344
  m[0] := 0; -- E: VS344
  N.from := 0; -- E: VS344
  switch s case idle: case red: end; -- E: VS340
  x := b ? 1 : idle; -- E: VS340
  return 1; -- E: VS355
  x := next(1, 2); -- E: VS343 hint: its parameters: p
  x := set(x, 1); -- E: VS343
  set(m.from, idle); -- E: VS340
  b := 0 < x < 3; -- E: VS108
  x := undefined + 1; -- E: VS351
  x := 99999999999999999999; -- E: VS305
  liveness x = 1; -- E: VS354
end;
