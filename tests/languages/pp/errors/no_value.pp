protocol no_value
states A, B
init A, B = 2 // E: VS329 hint: -D A=3
trans A, B -> A, A
