"""Adaptive symmetry reduction: reachability on any model (theory, section 4; Wahl, Adaptive Symmetry Reduction)."""
