"""Linear integer arithmetic over counters, as PySMT formulas."""
