// Majority, as it is without the rule for weak agents that disagree. Where as many agents start in A as in B, nobody strong
// is left to convince the others, and the last two disagree for ever.
//
// expect [-D n=4]: accepts violated
// expect [-D n=4]: rejects holds
protocol majority_wrong
states A, B, a, b
init A = 1, B = 1
output true: A, a
output false: B, b
trans cancel: A, B -> a, b
trans A, b -> A, a
trans B, a -> B, b
predicate #A >= #B
