"""Programs whose processes are counted: of each local state, how many elements of a scalarset are in it.

`slots` says whose a slot is, `abstract_state` what a run knows of a state, `forking` how a run goes every way. `frame`,
`evaluation`, `execution` and `quantifiers` (loops over all processes, too) are the semantics of programs over that;
`runs` has every way of a rule, and `model` makes events of counters of them. `questions` has what is asked, and `back`
brings a path back to processes.
"""
