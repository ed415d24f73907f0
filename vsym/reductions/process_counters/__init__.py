"""Programs whose processes are counted: of each local state, how many elements of a scalarset are in it.

`slots` says whose a slot is, `abstract_state` what a run knows of a state, `forking` how a run goes every way. `frame`
is the machine that the definition's walk of expressions and statements runs on, with `quantifiers` (and loops) over all
processes; `runs` has every way of a rule, and `model` makes events of counters of them. `back` brings a path back to
processes, and `reduced` is the reduction, with its questions.
"""
