var x: 0..1;
startstate x := 0; end;
rule x = 0 ==> error "no end; end; -- E: VS106 hint: close it with
