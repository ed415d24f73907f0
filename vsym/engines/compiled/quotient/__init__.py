"""Representatives of the orbits of states under a group of literal maps, found by strategies with tables in C.

Read action.py (how literal maps act on points), trees.py (groups that sorting suffices for), tables.py (the strategies,
and their tables), and quotient.py, the value that callers hand on.
"""
