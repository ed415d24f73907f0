"""Coloured graphs and their automorphisms.

`coloured` has graphs and the check of an automorphism, `refinement` ordered partitions, `completion` a guess at sparse
automorphisms, and `automorphisms` the search.
"""
