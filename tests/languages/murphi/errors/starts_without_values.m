var x: 0..3;
ruleset i := 1 to 0 do startstate x := i; end end; -- E: VS322
rule x := 2; end;
