-- Regular expressions over conditions.
const n: 2;
var x: 0..3;
startstate x := 0; end;
rule "go" true ==> x := 0; end;
--! never good: {x = 1; {x = 0[*]; [*n:3]} | {(x = 0 | x = 1)[+]} : x = 1} from start
--! never "a b": {x = 1}
--! never ambiguous: {x = 1 | x = 0[*]} -- E: VS317 hint: put `( )` or `{ }` around
--! never backwards: {(x = 1)[*3:n]} -- E: VS317
--! never both: {{x = 1} & {x = 1}} -- E: VS317 hint: parts are joined by
--! never number: {x} -- E: VS301
--! never state: {true[*x]} -- E: VS319
--! never large: {true[*2001]} -- E: VS310
--! never good: {x = 1} -- E: VS205
