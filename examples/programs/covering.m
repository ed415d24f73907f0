-- Combinatorial covering suites, flag by flag: T tests of a program with N flags such that any two flags are tried in all
-- four ways. It asks what suites.m asks, which adds test by test; here each step adds a flag, with the tests in which it
-- is on. These are the bits of a number, its column. A path to N flags is a suite.
--
-- The flags are a multiset, as they can be permuted: N! suites are one state. On and off can be exchanged for each flag by
-- itself; so it is enough to have all flags off in the first test, which saves another 2^N. What is left are the antichains
-- of pairwise intersecting sets of the other tests, 1.4 million for seven tests, which the compiled engine lists.
--
-- Four flags need five tests, five to ten six, and eleven to fifteen seven: `-D N=10 -D T=6 -D COLUMNS=32` finds a suite,
-- with `-D N=11` there is none.
--
-- expect: reachable 13
-- expect: rules_fired 17
-- expect: errors holds
-- expect: deadlock violated
-- expect: none_covers violated
-- expect: always_to_cover violated
-- expect [-D T=3 -D COLUMNS=4]: none_covers holds
-- expect [-D N=10 -D T=6 -D COLUMNS=32]: none_covers violated
-- expect [-D N=11 -D T=6 -D COLUMNS=32]: none_covers holds
const
  N: 3;
  T: 4;
  COLUMNS: 8;  -- two to the power of T - 1: a bit for each test but the first

type
  Test: 2 .. T;
  Column: 0 .. COLUMNS - 1;

var
  flags: multiset [N] of Column;

function power(n: 0 .. T): 1 .. COLUMNS;
var result: 1 .. COLUMNS;
begin
  result := 1;
  for i := 1 to n do
    result := 2 * result;
  end;
  return result;
end;

startstate "no flag"
begin
  assert COLUMNS = power(T - 1) "COLUMNS is two to the power of T - 1";
end;

-- Two flags that are both off in the first test are tried in the three other ways.
function covered(one: Column; other: Column): boolean;
var
  a: Column;
  b: Column;
  both: boolean;
  first: boolean;
  second: boolean;
begin
  a := one;
  b := other;
  both := false;
  first := false;
  second := false;
  for t: Test do
    if a % 2 = 1 & b % 2 = 1 then
      both := true;
    elsif a % 2 = 1 then
      first := true;
    elsif b % 2 = 1 then
      second := true;
    end;
    a := a / 2;
    b := b / 2;
  end;
  return both & first & second;
end;

ruleset c: Column do
  rule "add a flag"
    multisetcount(f: flags, true) < N & multisetcount(f: flags, !covered(flags[f], c)) = 0
  ==>
  begin
    multisetadd(c, flags);
  end;
end;

invariant "none_covers"
  multisetcount(f: flags, true) < N;

-- The first flags may be such that no others go with them.
liveness "always_to_cover"
  multisetcount(f: flags, true) = N;
