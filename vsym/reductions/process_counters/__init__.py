"""Programs whose processes are counted: of each local state, how many elements of a scalarset are in it.

`slots` finds the owner of each slot, `abstract_state` is a run's knowledge of a state, and `forking` makes a run go
every way. `frame` is the machine that the definition's walk of expressions and statements runs on, with `quantifiers`
(and loops) over all processes; `runs` has every way of a rule, and `model` makes these ways events of counters. `back`
brings a path back to processes, and `reduced` is the reduction, with its questions.
"""
