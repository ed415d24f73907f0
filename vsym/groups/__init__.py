"""Permutation groups: their order, elements, orbits and stabilisers, and what they are in a person's words."""
