"""Virtual symmetry of counted processes, decided by a solver, relation by relation.

Read `relations` (the relations to decide, and the cells), `matrix` (group counters as formulas) and `question` (ψ, to
the letter of the theory) first. `decision` asks it and shows the closest pair; `transpositions` asks the same by one
exchange of two processes at a time, and `synchronised` for steps that move several at once. `witness` checks broken
symmetries against Theorem 3. `claims` checks a model's claims about itself, `exactness` looks for the blocks with the
fewest counters, `instances` for the small sizes that speak for all, and `identification` is all of it. `edges` has the
partitions of adaptive symmetry reduction.
"""
