protocol character
states A, B
init A = 3?, B = 2 // E: VS106
trans A, B -> A, A
