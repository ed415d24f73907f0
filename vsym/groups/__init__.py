"""Permutation groups: their order, elements, orbits and stabilisers, and what they are in a person's words.

The library is permutations.py, chains.py (random Schreier–Sims) and group.py (groups as values). Their names come from
recognition.py (transitive groups of known kinds, and proofs of orders) and structure.py (direct products of groups that
have names).
"""
