// Are at least c birds of a flock sick? Two birds that meet add up the sick ones that they know of; one that knows of c
// tells all others.
//
// expect [-D n=5]: accepts holds
// expect [-D n=5]: rejects holds
protocol flock
param c = 3 where c >= 1
states L[0..c]
init L[0] = 2, L[1] = 3
output true: L[c]
output false: else
for i in 0..c {
  for j in i..c {
    trans L[i], L[j] -> L[min(i+j, c)], L[c*min((i+j)/c, 1)]
  }
}
predicate #L[1] >= c
