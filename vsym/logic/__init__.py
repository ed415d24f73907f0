"""Formulas over atoms that it knows nothing of: normal forms, CTL, LTL and its automata."""
