-- What is no regular expression.
var x: 0..3;
startstate x := 0; end;
rule "go" true ==> x := 0; end;
--! never bare: x = 1 -- E: VS105
--! never last: {x = 1;} -- E: VS105
--! never from: {x = 1} from -- E: VS105
