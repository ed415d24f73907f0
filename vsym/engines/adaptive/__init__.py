"""Adaptive symmetry reduction: reachability on any model (theory, section 7; Wahl, Adaptive Symmetry Reduction).

Read partitions.py (of the processes, and unwinding), predicates.py (over the counts of cells), reached.py (the states
that were reached, and which subsume others), search.py (algorithms 1 and 2), and engine.py (verdicts, and paths back).
"""
