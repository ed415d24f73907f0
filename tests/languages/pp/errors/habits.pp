population habits // E: VS105 hint: begins with `protocol`
states A, B
group P of 3 // E: VS105 hint: share no variables
init A: 2, B: 1 // E: VS105 hint: init A = 3
trans A, B -> A, A
stats C // E: VS105 hint: states
output A, B // E: VS105 hint: output true
predicate #A >= 2
trans if, B -> A, A // E: VS105 hint: a keyword
predicate // E: VS105
