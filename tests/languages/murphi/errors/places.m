-- What may not be changed.
const N: 3;
type Pid: 0..N;
var x: Pid; y: record a: Pid end; z: array [Pid] of Pid;
procedure set(var p: Pid); begin p := 1 end;
procedure reset(p: Pid); begin p := 1 end; -- E: VS342 hint: a parameter with `var`
procedure wide(var p: 0..9); begin p := 1 end;
procedure both(q: record a: Pid end); begin y.a := q.a end;
function odd(): boolean; begin x := 1; return true end;
startstate
  N := 2; -- E: VS342
  set(3); -- E: VS342 hint: a `var` parameter needs a variable
  set(N); -- E: VS342
  wide(x); -- E: VS340 hint: exactly the parameter's type
  both(y);
  for i: Pid do i := 0 end; -- E: VS342
  alias j: x + 1 do j := 0 end; -- E: VS342
  clear N; -- E: VS342
  undefine N; -- E: VS342
end;
rule odd() ==> x := 0 end; -- E: VS347 hint: functions without side effects
invariant odd(); -- E: VS347
