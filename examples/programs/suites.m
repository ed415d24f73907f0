-- Combinatorial covering suites: tests of a program with n flags, chosen so that any two flags are tried in all four ways.
-- Each step adds one test, and the question is whether T tests can do. A path to a suite that does is that suite: four
-- tests are enough for three flags. Four flags need five: `-D N=4 -D VECTORS=16` finds no suite, and with `-D T=5` one.
--
-- Nothing says that flags can be permuted, as a test is a number with a bit for each of them; and on and off can be
-- exchanged for each flag by itself: 2^n n! symmetries, which `--group auto` finds. The same tests in another order are
-- another state. covering.m adds flag by flag, and goes further.
--
-- expect: reachable 4681
-- expect: rules_fired 4680
-- expect: errors holds
-- expect: deadlock violated
-- expect: none_covers violated
-- expect: always_to_cover violated
-- expect [-D T=3]: reachable 585
-- expect [-D T=3]: none_covers holds
const
  N: 3;
  T: 4;
  VECTORS: 8;  -- two to the power of N

type
  Flag: 0 .. N - 1;
  Test: 1 .. T;
  Vector: 0 .. VECTORS - 1;
  Setting: enum { untried, off, on };

var
  setting: array [Flag] of array [Test] of Setting;
  tests: 0 .. T;

function power(n: 0 .. N): 1 .. VECTORS;
var result: 1 .. VECTORS;
begin
  result := 1;
  for i := 1 to n do
    result := 2 * result;
  end;
  return result;
end;

startstate "no test"
begin
  assert VECTORS = power(N) "VECTORS is two to the power of N";
  for f: Flag do
    for t: Test do
      setting[f][t] := untried;
    end;
  end;
  tests := 0;
end;

ruleset v: Vector do
  rule "add a test"
    tests < T
  ==>
  var
    rest: Vector;
  begin
    tests := tests + 1;
    rest := v;
    for f: Flag do
      setting[f][tests] := rest % 2 = 1 ? on : off;
      rest := rest / 2;
    end;
  end;
end;

function tried(f: Flag; g: Flag; a: Setting; b: Setting): boolean;
begin
  return exists t: Test do setting[f][t] = a & setting[g][t] = b end;
end;

function covered(f: Flag; g: Flag): boolean;
begin
  return tried(f, g, off, off) & tried(f, g, off, on) & tried(f, g, on, off) & tried(f, g, on, on);
end;

function suite(): boolean;
begin
  return forall f: Flag do forall g: Flag do f < g -> covered(f, g) end end;
end;

invariant "none_covers"
  !suite();

-- The first tests may be such that no others make up for them.
liveness "always_to_cover"
  suite();
