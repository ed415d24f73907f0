"""States one by one: exploration over NumPy arrays, CTL by fixpoints, LTL by a product, fairness.

Read table.py (packed states and sets of them), vectorised.py (predicates over many states), initial.py and stepping.py
(where paths begin and go on), exploration.py, which uses these; then graph.py (fixpoints, fair cycles, lassos),
valuation.py (CTL), linear_time.py (LTL), deciding.py (all properties) and engine.py. modal.py decides on two graphs.
"""
