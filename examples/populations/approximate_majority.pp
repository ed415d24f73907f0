// Do more agents start in X than in Y? Three states answer fast, but only with high probability: of two opponents one becomes
// undecided, and who has an opinion passes it on. A minority may win, less often the smaller it is.
//
// expect [-D n=3]: accepts violated
// expect [-D n=3]: rejects violated
protocol approximate_majority
states X, Y, undecided
init X = 2, Y = 1
output true: X
output false: else
trans X, Y -> X, undecided
trans X, Y -> undecided, Y
trans X, undecided -> X, X
trans Y, undecided -> Y, Y
precondition #X != #Y
predicate #X > #Y
