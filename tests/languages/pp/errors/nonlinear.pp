protocol nonlinear
states A, B
init A = 2, B = 1
trans A, B -> A, A
output true: A
output false: B
precondition #A % #B = 0 // E: VS303
predicate #A * #B >= 1 // E: VS303 hint: linear
