protocol names
param c = 3, n = 4 // E: VS205
param A = 1 // E: VS206
param B = 2
states A, B, n, L[0..c]
init A = 2, C = 1, A = 3, L[c] = 0 - 1 // E: VS202 VS205 VS306
init B, n = 1 // E: VS205 VS329 hint: number of all agents
trans A, B -> A, D // E: VS202
trans L[4], B -> A, L // E: VS307 VS316
output true: A, E // E: VS202
output false: else
output true: else // E: VS208
predicate #A >= #K // E: VS202
precondition #A >= k // E: VS201
ctl accepts: AG #A >= 0 // E: VS205
