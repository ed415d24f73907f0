"""Sets of states as decision diagrams, with saturation.

Read levels.py (variables as levels), splitting.py and steps.py (events as those of the diagrams),
encoding.py (a whole system), saturation.py (its reachable states), sets.py (CTL), paths.py (paths and lassos),
deciding.py (all properties), bidirectional.py (questions that need not all states) and engine.py. quotient/ has the
same up to symmetry.
"""
