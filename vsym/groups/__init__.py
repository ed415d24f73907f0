"""Permutation groups: their order, elements, orbits and stabilisers; naming/ says what they are in a person's words.

The library is connected.py (what edges connect), permutations.py, chains.py (random Schreier–Sims) and
group.py (groups as values).
"""
