protocol twice
param k = 2
states A, B
init A = 3, B = 2
trans A, B -> A, A
output true: A
output false: B
predicate #A >= #B
predicate #A >= 1 // E: VS112
precondition #A >= 1
precondition #B >= 1 // E: VS112
for i in 1..k {
  states C // E: VS113
  trans A, B -> B, A
}
