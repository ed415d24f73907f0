// Is the number of agents that start in L[1] one more than a multiple of m? Two agents that hold a number add them up,
// modulo m; one of them goes on with the sum, and tells the others, which only repeat the answer.
//
// expect [-D n=5]: accepts holds
// expect [-D n=5]: rejects holds
protocol remainder
param m = 2 where m >= 2
states L[0..m-1], yes, no
init L[0] = 1, L[1] = 4
output true: L[1], yes
output false: else
for i in 0..m-1 {
  for j in i..m-1 {
    trans L[i], L[j] -> L[(i+j)%m], no
  }
}
trans L[0], yes -> L[0], no
for i in 2..m-1 { trans L[i], yes -> L[i], no }
trans L[1], no -> L[1], yes
predicate #L[1] % m = 1
