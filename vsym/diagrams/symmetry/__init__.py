"""Groups that act on sets of vectors: canonical sets, closures, and how many vectors the orbits have.

Source: Colange, Kordon, Thierry-Mieg, Baarir: State Space Analysis using Symmetries on Decision Diagrams, ACSD 2012.
"""
