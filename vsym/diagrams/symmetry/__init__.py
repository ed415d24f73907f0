"""Groups that act on sets of vectors: canonical sets, closures, and sizes of orbits.

Source: Colange, Kordon, Thierry-Mieg, Baarir: State Space Analysis using Symmetries on Decision Diagrams, ACSD 2012.

Read action.py (permutations of levels and values, and members), permuting.py (actions on sets), sorting.py (rows of
blocks), listed.py (vectors one by one), group.py (the operations of every group), symmetric.py and product.py (the
groups), counted.py and counted_events.py (counters in place of members), standard.py (one vector) and totals.py (sizes
of orbits).
"""
