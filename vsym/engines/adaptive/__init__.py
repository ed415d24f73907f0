"""Adaptive symmetry reduction: reachability on any model (theory, section 7; Wahl, Adaptive Symmetry Reduction).

Read digits.py (counts as one number), partitions.py (of the processes), unwinding.py (orbits under finer partitions),
readings.py (predicates on states that are unwound for them), reached.py (the states that were reached, and which
subsume others), stepper.py (the interface of a search to a model of any kind), search.py (algorithms 1 and 2), and
engine.py (verdicts). Steppers are processes.py, over predicates.py, and programs.py, over columns.py and rules.py.
"""
