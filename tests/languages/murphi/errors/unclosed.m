var x: 0..1;
startstate x := 0; end;
rule f(x ==> x := 1; end; -- E: VS105
