protocol no_outputs
states A, B
init A = 2, B = 1
trans A, B -> A, A
predicate #A >= 1 // E: VS370 hint: add them
