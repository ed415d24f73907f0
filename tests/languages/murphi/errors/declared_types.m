-- Types that cannot be.
const N: 3; B: true;
type Empty: 3..1; -- E: VS312
  Huge: 0..1000000000; -- E: VS345
  Wide: array [0..1000000] of boolean; -- E: VS345
  Nothing: enum {}; -- E: VS352
  Nobody: scalarset(0); -- E: VS352
  Many: scalarset(2000000); -- E: VS352
  Nets: multiset [0] of boolean; -- E: VS352
  Pid: scalarset(N);
  Home: enum { home };
  Twice: union { Pid, Home, Pid }; -- E: VS346
  Numbers: union { Pid, 0..3 }; -- E: VS346
  Whole: union { Pid, array [Pid] of Pid }; -- E: VS353
  Odd: array [record a: Pid end] of boolean; -- E: VS353
  Fraction: real(4, 2); -- E: VS440 hint: a range of integers
  Open: 0..x; -- E: VS201
  Half: 0..N / 2;
  Bool: 0..B; -- E: VS301
var y: 0..N;
  z: 0..y; -- E: VS319
const M: y; -- E: VS319
startstate y := M; y := N << 1; y := y & 1; end; -- E: VS441
ruleset i := 0 to y do rule i = 0 ==> end end; -- E: VS319
startstate for i := 0 to 3 by 0 do end end; -- E: VS304
