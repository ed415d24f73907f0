-- Formulas of paths, and conditions of one state.
var x: 0..2000;
startstate x := 0; end;
rule "go" true ==> x := 0; end;
--! ctl a: F (x = 1) -- E: VS315 hint: put `A` or `E` before it
--! ltl b: AG (x = 1) -- E: VS315 hint: an LTL formula is about one path
--! ctl c: x = 1 U x = 2 -- E: VS315 hint: write `A [p U q]`
--! ltl d: A [x = 1 U x = 2] -- E: VS315 hint: an LTL formula is about one path
--! ctl e: A [x = 1] -- E: VS109
--! ctl f: (AG x = 1) = true -- E: VS301
--! ctl g: AG x -- E: VS301
--! ctl h: forall i: 0..20000 do AG (x = i) end -- E: VS310
--! ctl i: AG (x = 1)
--! ctl i: AG (x = 2) -- E: VS205
--! clt j: AG (x = 0) -- E: VS105 hint: `ctl` and `ltl` state a formula
--! fair x -- E: VS301
--! fair AG (x = 1) -- E: VS315 hint: use temporal operators in comments
--! hint x -- E: VS301
