var x: 0..1;
/* no end    -- E: VS106 hint: close it with
startstate x := 0; end;
