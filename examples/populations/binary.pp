// Are there at least four agents? Each holds a power of two or nothing. Two that hold the same power add them up; who holds
// four tells everybody. So the number of states grows with the length of the threshold alone.
//
// expect [-D n=5]: accepts holds
// expect [-D n=5]: rejects holds
protocol binary
states v0, v1, v2, v4
init v1 = 5
output true: v4
output false: else
trans v1, v1 -> v2, v0
trans v2, v2 -> v4, v0
trans v4, v0 -> v4, v4
trans v4, v1 -> v4, v4
trans v4, v2 -> v4, v4
predicate #v1 >= 4
