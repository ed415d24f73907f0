"""Sets of states as decision diagrams, with saturation."""
