"""Virtual symmetry of systems: exchanges after which the same orbits are reached, though by other steps (theory,
section 11). `symmetry/virtual/` is of counters.

`rows` has the candidates and the elements of their group, `closed` the sets of states that no step leaves, `answers`
what a solver is asked of one step, `asking` the question of one exchange, `group` the greatest set of exchanges that
answer each other, with the invariants that this may need, and `values` those of values that join it.
"""
