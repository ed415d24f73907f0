-- What is wrong with the text itself; reading goes on with the next declaration.
const N = 3; -- E: VS105 hint: a constant is written `N: value`
type T: 0..N;
var x: T;
startstate "s"
begin
  x = 0; -- E: VS105 hint: an assignment is written `x := …`
end;
rule "a" x = 0 => x := 1; end; -- E: VS105 hint: a guard ends with `==>`
rule "b" x = 0 ==> x := $; end; -- E: VS106
rule "c" x = 0 ==> if x = 1 x := 2; end; end; -- E: VS105 hint: `then` comes after the condition
rule "d" x = 0 ==> 3x := 2; end; -- E: VS105
rule "e" ==> x := 2; end; -- E: VS105
ruleset i: T do rule "f" i = x ==> case := 2; end; end; -- E: VS105 hint: `case` is a keyword, which cannot be a name
invariant "g" x == ; -- E: VS105
--! ctl broken: AG (x = -- E: VS105
