"""States one by one: exploration over NumPy arrays, CTL by fixpoints, LTL by a product, fairness."""
