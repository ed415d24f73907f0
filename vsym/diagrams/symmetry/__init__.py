"""Groups that act on sets of vectors: canonical sets, closures, and how many vectors the orbits have.

Source: Colange, Kordon, Thierry-Mieg, Baarir: State Space Analysis using Symmetries on Decision Diagrams, ACSD 2012.

Read action.py (what permutes levels and values, and members), permuting.py (actions on sets), sorting.py (rows of
blocks), listed.py (vectors one by one), group.py (what every group can do), symmetric.py and product.py (the groups
there are), counted.py and counted_events.py (counters in place of members), standard.py (one vector) and totals.py
(sizes of orbits).
"""
