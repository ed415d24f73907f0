"""Permutation groups: their order, elements, orbits and stabilisers; naming/ describes them in a person's words.

The library is connected.py (connected components), permutations.py, chains.py (random Schreier–Sims) and group.py
(groups as values).
"""
