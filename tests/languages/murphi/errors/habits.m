// A model by habit. -- E: VS105 hint: a comment begins with `--`
rule "a" x <> 0 ==> x := 1; end; -- E: VS105 hint: write `!=`
rule "b" x = 0 and y = 0 ==> x := 1; end; -- E: VS105 hint: write `&`
rule "c" x = 0 or y = 0 ==> x := 1; end; -- E: VS105 hint: write `|`
rule "d" x = 0 ==> x := x mod 2; end; -- E: VS105 hint: write `%`
rule "e" x = 0 ==> x++; end; -- E: VS105 hint: `x := x + 1`
rule "f" x = 0 ==> if x := 1 then end; end; -- E: VS105 hint: write `=` to compare
rule "g" x = 0 ==> y: 0..3; end; -- E: VS105 hint: declared after `var`
rule "h" not x ==> x := 1; end; -- E: VS105 hint: write `!`
rule "i" ~x ==> x := 1; end; -- E: VS106 hint: write `!`
rule "j" x = 0 ==> if x = 0 { x := 1; } end; -- E: VS105 hint: statements stand between words
procedure k(a: array [3] of boolean); begin end; -- E: VS105 hint: the index of an array is a type
