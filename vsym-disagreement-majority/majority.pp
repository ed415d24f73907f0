// Do at least as many agents start in A as in B? Agents in capitals are strong: opponents cancel each other, and one that
// is left convinces the weak. Where none is left, two weak agents that disagree settle on yes.
//
// expect [-D n=5]: accepts holds
// expect [-D n=5]: rejects holds
protocol majority
states A, B, a, b
init A = 3, B = 2
output true: A, a
output false: B, b
trans cancel: A, B -> a, b
trans A, b -> A, a
trans B, a -> B, b
trans tie: a, b -> a, a
predicate #A >= #B
