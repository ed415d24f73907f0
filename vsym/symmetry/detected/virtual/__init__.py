"""Virtual symmetry of systems: exchanges after which the same orbits are reached, though by other steps (theory,
section 11). `symmetry/virtual/` has that of counters.

`rows` has the candidates and the elements of their group, `closed` the sets of states that no step leaves, `answers`
the solver's question about one step, `asking` the question about one exchange, `group` the greatest set of exchanges
that answer each other, with the invariants that this may need, and `values` the exchanges of values that join it.
"""
