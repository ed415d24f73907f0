type P: 0..1;
var x: 0..3;
ruleset p: P do startstate "first" x := p; assume p = 2; end end; -- E: VS322 hint: in first, p = 0, `p = 2` is false
startstate "second" x := 3; end;
rule x := 2; end;
assume "small" x < 3;
