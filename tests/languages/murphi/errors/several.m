-- Several mistakes in one declaration: each is said, and nothing that only follows from another.
const n: lost;  -- E: VS201
type
  Range: low..high;  -- E: VS201
  Pair: record left: here; right: there; end;  -- E: VS201
var
  x: 0..3;
  b: boolean;
  bag: multiset [2] of 0..3;
  table: array [first] of second;  -- E: VS201
function f(a: third; c: fourth): 0..3; begin return fifth; end;  -- E: VS201
startstate begin x := start; gone[one + 1] := two; end;  -- E: VS201
rule a & x = c ==> x := d + f(e, g); h(i, x + j); end;  -- E: VS201
rule true ==> x := 9; b := x; x := b; k := true; end;  -- E: VS340 VS201
choose m: bag do rule true ==> lost[m] := 1; x := bag[m] + away; end; end;  -- E: VS201
invariant "i" p & q -> x = r  -- E: VS201
