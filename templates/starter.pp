// $name: do at least as many agents start in A as in B? Change it into a protocol of your own.
//
//   vsym check $name.pp                  does it compute that, for the input below?
//   vsym check $name.pp -D n=7           for all inputs of 7 agents?
//   vsym check $name.pp --for-all n      for all inputs of any number of agents?
//   vsym fmt $name.pp                    tidy it up
//
protocol $name

// The states of an agent; those in capitals have not met an opponent yet.
states A, B, a, b

// Where agents start, and how many of them where `-D A=4` says nothing else.
init A = 3, B = 2

// What an agent says in each state.
output true: A, a
output false: else

// Two agents meet. The first goes from the state before the first comma to the one after the arrow.
trans cancel: A, B -> a, b
trans tell: A, b -> A, a
trans correct: B, a -> B, b
trans tie: a, b -> a, a

// What all agents are to say in the end, by the numbers of those that started in each state.
predicate #A >= #B

// Properties of your own: no agent goes back to a state in capitals.
invariant fewer: #A + #B <= n

// Violated: some agent in a capital state need not be left. The trace shows how.
ctl opposed: AG EF #{A, B} >= 1
