-- What scalarsets may not be used for, as their types alone show.
type Pid: scalarset(3);
  Node: scalarset(3);
  Home: enum { home };
  Any: union { Pid, Home };
var p: Pid; n: Node; u: Any; x: 0..9; b: boolean; a: array [Pid] of 0..9;
startstate
  p := 1; -- E: VS341 hint: `--scalarset range`
  x := p; -- E: VS341 hint: `--scalarset range`
  p := n; -- E: VS341 hint: `--scalarset range`
  b := p < p; -- E: VS341 hint: `--scalarset range`
  x := p + 1; -- E: VS341 hint: `--scalarset range`
  x := -p; -- E: VS341 hint: `--scalarset range`
  a[0] := 1; -- E: VS341 hint: `--scalarset range`
  b := p = 1; -- E: VS341 hint: `--scalarset range`
  u := n; -- E: VS341 hint: `--scalarset range`
  u := p;
  p := u;
  switch p case 1: end; -- E: VS341 hint: `--scalarset range`
  for i := p to 3 do end; -- E: VS301
end;
