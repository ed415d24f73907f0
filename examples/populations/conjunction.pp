// Are both sorts of agents there? Each agent is in a state of two protocols at once, one for each sort: S[i][j] has met the
// first sort if i is 1, and the second if j is. Agents say yes if both protocols do.
//
// expect [-D n=5]: accepts holds
// expect [-D n=5]: rejects holds
protocol conjunction
states S[0..1][0..1]
init S[0][0] = 1, S[1][0] = 2, S[0][1] = 2
output true: S[1][1]
output false: else
for i in 0..1 {
  for j in 0..1 {
    for k in 0..1 {
      for l in 0..1 {
        trans S[i][j], S[k][l] -> S[max(i, k)][max(j, l)], S[max(i, k)][max(j, l)]
      }
    }
  }
}
predicate #S[1][0] >= 1 & #S[0][1] >= 1
