// for all: n
protocol sizes
states A, B
init A = 3, B = 2
trans A, B -> A, A
output true: A
output false: B
precondition #A % 3 = 1 // E: VS432
