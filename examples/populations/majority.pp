// Majority
protocol majority
states A, B, a, b
init A = 3, B = 2
output true: A, a
output false: else
trans cancel: A, B -> a, b
trans A, b -> A, a
trans B, a -> B, b
trans tie: a, b -> a, a
predicate #A >= #B
