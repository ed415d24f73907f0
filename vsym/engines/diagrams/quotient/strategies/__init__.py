"""Strategies that explore up to symmetry (Barner, Grumberg; Colange, Kordon, Thierry-Mieg, Baarir)."""
