// A single leader is left for ever. Everybody leads at first; when two leaders meet, one of them steps back.
//
// expect [-D n=5]: led holds
// expect [-D n=5]: elected holds
protocol leader
states leader, follower
init leader = 4
trans duel: leader, leader -> leader, follower
invariant led: #leader >= 1
ctl elected: AG EF AG #leader = 1
