var x: 0..1; -- E: VS322
rule x = 0 ==> x := 1; end;
